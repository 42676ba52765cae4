// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/crs/Sporos_ColumnDistance.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace column_distance_tests {

using sporos::detail::ColumnDistance;
using sporos::detail::sampled_column_distance;

TEST(ColumnDistance, IsTheMeanBetweenTheMiddleColumnsOfRowsThatHaveEntries) {
  const std::vector<int> offsets = {0, 1, 1, 4, 5};
  const std::vector<int> columns = {10, 3, 20, 5, 100};
  ColumnDistance distance;
  EXPECT_EQ(distance.mean(), 0);
  distance.add(offsets.data(), columns.data(), 0, 2);
  EXPECT_EQ(distance.mean(), 0);
  distance.add(offsets.data(), columns.data(), 0, 3);
  EXPECT_EQ(distance.mean(), 10);
  distance.add(offsets.data(), columns.data(), 1, 4);
  EXPECT_EQ(distance.mean(), (10 + 80) / 2);
  EXPECT_EQ(sampled_column_distance(4, offsets.data(), columns.data()), (10 + 80) / 2);
  EXPECT_EQ(sampled_column_distance(0, offsets.data(), columns.data()), 0);
}

// One entry a row: those of the first half are below each other, those of the second 1000 columns apart.
TEST(ColumnDistance, IsSampledAllOverAMatrix) {
  constexpr int rows = 40000;
  std::vector<std::int64_t> offsets(rows + 1);
  std::vector<std::int64_t> columns(rows);
  for (int row = 0; row < rows; ++row) {
    offsets[static_cast<std::size_t>(row) + 1] = row + 1;
    columns[static_cast<std::size_t>(row)] = row < rows / 2 ? 0 : 1000LL * (row - rows / 2);
  }
  EXPECT_NEAR(static_cast<double>(sampled_column_distance(rows, offsets.data(), columns.data())), 500, 10);
}

}  // namespace column_distance_tests
