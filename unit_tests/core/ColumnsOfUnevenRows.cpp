// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of several columns on a GPU, by plans whose row blocks for them are others than those for one column.
#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "formats/Sporos_Generate.hpp"
#include "policies/crs/Sporos_ContiguousColumnsRule.hpp"
#include "unit_tests/core/Recordable.hpp"
#include "unit_tests/support/Columns.hpp"

namespace columns_of_uneven_rows_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::detail::host_copy;
using sporos_test::columns_of_numbers;
using sporos_test::Recordable;
using Left = Kokkos::LayoutLeft;
using Right = Kokkos::LayoutRight;

// With rows of 1 to some thousand entries.
const char* const uneven = "powerlaw:30000";
// With few rows, of hundreds of entries.
const char* const long_rows = "long:450,shortest=100,longest=400";

template <class Plan>
bool has_row_blocks_for_columns(const Plan& plan) {
  const sporos::CrsDecision decision = plan.describe().decision;
  const sporos::RowProfile rows = plan.describe().profile;
  return !sporos::detail::is_host_execution<Exec> &&
         !(sporos::detail::decide_columns(decision, {true, true}, rows.nnz, rows.longest_row, 3) == decision);
}

template <class Layout, class Plan, class Host>
void check(const Plan& plan, const Host& host, int count, double beta) {
  SCOPED_TRACE(sporos::detail::concat(count, " columns"));
  sporos_test::check_columns(host, columns_of_numbers<double, Layout>(host.num_columns, count, 1),
                             columns_of_numbers<double, Layout>(host.num_rows, count, 100), beta,
                             [&](auto... arguments) { plan.apply(arguments...); });
}

void check_from_first_product_on(const char* matrix) {
  SCOPED_TRACE(matrix);
  const auto host = sporos::generate<double>(matrix);
  const sporos::Plan plan(sporos::copy_to<Space>(host));
  if (!has_row_blocks_for_columns(plan)) GTEST_SKIP() << "not on this backend";
  const std::int64_t before = plan.memory().prepared;
  check<Right>(plan, host, 2, 0.5);
  EXPECT_EQ(plan.memory().prepared, before);
  check<Right>(plan, host, 3, 0.5);
  const std::int64_t with_columns = plan.memory().prepared;
  EXPECT_GT(with_columns, before);
  for (const int count : {4, 7, 8, 16, 17}) {
    for (const double beta : {0.0, 1.0}) check<Right>(plan, host, count, beta);
  }
  EXPECT_EQ(plan.memory().prepared, with_columns);
  for (const int count : {4, 16}) check<Left>(plan, host, count, -0.5);
  EXPECT_GT(plan.memory().prepared, with_columns);  // a copy of x
}

TEST(ColumnsOfUnevenRows, HaveRowBlocksFromTheirFirstProductOn) { check_from_first_product_on(uneven); }

TEST(ColumnsOfUnevenRows, OrOfFewLongOnesHaveRowBlocksFromTheirFirstProductOn) {
  check_from_first_product_on(long_rows);
}

TEST(ColumnsOfUnevenRows, KeepAnAlgorithmThatIsNamed) {
  const auto host = sporos::generate<double>(long_rows);
  sporos::Options options;
  options.algorithm = sporos::Algorithm::coop;
  const sporos::Plan plan(sporos::copy_to<Space>(host), options);
  check<Right>(plan, host, 1, 0.5);
  const std::int64_t before = plan.memory().prepared;
  check<Right>(plan, host, 8, 0.5);
  EXPECT_EQ(plan.memory().prepared, before);
}

TEST(ColumnsOfUnevenRows, KeepAShapeThatIsGiven) {
  const auto host = sporos::generate<double>(uneven);
  sporos::Options options;
  options.algorithm = sporos::Algorithm::adaptive;
  options.shape = sporos::RowShape{1, 4, sporos::detail::is_host_execution<Exec> ? 1 : 512};
  const sporos::Plan plan(sporos::copy_to<Space>(host), options);
  const std::int64_t before = plan.memory().prepared;
  check<Right>(plan, host, 8, 0.5);
  EXPECT_EQ(plan.memory().prepared, before);
}

// What a recorded product reads cannot be prepared then, and the bits stay those of the first product.
TEST(ColumnsOfUnevenRows, StayAsTheFirstRecordedProductHadThem) {
  const auto host = sporos::generate<double>(uneven);
  const sporos::Plan plan(Exec(), sporos::copy_to<Space>(host), {}, Recordable());
  if (!has_row_blocks_for_columns(plan)) GTEST_SKIP() << "not on this backend";
  const std::int64_t before = plan.memory().prepared;
  const auto x = columns_of_numbers<double, Right>(host.num_columns, 4, 1);
  const auto recorded = columns_of_numbers<double, Right>(host.num_rows, 4, 100);
  const auto later = columns_of_numbers<double, Right>(host.num_rows, 4, 100);
  Recordable::now = true;
  plan.apply(0.75, x, 0.5, recorded);
  Recordable::now = false;
  plan.apply(0.75, x, 0.5, later);
  EXPECT_EQ(plan.memory().prepared, before);
  const auto first = host_copy(recorded);
  const auto second = host_copy(later);
  for (std::int64_t row = 0; row < host.num_rows; ++row) {
    for (int c = 0; c < 4; ++c) ASSERT_EQ(first(row, c), second(row, c)) << row << ", " << c;
  }
}

}  // namespace columns_of_uneven_rows_tests
