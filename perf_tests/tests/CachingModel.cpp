// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/support/CachingModel.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace caching_model_tests {

using sporos::perf::ByteModel;
using sporos::perf::cache_lines_loaded;
using sporos::perf::caching_bytes;

// 4 rows, 8 columns; with four elements a line, line 0 is columns 0 to 3 and line 1 is columns 4 to 7.
//
//   row 0:  a b . . | . . . .      line 0
//   row 1:  . . c . | d . . .      lines 0, 1
//   row 2:  . . . . | . . . .      none
//   row 3:  . . . . | . e . f      line 1
const std::vector<int> offsets = {0, 2, 4, 4, 6};
const std::vector<int> columns = {0, 1, 2, 4, 5, 7};

std::int64_t lines(std::int64_t rows_per_block, int line_bytes = 32) {
  return cache_lines_loaded(offsets, columns, 8, rows_per_block, 8, line_bytes);
}

TEST(CachingModel, LineIsLoadedOnceInABlock) {
  EXPECT_EQ(lines(1), 1 + 2 + 0 + 1);
  EXPECT_EQ(lines(2), 2 + 1);
  EXPECT_EQ(lines(4), 2);
}

TEST(CachingModel, LastBlockMayBeShort) {
  EXPECT_EQ(lines(3), 2 + 1);
  EXPECT_EQ(lines(1000), 2);
}

TEST(CachingModel, LineOfOneElementCountsDistinctColumns) {
  EXPECT_EQ(lines(1, 8), 6);
  EXPECT_EQ(cache_lines_loaded(std::vector<int>{0, 2, 4}, std::vector<int>{0, 1, 1, 2}, 3, 2, 8, 8), 3);
}

TEST(CachingModel, LineIsLoadedAgainByALaterBlock) {
  const std::vector<int> same_column(6, 0);
  const std::vector<int> one_a_row = {0, 1, 2, 3, 4, 5, 6};
  EXPECT_EQ(cache_lines_loaded(one_a_row, same_column, 1, 1, 4), 6);
  EXPECT_EQ(cache_lines_loaded(one_a_row, same_column, 1, 2, 4), 3);
}

TEST(CachingModel, LinesAre128BytesWhereNothingIsSaid) {
  const std::vector<int> row = {0, 3};
  EXPECT_EQ(cache_lines_loaded(row, std::vector<int>{0, 15, 16}, 17, 1, 8), 2);
  EXPECT_EQ(cache_lines_loaded(row, std::vector<int>{0, 15, 16}, 17, 1, 4), 1);
}

TEST(CachingModel, EmptyMatrixLoadsNothing) {
  EXPECT_EQ(cache_lines_loaded(std::vector<int>{}, std::vector<int>{}, 5, 1, 8), 0);
  EXPECT_EQ(cache_lines_loaded(std::vector<int>{0}, std::vector<int>{}, 0, 1, 8), 0);
  EXPECT_EQ(cache_lines_loaded(std::vector<int>{0, 0}, std::vector<int>{}, 0, 1, 8), 0);
}

TEST(CachingModel, RefusesBlocksWithoutRowsAndPartsOfElements) {
  EXPECT_THROW(lines(0), std::invalid_argument);
  EXPECT_THROW(lines(1, 12), std::invalid_argument);
}

TEST(CachingModel, BytesAreStreamedArraysAndLines) {
  constexpr ByteModel bytes{4, 8, 6, 8, 8, false};
  // 6 entries of 8 + 4 bytes, 4 rows of 8 + 4 bytes, 3 lines of 32 bytes
  EXPECT_EQ(caching_bytes(bytes, 3, 32), 6 * 12 + 4 * 12 + 3 * 32);
}

TEST(CachingModel, DenseMatrixInOneBlockMovesTheMinimum) {
  std::vector<int> all_columns(32);
  for (int k = 0; k < 32; ++k) all_columns[static_cast<std::size_t>(k)] = k % 16;
  constexpr ByteModel bytes{2, 16, 32, 8, 8, false};
  const std::int64_t loaded = cache_lines_loaded(std::vector<int>{0, 16, 32}, all_columns, 16, 2, 8);
  EXPECT_EQ(caching_bytes(bytes, loaded), bytes.minimum());
}

TEST(CachingModel, ScatteredColumnsMoveMoreThanEffectively) {
  // Four entries per row, each in a line of its own; no other entry uses the rest of the line.
  const std::vector<int> scattered = {0, 16, 32, 48, 1, 17, 33, 49};
  constexpr ByteModel bytes{2, 64, 8, 8, 8, false};
  const std::int64_t loaded = cache_lines_loaded(std::vector<int>{0, 4, 8}, scattered, 64, 1, 8);
  EXPECT_EQ(loaded, 8);
  EXPECT_GT(caching_bytes(bytes, loaded), bytes.effective());
}

}  // namespace caching_model_tests
