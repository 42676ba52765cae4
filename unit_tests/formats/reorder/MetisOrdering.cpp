// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/reorder/Sporos_MetisOrdering.hpp"

#include <gtest/gtest.h>

#include "formats/crs/Sporos_Bandwidth.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "formats/reorder/Sporos_Permute.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace metis_ordering_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Indices = std::vector<std::int64_t>;
using sporos_test::complaint;
using sporos_test::Pattern;

auto matrix_of(const Pattern& pattern) { return sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern)); }

auto grid(const char* description) { return sporos::copy_to<Space>(sporos::generate<double>(description)); }

template <class Matrix>
auto shuffled(const Matrix& matrix) {
  Indices order(static_cast<std::size_t>(matrix.num_rows));
  for (std::int64_t i = 0; i < matrix.num_rows; ++i) order[static_cast<std::size_t>(i)] = i * 1009 % matrix.num_rows;
  return sporos::permute_symmetric(Exec(), matrix, sporos::Permutation::from_old_of_new(order));
}

Pattern random_square(std::int64_t rows) {
  return sporos_test::random_pattern("", rows, rows, [](auto row) { return row % 4; });
}

#ifdef SPOROS_HAS_METIS

TEST(MetisOrdering, BringsTogetherWhatWasShuffled) {
  const auto mixed = shuffled(grid("stencil5:60x60"));
  const auto profile = sporos::measure_bandwidth(Exec(), mixed).profile;
  for (const auto& order : {sporos::metis_partition(mixed, 20), sporos::metis_ordering(mixed)}) {
    const auto ordered = sporos::permute_symmetric(Exec(), mixed, order);
    EXPECT_LT(5 * sporos::measure_bandwidth(Exec(), ordered).profile, 2 * profile);
  }
}

TEST(MetisOrdering, PutsSeparatorsBehindWhatTheySeparate) {
  // Nested dissection of a line: the last row has neighbours on both sides, and without it two lines remain.
  Pattern line{"", 101, std::vector<Indices>(101)};
  for (std::int64_t i = 0; i < 101; ++i) {
    if (i > 0) line.rows[static_cast<std::size_t>(i)].push_back(i - 1);
    if (i < 100) line.rows[static_cast<std::size_t>(i)].push_back(i + 1);
  }
  const std::int64_t separator = sporos::metis_ordering(matrix_of(line)).old_of_new().back();
  EXPECT_GT(separator, 25);
  EXPECT_LT(separator, 75);
}

TEST(MetisOrdering, KeepsTheOrderOfRowsInEachPart) {
  const auto matrix = grid("stencil5:30x30");
  const auto order = sporos::metis_partition(matrix, 7).old_of_new();
  int descents = 0;
  for (std::size_t i = 1; i < order.size(); ++i) descents += order[i] < order[i - 1] ? 1 : 0;
  EXPECT_LE(descents, 6);
  EXPECT_GE(descents, 1);
}

TEST(MetisOrdering, OnePartIsTheOrderThatIsThere) {
  const auto straight = sporos::Permutation::identity(900).old_of_new();
  EXPECT_EQ(sporos::metis_partition(grid("stencil5:30x30"), 1).old_of_new(), straight);
}

TEST(MetisOrdering, IsTheSameEveryTimeWhateverTheOrderOfColumns) {
  const Pattern pattern = random_square(700);
  Pattern other = pattern;
  for (auto& row : other.rows) {
    std::sort(row.begin(), row.end());
    if (!row.empty()) row.push_back(row.front());
  }
  const auto matrix = matrix_of(pattern);
  for (const auto& same : {matrix, matrix_of(other)}) {
    EXPECT_EQ(sporos::metis_ordering(same).old_of_new(), sporos::metis_ordering(matrix).old_of_new());
    EXPECT_EQ(sporos::metis_partition(same, 9).old_of_new(), sporos::metis_partition(matrix, 9).old_of_new());
  }
}

