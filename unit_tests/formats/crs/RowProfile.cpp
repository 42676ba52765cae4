// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/crs/Sporos_MeasureRows.hpp"

#include <gtest/gtest.h>

#include "unit_tests/support/Gallery.hpp"

namespace row_profile_tests {

using Exec = Kokkos::DefaultExecutionSpace;

TEST(RowProfile, CountsWhatACarefulReaderCounts) {
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto matrix = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(pattern));
    const sporos::RowProfile profile = sporos::measure_rows(Exec(), matrix);
    std::int64_t longest = 0;
    std::int64_t empty = 0;
    std::int64_t short_rows = 0;
    double squares = 0;
    for (const auto& row : pattern.rows) {
      longest = std::max(longest, static_cast<std::int64_t>(row.size()));
      empty += row.empty() ? 1 : 0;
      short_rows += row.size() <= 8 ? 1 : 0;
      squares += static_cast<double>(row.size() * row.size());
    }
    EXPECT_EQ(profile.num_rows, static_cast<std::int64_t>(pattern.rows.size()));
    EXPECT_EQ(profile.num_columns, pattern.num_columns);
    EXPECT_EQ(profile.nnz, pattern.nnz());
    EXPECT_EQ(profile.longest_row, longest);
    EXPECT_EQ(profile.empty_rows, empty);
    EXPECT_EQ(profile.short_rows, short_rows);
    EXPECT_EQ(profile.sum_of_squares, squares);
  }
}

TEST(RowProfile, CallsRowsOfUpToEightEntriesShort) {
  static_assert(sporos::RowProfile::short_row == 8, "the test above counts them");
  const auto pattern = sporos_test::random_pattern("0 to 9", 10, 50, [](auto row) { return row; });
  const auto matrix = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(pattern));
  EXPECT_EQ(sporos::measure_rows(Exec(), matrix).short_rows, 9);
}

TEST(RowProfile, KnowsMeanAndDeviation) {
  const sporos::RowProfile profile{4, 10, 20, 9, 0, 1 + 9 + 49 + 81};  // rows of 1, 3, 7 and 9
  EXPECT_DOUBLE_EQ(profile.mean_row(), 5);
  EXPECT_DOUBLE_EQ(profile.row_deviation(), std::sqrt(10.0));
  EXPECT_EQ(sporos::RowProfile{}.mean_row(), 0);
  EXPECT_EQ(sporos::RowProfile{}.row_deviation(), 0);
}

}  // namespace row_profile_tests
