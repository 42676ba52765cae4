// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/generate/Sporos_Generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace generate_tests {

using sporos::generate;
using Rows = std::vector<std::vector<int>>;
using Values = std::vector<double>;

template <class Matrix>
Rows rows_of(const Matrix& matrix) {
  Rows rows;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    const auto* columns = matrix.columns.data();
    rows.emplace_back(columns + matrix.row_offsets(row), columns + matrix.row_offsets(row + 1));
  }
  return rows;
}

template <class Matrix>
Values values_of(const Matrix& matrix) {
  return Values(matrix.values.data(), matrix.values.data() + matrix.nnz());
}

struct LengthStatistics {
  double mean = 0;
  double deviation = 0;
  std::int64_t shortest = 0;
  std::int64_t longest = 0;
};

template <class Matrix>
LengthStatistics length_statistics(const Matrix& matrix) {
  LengthStatistics result;
  result.mean = static_cast<double>(matrix.nnz()) / static_cast<double>(matrix.num_rows);
  result.shortest = matrix.num_columns;
  double squares = 0;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    const std::int64_t length = matrix.row_offsets(row + 1) - matrix.row_offsets(row);
    result.shortest = std::min(result.shortest, length);
    result.longest = std::max(result.longest, length);
    squares += (static_cast<double>(length) - result.mean) * (static_cast<double>(length) - result.mean);
  }
  result.deviation = std::sqrt(squares / static_cast<double>(matrix.num_rows));
  return result;
}

// The number of rows that break a promise of generate(): ascending, distinct columns within the matrix.
template <class Matrix>
std::int64_t count_bad_rows(const Matrix& matrix) {
  std::int64_t bad = 0;
  for (const auto& row : rows_of(matrix)) {
    std::int64_t previous = -1;
    bool good = true;
    for (const std::int64_t column : row) {
      good = good && column > previous && column < matrix.num_columns;
      previous = column;
    }
    bad += good ? 0 : 1;
  }
  return bad;
}

TEST(Generate, EveryExampleOfTheListIsAGoodMatrix) {
  for (const auto& generator : sporos::generators()) {
    SCOPED_TRACE(generator.example);
    EXPECT_EQ(generator.example.rfind(generator.name + ":", 0), 0U);
    EXPECT_EQ(generator.syntax.rfind(generator.name + ":", 0), 0U);
    EXPECT_FALSE(generator.what.empty());
    const auto matrix = generate<float>(generator.example);
    EXPECT_GT(matrix.nnz(), 1000);
    EXPECT_EQ(matrix.row_offsets.extent(0), static_cast<std::size_t>(matrix.num_rows) + 1);
    EXPECT_EQ(matrix.row_offsets(0), 0);
    EXPECT_EQ(matrix.row_offsets(matrix.num_rows), matrix.nnz());
    EXPECT_EQ(matrix.columns.extent(0), matrix.values.extent(0));
    EXPECT_EQ(count_bad_rows(matrix), 0);
    const auto values = values_of(matrix);
    EXPECT_EQ(std::count(values.begin(), values.end(), 0.0), 0);
  }
}

TEST(Generate, ThreePointLaplacianIsTridiagonal) {
  const auto matrix = generate("stencil3:4,values=laplace");
  EXPECT_EQ(rows_of(matrix), (Rows{{0, 1}, {0, 1, 2}, {1, 2, 3}, {2, 3}}));
  EXPECT_EQ(values_of(matrix), (Values{2, -1, -1, 2, -1, -1, 2, -1, -1, 2}));
  EXPECT_EQ(matrix.num_columns, 4);
}

// 0 1 2
// 3 4 5
TEST(Generate, FivePointsOnARectangleNumberTheFirstCoordinateFastest) {
  const auto matrix = generate("stencil5:3x2,values=laplace");
  EXPECT_EQ(rows_of(matrix), (Rows{{0, 1, 3}, {0, 1, 2, 4}, {1, 2, 5}, {0, 3, 4}, {1, 3, 4, 5}, {2, 4, 5}}));
  EXPECT_EQ(values_of(matrix), (Values{4, -1, -1, -1, 4, -1, -1, -1, 4, -1, -1, 4, -1, -1, -1, 4, -1, -1, -1, 4}));
}

TEST(Generate, FivePointsOnASquareOfThree) {
  EXPECT_EQ(rows_of(generate("stencil5:3")), (Rows{{0, 1, 3},
                                                   {0, 1, 2, 4},
                                                   {1, 2, 5},
                                                   {0, 3, 4, 6},
                                                   {1, 3, 4, 5, 7},
                                                   {2, 4, 5, 8},
                                                   {3, 6, 7},
                                                   {4, 6, 7, 8},
                                                   {5, 7, 8}}));
}

