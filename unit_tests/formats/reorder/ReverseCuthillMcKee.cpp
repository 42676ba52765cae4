// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/reorder/Sporos_ReverseCuthillMcKee.hpp"

#include <gtest/gtest.h>

#include "formats/crs/Sporos_Bandwidth.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "formats/reorder/Sporos_Permute.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace reverse_cuthill_mc_kee_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Indices = std::vector<std::int64_t>;
using HostMatrix = sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>;
using sporos_test::Pattern;

sporos::Permutation order(const Pattern& pattern) {
  return sporos::reverse_cuthill_mckee(sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern)));
}

// Row i of the result is row `i * stride % rows` of the pattern; the two numbers must have no common factor.
Pattern shuffled(const Pattern& pattern, std::int64_t stride) {
  const auto size = static_cast<std::int64_t>(pattern.rows.size());
  Indices new_of_old(pattern.rows.size());
  for (std::int64_t i = 0; i < size; ++i) new_of_old[static_cast<std::size_t>(i * stride % size)] = i;
  Pattern result{pattern.name, pattern.num_columns, std::vector<Indices>(pattern.rows.size())};
  for (std::size_t row = 0; row < pattern.rows.size(); ++row) {
    for (const std::int64_t column : pattern.rows[row]) {
      result.rows[static_cast<std::size_t>(new_of_old[row])].push_back(new_of_old[static_cast<std::size_t>(column)]);
    }
  }
  return result;
}

// Lines of `length` points, each connected with the next one; if `one_way` is true, only from left to right.
Pattern lines(std::int64_t count, std::int64_t length, bool one_way = false) {
  Pattern pattern{"lines", count * length, std::vector<Indices>(static_cast<std::size_t>(count * length))};
  for (std::int64_t i = 0; i < count * length; ++i) {
    auto& row = pattern.rows[static_cast<std::size_t>(i)];
    if (i % length != 0 && !one_way) row.push_back(i - 1);
    if (i % length != length - 1) row.push_back(i + 1);
  }
  return pattern;
}

sporos::Bandwidth bandwidth(const Pattern& pattern) {
  return sporos::measure_bandwidth(Exec(), sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern)));
}

sporos::Bandwidth reordered_bandwidth(const Pattern& pattern) {
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
  return sporos::measure_bandwidth(Exec(),
                                   sporos::permute_symmetric(Exec(), matrix, sporos::reverse_cuthill_mckee(matrix)));
}

TEST(ReverseCuthillMcKee, StartsAtTheEdgeAndReverses) {
  // A star around 0. The deepest searches start at a leaf, the last one tried is 2: 2 0 1 3, reversed.
  EXPECT_EQ(order({"", 4, {{1, 2, 3}, {0}, {0}, {0}}}).old_of_new(), (Indices{3, 1, 0, 2}));
}

TEST(ReverseCuthillMcKee, TakesNeighboursOfLowDegreeFirst) {
  // 0 - 1 - 2 - 5
  //     |   |       From 5: 5 2, then 4 before 1, for 1 has more neighbours, then those of 4, then those of 1:
  //     3 - 4       5 2 4 1 3 0, reversed.
  EXPECT_EQ(order({"", 6, {{1}, {2, 3}, {4, 5}, {4}, {}, {}}}).old_of_new(), (Indices{0, 3, 1, 4, 2, 5}));
}

TEST(ReverseCuthillMcKee, TheDiagonalMakesNoDifference) {
  const Pattern without{"", 6, {{1}, {2, 3}, {4, 5}, {4}, {}, {}}};
  const Pattern with_one{"", 6, {{1}, {2, 3}, {4, 5}, {4}, {4}, {}}};
  EXPECT_EQ(order(with_one).old_of_new(), order(without).old_of_new());
}

TEST(ReverseCuthillMcKee, RestoresAShuffledLine) {
  const Pattern pattern = shuffled(lines(1, 1000), 373);
  EXPECT_GT(bandwidth(pattern).bandwidth(), 300);
  EXPECT_EQ(reordered_bandwidth(pattern).bandwidth(), 1);
}

TEST(ReverseCuthillMcKee, BringsAShuffledGridBackNearItsBandwidth) {
  const auto grid = sporos::generate<double>("stencil5:20x31");
  Pattern pattern{"grid", grid.num_columns, {}};
  for (std::int64_t row = 0; row < grid.num_rows; ++row) {
    pattern.rows.emplace_back(grid.columns.data() + grid.row_offsets(row),
                              grid.columns.data() + grid.row_offsets(row + 1));
  }
  const sporos::Bandwidth natural = bandwidth(pattern);
  const Pattern mixed = shuffled(pattern, 237);
  const sporos::Bandwidth before = bandwidth(mixed);
  const sporos::Bandwidth after = reordered_bandwidth(mixed);
  EXPECT_EQ(natural.bandwidth(), 20);
  EXPECT_GT(before.bandwidth(), 10 * natural.bandwidth());
  EXPECT_LE(after.bandwidth(), natural.bandwidth() + 1);
  EXPECT_LE(after.profile, natural.profile);
}

