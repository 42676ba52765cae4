// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Row blocks from the device, in the order of their rows, compared with those of a simple loop.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/setup/Sporos_Inspect.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace setup_row_blocks_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using HostMatrix = sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>;

std::vector<std::int64_t> device_blocks(const HostMatrix& host, const sporos::detail::RowBlockLimits& limits) {
  const auto matrix = sporos::copy_to<Exec::memory_space>(host);
  const auto lists = sporos::detail::list_rows(Exec(), sporos::crs_view(matrix), {limits, {}});
  using Listed = Kokkos::View<const sporos::detail::RowBlock*, Exec::memory_space>;
  const auto blocks = sporos::detail::host_copy(Listed(lists.blocks, static_cast<std::size_t>(lists.num_blocks)));
  std::vector<std::int64_t> first_row;
  for (std::size_t i = 0; i < blocks.extent(0); ++i) {
    const sporos::detail::RowBlock& block = blocks(i);
    first_row.push_back(block.first_row);
    EXPECT_EQ(block.begin, host.row_offsets(static_cast<std::size_t>(block.first_row))) << "block " << i;
    EXPECT_EQ(block.end, host.row_offsets(static_cast<std::size_t>(block.first_row + block.num_rows))) << "block " << i;
  }
  std::sort(first_row.begin(), first_row.end());
  // If no row is in two blocks or in none, every block but the last ends where another one begins.
  std::int64_t rows = 0;
  for (std::size_t i = 0; i < blocks.extent(0); ++i) {
    rows += blocks(i).num_rows;
    const std::int64_t end = blocks(i).first_row + blocks(i).num_rows;
    EXPECT_TRUE(end == host.num_rows || std::binary_search(first_row.begin(), first_row.end(), end)) << "block " << i;
  }
  EXPECT_EQ(rows, host.num_rows);
  first_row.push_back(host.num_rows);
  return first_row;
}

// The number of rows of a part, at whose end a block always ends. It is at most eight full blocks. It is halved while
// there are fewer than 128 parts and a part keeps a full block and 256 rows. Then it is halved while a part has more
// than 64 tiles at the mean row length, and 16 rows or more.
std::int64_t part_rows(const HostMatrix& matrix, const sporos::detail::RowBlockLimits& limits) {
  std::int64_t rows = limits.rows;
  for (int blocks = 2; blocks <= 8 && blocks * limits.rows <= 1024; ++blocks) rows = blocks * limits.rows;
  while (rows >= 512 && rows >= 2 * limits.rows && 128 * (rows / 2) >= matrix.num_rows) rows /= 2;
  const std::int64_t mean = matrix.nnz() / matrix.num_rows;
  while (rows >= 16 && rows * mean > 64 * limits.entries) rows /= 2;
  return rows;
}

// Row by row: a row is added to the block unless that is full.
std::vector<std::int64_t> reference_blocks(const HostMatrix& matrix, const sporos::detail::RowBlockLimits& limits) {
  std::vector<std::int64_t> first_row;
  std::int64_t rows = 0;
  std::int64_t entries = 0;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    const std::int64_t length = matrix.row_offsets(row + 1) - matrix.row_offsets(row);
    const bool joins =
        row > 0 && row % part_rows(matrix, limits) != 0 && rows < limits.rows && entries + length <= limits.entries;
    if (!joins) {
      first_row.push_back(row);
      rows = 0;
      entries = 0;
    }
    ++rows;
    entries += length;
  }
  first_row.push_back(matrix.num_rows);
  return first_row;
}

const std::vector<sporos::detail::RowBlockLimits> all_limits{
    {1, 1}, {1, 100}, {7, 3}, {32, 32}, {512, 128}, {2048, 1024}, {std::int64_t{1} << 40, 100}};

TEST(SetupRowBlocks, EqualThoseOfTheReference) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.rows.empty()) continue;
    const auto matrix = sporos_test::make_matrix<double>(pattern);
    for (const auto& limits : all_limits) {
      EXPECT_EQ(device_blocks(matrix, limits), reference_blocks(matrix, limits))
          << pattern.name << ", " << limits.entries << " entries, " << limits.rows << " rows";
    }
  }
}

TEST(SetupRowBlocks, HoldEveryRowOnceWithinTheLimits) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.rows.empty()) continue;
    const auto matrix = sporos_test::make_matrix<double>(pattern);
    for (const auto& limits : all_limits) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", limits.entries, " entries, ", limits.rows, " rows"));
      const auto first_row = device_blocks(matrix, limits);
      ASSERT_EQ(first_row.front(), 0);
      ASSERT_EQ(first_row.back(), matrix.num_rows);
      for (std::size_t block = 0; block + 1 < first_row.size(); ++block) {
        const std::int64_t rows = first_row[block + 1] - first_row[block];
        const std::int64_t entries = matrix.row_offsets(first_row[block + 1]) - matrix.row_offsets(first_row[block]);
        ASSERT_GE(rows, 1);
        ASSERT_LE(rows, limits.rows);
        if (rows > 1) {
          ASSERT_LE(entries, limits.entries);
        }
      }
    }
  }
}

TEST(SetupRowBlocks, AreRightWhereverTheRowsLieInTheArrays) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.rows.empty()) continue;
    const auto matrix = sporos_test::with_unused_entries(sporos_test::make_matrix<double>(pattern), 1000, 10);
    EXPECT_EQ(device_blocks(matrix, {50, 20}), reference_blocks(matrix, {50, 20})) << pattern.name;
  }
}

// | 3 2 | 9 | 0 0 5 | 1 |   in tiles of 5 entries
TEST(SetupRowBlocks, OfSevenRowsAreThese) {
  const std::vector<std::int64_t> lengths{3, 2, 9, 0, 0, 5, 1};
  const auto matrix = sporos_test::make_matrix<double>(sporos_test::random_pattern(
      "seven rows", 7, 20, [&](auto row) { return lengths[static_cast<std::size_t>(row)]; }));
  EXPECT_EQ(device_blocks(matrix, {5, 10}), (std::vector<std::int64_t>{0, 2, 3, 6, 7}));
  EXPECT_EQ(device_blocks(matrix, {5, 2}), (std::vector<std::int64_t>{0, 2, 3, 5, 6, 7}));
  EXPECT_EQ(device_blocks(matrix, {100, 1}), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(device_blocks(matrix, {100, 7}), (std::vector<std::int64_t>{0, 7}));
}

}  // namespace setup_row_blocks_tests