TEST(Generate, NinePointsIncludeTheDiagonals) {
  const auto matrix = generate("stencil9:3x2,values=laplace");
  const std::vector<int> corner_row{0, 1, 3, 4};
  const std::vector<int> all{0, 1, 2, 3, 4, 5};
  const std::vector<int> far_corner_row{1, 2, 4, 5};
  EXPECT_EQ(rows_of(matrix), (Rows{corner_row, all, far_corner_row, corner_row, all, far_corner_row}));
  EXPECT_EQ(matrix.values(0), 8);
  EXPECT_EQ(matrix.values(1), -1);
}

// Planes z = 0: 0 1 2 / 3 4 5 and z = 1: 6 7 8 / 9 10 11.
TEST(Generate, SevenPointsOnABox) {
  const auto rows = rows_of(generate("stencil7:3x2x2"));
  ASSERT_EQ(rows.size(), 12U);
  EXPECT_EQ(rows[0], (std::vector<int>{0, 1, 3, 6}));
  EXPECT_EQ(rows[4], (std::vector<int>{1, 3, 4, 5, 10}));
  EXPECT_EQ(rows[11], (std::vector<int>{5, 8, 10, 11}));
  const auto cube = rows_of(generate("stencil7:3"));
  EXPECT_EQ(cube[13], (std::vector<int>{4, 10, 12, 13, 14, 16, 22}));
}

TEST(Generate, TwentySevenPointsCoupleTheMiddleWithEverything) {
  const auto matrix = generate("stencil27:3,values=laplace");
  const auto rows = rows_of(matrix);
  EXPECT_EQ(matrix.nnz(), 7 * 7 * 7);
  EXPECT_EQ(rows[13].size(), 27U);
  EXPECT_EQ(rows[0], (std::vector<int>{0, 1, 3, 4, 9, 10, 12, 13}));
  EXPECT_EQ(matrix.values(0), 26);
}

