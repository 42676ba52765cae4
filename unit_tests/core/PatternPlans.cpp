// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans whose rows have patterns.
#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace pattern_plans_tests {

using sporos::Algorithm;
using Exec = Kokkos::DefaultExecutionSpace;
template <class Value>
using Case = sporos_test::ProductCase<Value>;
constexpr bool on_host = sporos::detail::is_host_execution<Exec>;

template <class Value>
class PatternPlans : public testing::Test {
 protected:
  using Scalar = Value;
};
using Values = testing::Types<double, float, Kokkos::complex<double>>;
TYPED_TEST_SUITE(PatternPlans, Values);

TYPED_TEST(PatternPlans, AreChosenForGridsOnAGpu) {
  if (on_host) GTEST_SKIP() << "hosts look for bands";
  for (const char* const grid : {"stencil9:350", "stencil27:40", "fem3:18", "periodic:50"}) {
    SCOPED_TRACE(grid);
    Case<TypeParam> matrix_case(sporos::generate<TypeParam>(grid));
    sporos::Plan plan(Exec(), matrix_case.matrix);
    EXPECT_EQ(plan.describe().decision.algorithm, Algorithm::patterns);
    EXPECT_NE(plan.describe().words().find("common patterns"), std::string::npos);
    EXPECT_GE(plan.memory().prepared, 2 * matrix_case.matrix.num_rows);
    sporos_test::check_repeated_products(matrix_case, plan);
    // The transposed matrix is a grid, too.
    Case<TypeParam> transposed_case(sporos::generate<TypeParam>(grid));
    transposed_case.start_from(TypeParam(0));
    plan.apply(sporos::Op::transpose, TypeParam(1), transposed_case.x, TypeParam(0), transposed_case.y);
    EXPECT_EQ(plan.describe().transposed.algorithm, "patterns");
  }
}

TYPED_TEST(PatternPlans, OfLargeGridsAddTheLengthsOfRows) {
  if (on_host) GTEST_SKIP() << "hosts look for bands";
  // Their values do not fit into the cache of a GPU of today.
  for (const char* const grid : {"stencil5:2200x2000", "stencil3:7000000"}) {
    SCOPED_TRACE(grid);
    Case<TypeParam> matrix_case(sporos::generate<TypeParam>(grid));
    sporos::Plan plan(Exec(), matrix_case.matrix);
    EXPECT_EQ(plan.describe().decision.algorithm, Algorithm::patterns);
    EXPECT_TRUE(plan.describe().decision.adds_lengths);
    sporos_test::check_repeated_products(matrix_case, plan);
  }
}

TYPED_TEST(PatternPlans, AreNotChosenForRandomColumnsOrAgainstAName) {
  const auto random = sporos::copy_to<Exec::memory_space>(sporos::generate<TypeParam>("uniform:100000,entries=9"));
  EXPECT_NE(sporos::Plan(Exec(), random).describe().decision.algorithm, Algorithm::patterns);
  const auto grid = sporos::copy_to<Exec::memory_space>(sporos::generate<TypeParam>("stencil9:350"));
  sporos::Options options;
  options.algorithm = Algorithm::coop;
  EXPECT_EQ(sporos::Plan(Exec(), grid, options).describe().decision.algorithm, Algorithm::coop);
}

TEST(PatternPlansOfHosts, AreThoseOfCoop) {
  if (!on_host) GTEST_SKIP() << "a GPU has a kernel of its own";
  Case<double> matrix_case(sporos::generate<double>("stencil9:60"));
  const auto with = [&](Algorithm algorithm) {
    sporos::Options options;
    options.algorithm = algorithm;
    const sporos::Plan plan(Exec(), matrix_case.matrix, options);
    plan.apply(1.0, matrix_case.x, 0.0, matrix_case.y);
    const auto y = sporos_test::elements(matrix_case.y);
    return std::pair(plan.describe().decision.shape, y);
  };
  EXPECT_EQ(with(Algorithm::patterns), with(Algorithm::coop));
}

}  // namespace pattern_plans_tests