TEST(MetisOrdering, SymmetrisesThePattern) {
  Pattern lower = random_square(300);
  Pattern both = lower;
  for (std::size_t row = 0; row < lower.rows.size(); ++row) {
    for (const std::int64_t column : lower.rows[row]) {
      both.rows[static_cast<std::size_t>(column)].push_back(static_cast<std::int64_t>(row));
    }
  }
  EXPECT_EQ(sporos::metis_ordering(matrix_of(lower)).old_of_new(),
            sporos::metis_ordering(matrix_of(both)).old_of_new());
}

TEST(MetisOrdering, TakesEveryNumberOfParts) {
  for (const std::int64_t rows : {1, 2, 3, 17, 40}) {
    const auto matrix = matrix_of(random_square(rows));
    EXPECT_EQ(sporos::metis_ordering(matrix).size(), rows);
    for (std::int64_t parts = 1; parts <= rows; ++parts) {
      EXPECT_EQ(sporos::metis_partition(matrix, parts).size(), rows);
    }
  }
}

TEST(MetisOrdering, TakesMatricesWithoutEdges) {
  EXPECT_EQ(sporos::metis_ordering(matrix_of({"", 0, {}})).size(), 0);
  EXPECT_EQ(sporos::metis_partition(matrix_of({"", 0, {}}), 3).size(), 0);
  const Indices straight{0, 1, 2, 3};
  for (const Pattern& pattern : {Pattern{"", 4, std::vector<Indices>(4)}, Pattern{"", 4, {{0}, {}, {2}, {3}}}}) {
    EXPECT_EQ(sporos::metis_ordering(matrix_of(pattern)).old_of_new(), straight);
    EXPECT_EQ(sporos::metis_partition(matrix_of(pattern), 3).old_of_new(), straight);
  }
}

TEST(MetisOrdering, RefusesARectangle) {
  const auto rectangle = grid("dense:3x4");
  EXPECT_EQ(complaint([&] { sporos::metis_ordering(rectangle); }),
            "sporos::metis_ordering: matrix is 3 x 4, but must be square");
  EXPECT_EQ(complaint([&] { sporos::metis_partition(rectangle, 2); }),
            "sporos::metis_partition: matrix is 3 x 4, but must be square");
}

TEST(MetisOrdering, RefusesANumberOfPartsThatCannotBe) {
  const auto matrix = grid("stencil3:4");
  EXPECT_EQ(complaint([&] { sporos::metis_partition(matrix, 0); }),
            "sporos::metis_partition: parts = 0 must be at least 1 and at most the number of rows, 4");
  EXPECT_EQ(complaint([&] { sporos::metis_partition(matrix, 5); }),
            "sporos::metis_partition: parts = 5 must be at least 1 and at most the number of rows, 4");
}

TEST(MetisOrdering, RefusesColumnsThatAreOutOfRange) {
  auto matrix = sporos::generate<double>("stencil3:4");
  matrix.columns(0) = 4;
  EXPECT_NE(complaint([&] { sporos::metis_ordering(matrix); }).find("columns[0] = 4 is not in [0, 4)"),
            std::string::npos);
}

#else

TEST(MetisOrdering, SaysThatThereIsNoMetis) {
  const auto message = [](const auto& action) {
    try {
      action();
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto matrix = shuffled(grid("stencil5:30x30"));
  EXPECT_FALSE(sporos::has_metis);
  EXPECT_EQ(message([&] { sporos::metis_ordering(matrix); }),
            "sporos::metis_ordering: Sporos is compiled without METIS here; install it and configure with "
            "SPOROS_WITH_METIS=ON");
  EXPECT_EQ(message([&] { sporos::metis_partition(matrix_of(random_square(9)), 2); }),
            "sporos::metis_partition: Sporos is compiled without METIS here; install it and configure with "
            "SPOROS_WITH_METIS=ON");
}

#endif

}  // namespace metis_ordering_tests
