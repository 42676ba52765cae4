// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans without an instance run on the default one.
#include <gtest/gtest.h>

#include "core/device/instance/Sporos_InstanceKey.hpp"
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace default_instance_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos::Plan;
using sporos_test::ProductCase;

ProductCase<double> some_case() {
  return ProductCase<double>(sporos_test::random_pattern("rows of 5", 400, 300, [](auto) { return 5; }));
}

template <class T, class Wanted>
constexpr bool is = std::is_same<T, Wanted>::value;

TEST(DefaultInstance, ServesCompressedRows) {
  auto matrix_case = some_case();
  const Plan plan(matrix_case.matrix);
  static_assert(is<decltype(plan), const decltype(Plan(Exec(), matrix_case.matrix))>);
  EXPECT_EQ(sporos::detail::instance_key(plan.exec()), sporos::detail::instance_key(Exec()));
  check_repeated_products(matrix_case, plan);
}

TEST(DefaultInstance, ServesWithOptionsAndKernels) {
  auto matrix_case = some_case();
  sporos::Options options;
  options.algorithm = sporos::Algorithm::merge_path;
  const Plan plan(matrix_case.matrix, options);
  static_assert(is<decltype(plan), const decltype(Plan(Exec(), matrix_case.matrix, options))>);
  EXPECT_EQ(plan.describe().decision.algorithm, options.algorithm);
  check_repeated_products(matrix_case, plan);

  const Plan every(matrix_case.matrix, options, sporos::EveryPrimitive());
  static_assert(
      is<decltype(every), const decltype(Plan(Exec(), matrix_case.matrix, options, sporos::EveryPrimitive()))>);
  EXPECT_EQ(every.describe().decision.algorithm, options.algorithm);
  check_repeated_products(matrix_case, every);
}

TEST(DefaultInstance, ServesStorageFormats) {
  auto matrix_case = some_case();
  const auto ell = sporos::to_ell(Exec(), matrix_case.matrix);
  const Plan plan(ell);
  static_assert(is<decltype(plan), const decltype(Plan(Exec(), ell))>);
  check_repeated_products(matrix_case, plan);
  sporos::Options options;
  options.gather = sporos::detail::VectorBinder<Exec>::preferred;
  check_repeated_products(matrix_case, Plan(ell, options));
}

TEST(DefaultInstance, ServesAnyMatrix) {
  auto matrix_case = some_case();
  const auto any = sporos::any_matrix(matrix_case.matrix);
  sporos::Options options;
  options.format = sporos::Format::sell;
  const Plan plan(any, options);
  static_assert(is<decltype(plan), const decltype(Plan(Exec(), any, options))>);
  EXPECT_EQ(plan.format(), sporos::Format::sell);
  check_repeated_products(matrix_case, plan);
}

// A plan is not taken for a matrix.
TEST(DefaultInstance, LeavesMovedPlansAlone) {
  auto matrix_case = some_case();
  Plan plan(matrix_case.matrix);
  const Plan moved(std::move(plan));
  static_assert(is<decltype(moved), const decltype(plan)>);
  check_repeated_products(matrix_case, moved);
}

// The type that a class uses for a member that is a plan of any matrix.
TEST(DefaultInstance, HasPlansOfTheTypeThatPlanOfSays) {
  const auto is_type = [](const auto& matrix) {
    using Matrix = std::decay_t<decltype(matrix)>;
    return is<sporos::PlanOf<Exec, Matrix>, decltype(Plan(matrix))>;
  };
  using Space = Exec::memory_space;
  EXPECT_TRUE(is_type(sporos::CrsMatrix<double, int, int, Space>()));
  EXPECT_TRUE(is_type(sporos::CrsView<double, int, int, Space>()));
  EXPECT_TRUE(is_type(sporos::EllMatrix<double, int, int, Space>()));
  EXPECT_TRUE(is_type(sporos::AnyMatrix<double, int, int, Space>()));
}

}  // namespace default_instance_tests