TEST(ReverseCuthillMcKee, OrdersEveryComponent) {
  const Pattern pattern = shuffled(lines(7, 100), 373);
  EXPECT_GT(bandwidth(pattern).bandwidth(), 100);
  EXPECT_EQ(reordered_bandwidth(pattern).bandwidth(), 1);
}

TEST(ReverseCuthillMcKee, KeepsComponentsInTheOrderOfTheirFirstRows) {
  // 0 - 3, 1 alone, 2 - 4
  const auto permutation = order({"", 5, {{3}, {1}, {4}, {0}, {2}}});
  EXPECT_EQ(permutation.old_of_new(), (Indices{0, 3, 1, 2, 4}));
}

TEST(ReverseCuthillMcKee, LeavesADiagonalAndEmptyRowsWhereTheyAre) {
  const Indices straight{0, 1, 2, 3};
  EXPECT_EQ(order({"", 4, std::vector<Indices>(4)}).old_of_new(), straight);
  EXPECT_EQ(order({"", 4, {{0}, {}, {2}, {3}}}).old_of_new(), straight);
}

TEST(ReverseCuthillMcKee, TakesAMatrixOfNothing) {
  EXPECT_EQ(order({"", 0, {}}).size(), 0);
  const Kokkos::View<int*, Space> none;
  const Kokkos::View<double*, Space> no_values;
  EXPECT_EQ(sporos::reverse_cuthill_mckee(sporos::crs_view(0, 0, none, none, no_values)).size(), 0);
}

TEST(ReverseCuthillMcKee, SymmetrisesThePattern) {
  const Pattern both_ways = shuffled(lines(3, 100), 71);
  const Pattern one_way = shuffled(lines(3, 100, true), 71);
  EXPECT_EQ(order(one_way).old_of_new(), order(both_ways).old_of_new());
  EXPECT_EQ(reordered_bandwidth(one_way).bandwidth(), 1);
}

TEST(ReverseCuthillMcKee, DependsNeitherOnTheOrderOfColumnsNorOnRepeats) {
  const Pattern pattern = sporos_test::random_pattern("", 500, 500, [](auto row) { return row % 4; });
  Pattern other = pattern;
  for (auto& row : other.rows) {
    std::sort(row.begin(), row.end());
    if (!row.empty()) row.push_back(row.front());
  }
  EXPECT_EQ(order(pattern).old_of_new(), order(other).old_of_new());
}

// A search that examined the whole matrix for each component would take hours.
TEST(ReverseCuthillMcKee, TakesAMillionComponents) {
  const std::int64_t pairs = 1000000;
  auto matrix = sporos::detail::allocate_crs<HostMatrix>(2 * pairs, 2 * pairs, pairs);
  matrix.row_offsets(0) = 0;
  for (std::int64_t pair = 0; pair < pairs; ++pair) {  // row 2 k is empty, row 2 k + 1 has an entry in column 2 k
    matrix.row_offsets(2 * pair + 1) = static_cast<int>(pair);
    matrix.row_offsets(2 * pair + 2) = static_cast<int>(pair + 1);
    matrix.columns(pair) = static_cast<int>(2 * pair);
    matrix.values(pair) = 1;
  }
  const auto permutation = sporos::reverse_cuthill_mckee(sporos::copy_to<Space>(matrix));
  EXPECT_TRUE(permutation.old_of_new() == sporos::Permutation::identity(2 * pairs).old_of_new());
}

template <class Value, class Column, class Offset>
void expect_same_order() {
  const Pattern pattern = shuffled(lines(5, 17), 22);
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<Value, Column, Offset>(pattern));
  EXPECT_EQ(sporos::reverse_cuthill_mckee(matrix).old_of_new(), order(pattern).old_of_new());
}

TEST(ReverseCuthillMcKee, TypesMakeNoDifference) {
  expect_same_order<float, std::int64_t, int>();
  expect_same_order<double, signed char, std::size_t>();
  expect_same_order<Kokkos::complex<float>, int, std::int64_t>();
  expect_same_order<Kokkos::complex<double>, std::int64_t, std::size_t>();
}

std::string complaint(const HostMatrix& matrix) {
  try {
    sporos::reverse_cuthill_mckee(sporos::copy_to<Space>(matrix));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(ReverseCuthillMcKee, RefusesARectangle) {
  EXPECT_EQ(complaint(sporos::generate<double>("dense:3x4")),
            "sporos::reverse_cuthill_mckee: matrix is 3 x 4, but must be square");
}

TEST(ReverseCuthillMcKee, RefusesColumnsThatAreOutOfRange) {
  auto matrix = sporos::generate<double>("stencil3:4");
  matrix.columns(0) = -1;
  EXPECT_NE(complaint(matrix).find("columns[0] = -1 is not in [0, 4)"), std::string::npos) << complaint(matrix);
}

}  // namespace reverse_cuthill_mc_kee_tests
