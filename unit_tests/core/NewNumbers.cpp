// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What new numbers do to plans of matrices in any format.
#include <gtest/gtest.h>

#include "core/Sporos_AnyPlan.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos::any_matrix;
using sporos::Format;
using sporos::Plan;
using sporos_test::ProductCase;

// With 1024 entries of float a table with its codes takes exactly as many bytes as plain numbers do.
TEST(NewNumbers, LeaveATableOfAnySize) {
  for (const std::int64_t entries : {1023, 1024, 1025}) {
    SCOPED_TRACE(entries);
    const auto pattern = sporos_test::random_pattern("", entries, entries, [](auto) { return 1; });
    auto same = sporos_test::make_matrix<float>(pattern);
    Kokkos::deep_copy(same.values, 2.0F);
    auto other = same;
    other.values = sporos_test::make_vector<float>(entries, 77);
    ProductCase<float> same_case(same);
    ProductCase<float> other_case(other);
    const Exec exec;
    sporos::ConversionOptions conversion;
    conversion.delta_values = sporos::DeltaValues::table;
    const auto stored = sporos::to_any(exec, same_case.matrix, Format::delta_crs, conversion);
    auto plan = Plan(exec, stored);
    sporos_test::check_repeated_products(same_case, plan);
    plan.update_values(other_case.matrix.values);
    sporos_test::check_repeated_products(other_case, plan);
    auto matrix = stored;
    EXPECT_TRUE(matrix.update(exec, other_case.matrix.values));
    EXPECT_FALSE(matrix.update(exec, same_case.matrix.values));
  }
}

}  // namespace
