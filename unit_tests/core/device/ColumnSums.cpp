// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/host/Sporos_ColumnSums.hpp"

#include <gtest/gtest.h>

#include "unit_tests/support/HostLeaves.hpp"

namespace column_sums_tests {

using sporos::HostLevel;
using sporos_test::RowsAmongOthers;

// Sums `Columns` columns, `gap` numbers apart from those of the next row. Nothing is readable behind the last row of x.
template <int Columns, class Value, class X, class Offset>
void check(RowsAmongOthers<Value, X, Offset> rows, std::int64_t gap) {
  SCOPED_TRACE(sporos::detail::concat(Columns, " columns, gap ", gap));
  const std::int64_t stride = Columns + gap;
  const auto x_rows = static_cast<std::int64_t>(rows.x.size());
  std::vector<X> x(static_cast<std::size_t>((x_rows - 1) * stride + Columns), std::numeric_limits<X>::quiet_NaN());
  sporos_test::Mixer mixer(x.size());
  for (std::int64_t j = 0; j < x_rows; ++j) {
    for (int c = 0; c < Columns; ++c) x[static_cast<std::size_t>(j * stride + c)] = static_cast<X>(mixer.number());
  }
  for (const HostLevel level : sporos_test::leaf_levels()) {
    for (const bool prefetches : {false, true}) {
      std::vector<X> sums(static_cast<std::size_t>(rows.num_rows() * Columns) + 1, X(7));
      auto run = rows.run(prefetches);
      run.x = x.data();
      sporos::detail::column_sums_leaf<Columns, Value, X, Offset>(level)(run, stride, sums.data());
      EXPECT_EQ(sums.back(), X(7)) << "wrote behind the sums";
      for (int c = 0; c < Columns; ++c) {
        RowsAmongOthers<Value, X, Offset> column = rows;
        for (std::int64_t j = 0; j < x_rows; ++j) {
          column.x[static_cast<std::size_t>(j)] = x[static_cast<std::size_t>(j * stride + c)];
        }
        for (std::int64_t row = 0; row < rows.num_rows(); ++row) {
          const X sum = sums[static_cast<std::size_t>(row * Columns + c)];
          EXPECT_TRUE(column.is_sum(row, static_cast<double>(sum))) << "row " << row << ", column " << c;
        }
      }
    }
  }
}

template <class Value, class X, class Offset>
void check_columns() {
  std::vector<std::int64_t> lengths;
  for (std::int64_t length = 0; length <= 35; ++length) lengths.push_back(length * 13 % 36);
  for (const auto& list : {std::vector<std::int64_t>{}, {0, 0}, {300}, lengths}) {
    const RowsAmongOthers<Value, X, Offset> rows(list, 3, 9);
    for (const std::int64_t gap : {0, 3}) {
      check<4>(rows, gap);
      check<8>(rows, gap);
      check<16>(rows, gap);
    }
  }
}

TEST(ColumnSums, AreThoseOfEveryColumn) {
  check_columns<double, double, int>();
  check_columns<float, float, std::size_t>();
  check_columns<float, double, int>();
}

TEST(ColumnSums, HaveLeavesForFourEightAndSixteenColumns) {
  for (const HostLevel level : sporos_test::leaf_levels()) {
    EXPECT_NE((sporos::detail::column_sums_leaf<4, double, double, int>(level)), nullptr);
    EXPECT_EQ((sporos::detail::column_sums_leaf<2, double, double, int>(level)), nullptr);
  }
  EXPECT_EQ((sporos::detail::column_sums_leaf<4, double, double, int>(HostLevel::portable)), nullptr);
}

}  // namespace column_sums_tests