TEST(Generate, FiniteElementsHaveDenseBlocksOfThreeUnknowns) {
  const auto pair = generate("fem3:2x1x1");
  EXPECT_EQ(rows_of(pair), Rows(6, {0, 1, 2, 3, 4, 5}));
  const auto line = rows_of(generate("fem3:3x1x1"));
  EXPECT_EQ(line[2], (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(line[3].size(), 9U);
  EXPECT_EQ(line[8], (std::vector<int>{3, 4, 5, 6, 7, 8}));
  const auto cube = generate("fem3:4");
  EXPECT_EQ(cube.num_rows, 3 * 64);
  EXPECT_EQ(cube.nnz(), 9 * 10 * 10 * 10);
  EXPECT_EQ(length_statistics(cube).longest, 81);
}

TEST(Generate, DenseHasEveryEntry) {
  EXPECT_EQ(rows_of(generate("dense:2x3")), Rows(2, {0, 1, 2}));
  EXPECT_EQ(generate("dense:7").nnz(), 49);
}

TEST(Generate, UniformHasRowsOfOneLengthOverAllColumns) {
  const auto matrix = generate("uniform:4000x900,entries=9");
  EXPECT_EQ(matrix.num_rows, 4000);
  EXPECT_EQ(matrix.num_columns, 900);
  EXPECT_EQ(length_statistics(matrix).shortest, 9);
  EXPECT_EQ(length_statistics(matrix).longest, 9);
  // 40 entries per column are expected; both ways of sampling must spread them evenly (6 deviations of 6.3).
  for (const char* description : {"uniform:4000x900,entries=9", "uniform:400x900,entries=90"}) {
    std::vector<int> in_column(900, 0);
    for (const auto& row : rows_of(generate(description))) {
      for (const int column : row) ++in_column[static_cast<std::size_t>(column)];
    }
    EXPECT_GT(*std::min_element(in_column.begin(), in_column.end()), 40 - 38) << description;
    EXPECT_LT(*std::max_element(in_column.begin(), in_column.end()), 40 + 38) << description;
  }
}

TEST(Generate, BandStaysAroundTheDiagonal) {
  const auto rows = rows_of(generate("band:1000,radius=10,shortest=1,longest=21"));
  std::set<std::size_t> lengths;
  std::set<int> distances;
  for (int row = 0; row < 1000; ++row) {
    const auto& columns = rows[static_cast<std::size_t>(row)];
    lengths.insert(columns.size());
    if (row < 10 || row >= 990) continue;  // windows at both ends are shifted
    for (const int column : columns) distances.insert(column - row);
  }
  EXPECT_EQ(*lengths.begin(), 1U);
  EXPECT_EQ(*lengths.rbegin(), 21U);
  EXPECT_EQ(lengths.size(), 21U);
  EXPECT_EQ(*distances.begin(), -10);
  EXPECT_EQ(*distances.rbegin(), 10);
  EXPECT_EQ(distances.size(), 21U);
  EXPECT_GE(rows.front().front(), 0);
  EXPECT_LE(rows.front().back(), 20);
  EXPECT_GE(rows.back().front(), 979);
}

TEST(Generate, DefaultsGiveWayToASmallMatrix) {
  EXPECT_EQ(rows_of(generate("long:3")), Rows(3, {0, 1, 2}));
  EXPECT_EQ(rows_of(generate("band:1")), Rows(1, {0}));
  EXPECT_EQ(generate("uniform:5x2").nnz(), 10);
  EXPECT_EQ(generate("rmat:1").num_rows, 2);
}

TEST(Generate, LongLinearProgramAndPowerLawHaveTheLengthsAskedFor) {
  const auto program = length_statistics(generate("lp:2000x3000,shortest=10,longest=30"));
  EXPECT_EQ(program.shortest, 10);
  EXPECT_EQ(program.longest, 30);
  EXPECT_NEAR(program.mean, 20, 0.6);
  const auto power = generate("powerlaw:20000,exponent=3,longest=50");
  EXPECT_EQ(length_statistics(power).shortest, 1);
  EXPECT_LE(length_statistics(power).longest, 50);
  // Shares of k = 1 and 2 are 1.125^-3 and 2.125^-3 over the sum of (k + 1/8)^-3 up to 50, 0.8765.
  std::int64_t ones = 0;
  std::int64_t twos = 0;
  for (const auto& row : rows_of(power)) {
    ones += row.size() == 1 ? 1 : 0;
    twos += row.size() == 2 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(ones) / 20000, 0.8013, 0.015);
  EXPECT_NEAR(static_cast<double>(twos) / 20000, 0.1189, 0.015);
}

TEST(Generate, HeavyRowsStandAtEqualDistances) {
  const auto rows = rows_of(generate("dc1:3000,heavy=1500x20x3000"));
  EXPECT_EQ(rows[750].size(), 1500U);
  EXPECT_EQ(rows[1500].size(), 20U);
  EXPECT_EQ(rows[2250].size(), 3000U);
  std::size_t longest = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (row % 750 != 0 || row == 0) longest = std::max(longest, rows[row].size());
  }
  EXPECT_EQ(longest, 10U);
  EXPECT_LT(rows[750].front(), 100) << "a heavy row covers all columns, not a window";
  EXPECT_GT(rows[750].back(), 2900);
}

TEST(Generate, RmatFollowsTheProbabilitiesOfItsQuarters) {
  const auto matrix = generate("rmat:13,factor=2");
  std::int64_t upper = 0;
  std::int64_t left = 0;
  const auto rows = rows_of(matrix);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (row < 4096) upper += static_cast<std::int64_t>(rows[row].size());
    left += std::count_if(rows[row].begin(), rows[row].end(), [](int column) { return column < 4096; });
  }
  const auto entries = static_cast<double>(matrix.nnz());
  // 0.76 of the edges are drawn there; merging parallel edges removes a little from the dense half.
  EXPECT_NEAR(static_cast<double>(upper) / entries, 0.75, 0.02);
  EXPECT_NEAR(static_cast<double>(left) / entries, 0.75, 0.02);
  EXPECT_LT(entries, 16384);
  EXPECT_GT(entries, 0.8 * 16384);
  EXPECT_EQ(length_statistics(matrix).shortest, 0);
}

TEST(Generate, BenchmarkSetKeepsItsTenNames) {
  const std::vector<std::string> names = {"stencil7-160", "stencil27-110", "fem3-68",    "uniform16", "band-short4",
                                          "powerlaw3",    "wide-lp",       "nd-long400", "dc1-like",  "rmat20x16"};
  ASSERT_EQ(sporos::benchmark_set().size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(sporos::benchmark_set()[i].name, names[i]);
    EXPECT_TRUE(sporos::is_generator(names[i]));
    EXPECT_TRUE(sporos::is_generator(sporos::benchmark_set()[i].description));
  }
}

// The two most irregular matrices of the set, generated in full, because their mean, deviation and longest row matter.
TEST(Generate, IrregularMembersOfTheBenchmarkSetHaveTheirStatistics) {
  const auto power_law = length_statistics(generate<float>("powerlaw3"));
  EXPECT_NEAR(power_law.mean, 3.4, 0.05);
  EXPECT_NEAR(power_law.deviation, 27.1, 0.5);
  EXPECT_EQ(power_law.longest, 4496);
  const auto circuit = length_statistics(generate<float>("dc1-like"));
  EXPECT_NEAR(circuit.mean, 6.9, 0.1);
  EXPECT_NEAR(circuit.deviation, 765, 1);
  EXPECT_EQ(circuit.longest, 726507);
}

}  // namespace generate_tests
