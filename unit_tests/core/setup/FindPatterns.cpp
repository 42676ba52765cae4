// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which patterns are found, and that a row has one only if its columns are those of the pattern.
#include "core/setup/Sporos_FindPatterns.hpp"

#include <gtest/gtest.h>

#include <set>

#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace find_patterns_tests {

namespace detail = sporos::detail;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using detail::RowPatterns;
using Pattern = sporos_test::Pattern;

// The number of rows that have a pattern, which must be theirs.
template <class Matrix>
std::int64_t count_right(const Matrix& matrix, const detail::PatternSample& sample, int lanes) {
  const auto found = detail::mark_patterns(Exec(), detail::crs_arrays(sporos::crs_view(matrix)), sample, lanes);
  if (found.arrays.starts == nullptr) return 0;
  EXPECT_GE(found.memory->bytes(), 2 * matrix.num_rows);
  const auto copied = [&](const auto* data, std::int64_t count) {
    using T = std::remove_const_t<std::remove_pointer_t<decltype(data)>>;
    return detail::host_copy(
        Kokkos::View<const T*, Space, Kokkos::MemoryUnmanaged>(data, static_cast<std::size_t>(count)));
  };
  Exec().fence();
  const auto starts = copied(found.arrays.starts, matrix.num_rows);
  const auto patterns = copied(found.arrays.columns, sample.num_numbers());
  const auto offsets = detail::host_copy(matrix.row_offsets);
  const auto columns = detail::host_copy(matrix.columns);
  std::int64_t count = 0;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    const auto start = starts(static_cast<std::size_t>(row));
    if (start == RowPatterns::none) continue;
    ++count;
    const auto begin = static_cast<std::size_t>(offsets(static_cast<std::size_t>(row)));
    const auto end = static_cast<std::size_t>(offsets(static_cast<std::size_t>(row) + 1));
    EXPECT_GT(end, begin);
    EXPECT_EQ(static_cast<std::int64_t>(patterns(start - std::size_t(1))), static_cast<std::int64_t>(end - begin));
    for (std::size_t k = begin; k < end; ++k) {
      EXPECT_EQ(static_cast<std::int64_t>(columns(k)), row + patterns(start + k - begin)) << "row " << row;
    }
  }
  return count;
}

template <class Matrix>
detail::PatternSample sample_of(const Matrix& matrix) {
  return detail::sample_patterns(Exec(), detail::crs_arrays(sporos::crs_view(matrix)));
}

auto generated(const char* description) { return sporos::copy_to<Space>(sporos::generate<double>(description)); }

TEST(FindPatterns, OfGridsAreThoseOfNearlyAllRows) {
  for (const char* const grid : {"stencil5:90x80", "stencil7:24", "stencil27:21", "fem3:12", "periodic:17"}) {
    SCOPED_TRACE(grid);
    const auto matrix = generated(grid);
    const auto sample = sample_of(matrix);
    EXPECT_GT(sample.share(), 0.97);
    for (const int lanes : {1, 2, 8}) EXPECT_GT(count_right(matrix, sample, lanes), matrix.num_rows * 9 / 10);
  }
}

TEST(FindPatterns, ThereAreNoneAmongRandomColumns) {
  const auto matrix = generated("uniform:5000,entries=6");
  const auto sample = sample_of(matrix);
  EXPECT_EQ(sample.share(), 0);
  EXPECT_TRUE(sample.slots().empty());
  EXPECT_EQ(count_right(matrix, sample, 4), 0);
}

// 1100 rows of `columns_of(row)`, relative to the row, which begin in the middle of 3000 columns.
template <class ColumnsOf>
sporos_test::ProductCase<double> rows_of(const ColumnsOf& columns_of) {
  Pattern pattern{"rows", 3000, {}};
  for (std::int64_t row = 0; row < 1100; ++row) {
    pattern.rows.emplace_back();
    for (const std::int64_t column : columns_of(row)) pattern.rows.back().push_back(900 + row + column);
  }
  return sporos_test::ProductCase<double>(pattern);
}

