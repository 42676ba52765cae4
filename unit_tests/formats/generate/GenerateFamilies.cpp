// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/generate/Sporos_GenerateFamilies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "formats/generate/Sporos_Generate.hpp"

namespace generate_families_tests {

using sporos::generate;
using Rows = std::vector<std::vector<int>>;

Rows rows_of(const char* description) {
  const auto matrix = generate<float>(description);
  Rows rows;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    const int* columns = matrix.columns.data();
    rows.emplace_back(columns + matrix.row_offsets(row), columns + matrix.row_offsets(row + 1));
  }
  return rows;
}

std::int64_t entries_of(const Rows& rows) {
  std::int64_t entries = 0;
  for (const auto& row : rows) entries += static_cast<std::int64_t>(row.size());
  return entries;
}

TEST(GenerateFamilies, ArrowsHaveABorderAndBlocks) {
  EXPECT_EQ(rows_of("arrow:4"), (Rows{{0, 1, 2, 3}, {0, 1}, {0, 2}, {0, 3}}));
  const std::vector<int> full{0, 1, 2, 3, 4, 5, 6};
  EXPECT_EQ(rows_of("arrow:7,border=2,block=3"),
            (Rows{full, full, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {0, 1, 5, 6}, {0, 1, 5, 6}}));
  EXPECT_EQ(rows_of("arrow:2,border=2"), (Rows{{0, 1}, {0, 1}}));
}

TEST(GenerateFamilies, OnlyTheLastRowIsFull) {
  const auto rows = rows_of("lastrow:500,shortest=1,longest=4,radius=5");
  EXPECT_EQ(rows.back().size(), 500U);
  for (std::size_t row = 0; row + 1 < rows.size(); ++row) EXPECT_LE(rows[row].size(), 4U) << row;
}

TEST(GenerateFamilies, LengthsComeRound) {
  const auto rows = rows_of("alternating:5x40,lengths=2x17x1");
  std::vector<std::size_t> lengths;
  for (const auto& row : rows) lengths.push_back(row.size());
  EXPECT_EQ(lengths, (std::vector<std::size_t>{2, 17, 1, 2, 17}));
  EXPECT_EQ(rows_of("alternating:2x1000")[1].size(), 300U);
}

TEST(GenerateFamilies, LatticesGoOnAtTheirOtherSide) {
  const auto rows = rows_of("periodic:4x3x5");
  EXPECT_EQ(rows[0], (std::vector<int>{0, 1, 3, 4, 8, 12, 48}));
  EXPECT_EQ(entries_of(rows), 7 * 60);
  EXPECT_EQ(rows_of("periodic:3x1x2")[4], (std::vector<int>{1, 3, 4, 5})) << "neighbours that are the same count once";
}

TEST(GenerateFamilies, DiagonalsAreAsFarApartAsAskedFor) {
  EXPECT_EQ(rows_of("diagonals:5,distances=4x2x2"), (Rows{{0, 2, 4}, {1, 3}, {0, 2, 4}, {1, 3}, {0, 2, 4}}));
  EXPECT_EQ(rows_of("diagonals:30")[15], (std::vector<int>{5, 9, 15, 21, 25}));
  EXPECT_EQ(rows_of("diagonals:1"), (Rows{{0}}));
}

// On a surface without boundary, a triangulation has three times as many edges as points; with more points on one
// circle it would have a few more.
TEST(GenerateFamilies, TriangulationsAreSymmetricAndHaveSixNeighboursOnAverage) {
  const auto rows = rows_of("delaunay:40x30");
  ASSERT_EQ(rows.size(), 1200U);
  EXPECT_EQ(entries_of(rows), 7 * 1200);
  for (int row = 0; row < 1200; ++row) {
    const auto& columns = rows[static_cast<std::size_t>(row)];
    EXPECT_TRUE(std::binary_search(columns.begin(), columns.end(), row)) << row;
    for (const int column : columns) {
      const auto& other = rows[static_cast<std::size_t>(column)];
      EXPECT_TRUE(std::binary_search(other.begin(), other.end(), row)) << row << " has " << column;
    }
  }
  EXPECT_EQ(rows_of("delaunay:1"), (Rows{{0}}));
}

TEST(GenerateFamilies, PopularColumnsHaveTheSharesOfTheirLaw) {
  const auto rows = rows_of("zipf:20000x1000,entries=1");
  std::vector<int> popularity(1000);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 1U);
    ++popularity[static_cast<std::size_t>(row[0])];
  }
  // 1/1.125 and 1/2.125 over the sum of 1/(k + 1/8) up to 1000, 7.297.
  EXPECT_NEAR(popularity[0] / 20000.0, 0.1218, 0.01);
  EXPECT_NEAR(popularity[1] / 20000.0, 0.0645, 0.01);
  const auto several = rows_of("zipf:2000x50,entries=9");
  EXPECT_LT(entries_of(several), 9 * 2000);
  EXPECT_GT(entries_of(several), 5 * 2000);
}

}  // namespace generate_families_tests
