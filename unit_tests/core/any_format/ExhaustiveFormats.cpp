// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans that try every storage format.
#include <gtest/gtest.h>

#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace exhaustive_formats_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos::any_matrix;
using sporos::Format;
using sporos::Options;
using sporos::Plan;
using sporos_test::complaint;
using sporos_test::drawn;
using sporos_test::ProductCase;

Options exhaustive(std::int64_t expected_products) {
  Options options;
  options.format = Format::automatic;
  options.expected_products = expected_products;
  options.tuning = sporos::Tuning::exhaustive;
  return options;
}

TEST(ExhaustiveFormats, AreAllTimed) {
  const Exec exec;
  ProductCase<double> matrix_case(sporos_test::structured_gallery()[1]);
  const auto plan = Plan(exec, any_matrix(matrix_case.matrix), exhaustive(1000000));
  sporos_test::check_repeated_products(matrix_case, plan);
  const auto description = plan.describe();
  const auto& tried = description.trials.tried;
  ASSERT_EQ(tried.size(), sporos::all_formats().size());
  for (const auto& one : tried) {
    if (one.format == Format::packet && !sporos::has_metis) continue;
    EXPECT_TRUE(std::isfinite(one.seconds)) << name(one.format) << one.refusal;
    EXPECT_GT(one.products, 0) << name(one.format);
    EXPECT_GT(one.bytes, 0) << name(one.format);
    EXPECT_LE(tried.front().seconds, one.seconds);
  }
  EXPECT_EQ(description.format, description.trials.best().format);
  EXPECT_NE(description.words().find("Exhaustive search tried 12 formats; for 1000000 products"), std::string::npos);
  EXPECT_EQ(description.decision.candidates.size(), 0u);
}

TEST(ExhaustiveFormats, AreTriedWithoutMetisForAFewProducts) {
  const auto plan = Plan(Exec(), any_matrix(drawn()), exhaustive(0));
  EXPECT_NE(plan.describe().trials.table().find("METIS would take longer than all expected products"),
            std::string::npos);
}

TEST(ExhaustiveFormats, AreCompressedRowsForNoProducts) {
  const auto plan = Plan(Exec(), any_matrix(drawn()), exhaustive(0));
  EXPECT_EQ(plan.format(), Format::crs);
}

TEST(ExhaustiveFormats, KeepToTheBytes) {
  Options options = exhaustive(1000000);
  options.max_bytes = 1;
  const auto description = Plan(Exec(), any_matrix(drawn()), options).describe();
  EXPECT_EQ(description.format, Format::crs);
  for (const auto& one : description.trials.tried) {
    EXPECT_EQ(std::isfinite(one.seconds), one.format == Format::crs) << name(one.format);
  }
  EXPECT_NE(description.trials.table().find("but max_bytes is 1"), std::string::npos);
}

TEST(ExhaustiveFormats, AreForbiddenByDeterministic) {
  Options options = exhaustive(1000);
  options.deterministic = true;
  EXPECT_NE(complaint([&] { Plan(Exec(), any_matrix(drawn()), options); }).find("deterministic = true forbids tuning"),
            std::string::npos);
}

}  // namespace exhaustive_formats_tests