using Columns = std::vector<std::int64_t>;

TEST(FindPatterns, WithTheSameKeyAreToldApart) {
  const auto matrix = rows_of([](std::int64_t row) { return Columns{-5, row % 4, 2, 50}; }).matrix;
  const auto sample = sample_of(matrix);
  EXPECT_EQ(sample.share(), 1);
  EXPECT_EQ(sample.num_numbers(), 20);
  EXPECT_EQ(sample.longest_search(), 4);
  for (const int lanes : {1, 2}) EXPECT_EQ(count_right(matrix, sample, lanes), 1100);
}

TEST(FindPatterns, WithTheSameHashAreToldApart) {
  const auto matrix = rows_of([](std::int64_t row) { return Columns{-5, row % 4, 2, 50}; }).matrix;
  const std::vector<detail::SampledRow> rows(1024, {7, {4, -5 + 900, 50 + 900}});
  const detail::PatternSample sample(rows.data(), 1024, 1100);
  EXPECT_EQ(sample.num_numbers(), 5);
  EXPECT_EQ(count_right(matrix, sample, 1), 275);
}

TEST(FindPatterns, OfOneRowEachAreNone) {
  const auto matrix = rows_of([](std::int64_t row) { return Columns{-5, row, 1200}; }).matrix;
  EXPECT_EQ(sample_of(matrix).share(), 0);
}

TEST(FindPatterns, OfLongOrNoRowsAreNone) {
  Columns longest(static_cast<std::size_t>(detail::max_row_pattern_columns) - 1);
  for (std::size_t i = 0; i < longest.size(); ++i) longest[i] = static_cast<std::int64_t>(i) % 700;
  const auto matrix = rows_of([&](std::int64_t row) {
                        if (row % 3 == 0) return Columns{};
                        Columns columns = row % 3 == 1 ? longest : Columns{1};
                        if (row % 2 == 0 && row % 3 == 1) columns.push_back(3);
                        return columns;
                      }).matrix;
  // There is room for the single column or for the longest rows, of which as many are in the sample, more or less.
  const auto sample = sample_of(matrix);
  EXPECT_TRUE(sample.num_numbers() == 2 || sample.num_numbers() == detail::max_row_pattern_columns);
  const std::int64_t count = count_right(matrix, sample, 8);
  EXPECT_EQ(count, sample.num_numbers() == 2 ? 366 : 184);
}

TEST(FindPatterns, OfColumnsBeyondIntAreNone) {
  using Matrix = sporos::CrsMatrix<double, std::int64_t, int, Kokkos::HostSpace>;
  Pattern pattern{"far", 3000, {}};
  for (std::int64_t row = 0; row < 1100; ++row) pattern.rows.push_back({row, row + 5});
  Matrix host = sporos_test::make_matrix<double, std::int64_t, int>(pattern);
  host.num_columns = std::int64_t{1} << 40;
  for (std::size_t k = 1; k < 2200; k += 2) host.columns(k) += std::int64_t{1} << 33;
  const auto matrix = sporos::copy_to<Space>(host);
  EXPECT_EQ(sample_of(matrix).share(), 0);
  EXPECT_EQ(count_right(matrix, sample_of(matrix), 2), 0);
}

TEST(FindPatterns, SampledRowsAreOneOfEachPart) {
  for (const std::int64_t num_rows : {1024, 1025, 6144, 3000000}) {
    std::set<std::int64_t> of_three;
    for (std::int64_t i = 0; i < 1024; ++i) {
      const std::int64_t row = detail::sampled_row(i, 1024, num_rows);
      EXPECT_EQ(row / (num_rows / 1024), i);
      of_three.insert(row % 3);
    }
    EXPECT_EQ(of_three.size(), 3u);
  }
}

TEST(FindPatterns, OfNoRowsAreNone) {
  const auto matrix = sporos_test::ProductCase<double>(Pattern{"nothing", 4, {}}).matrix;
  EXPECT_EQ(sample_of(matrix).share(), 0);
}

}  // namespace find_patterns_tests
