// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/crs/Sporos_Validate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "unit_tests/support/Gallery.hpp"

namespace validate_tests {

using Space = Kokkos::DefaultExecutionSpace::memory_space;
using HostMatrix = sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>;

HostMatrix good_matrix() {
  return sporos_test::make_matrix<double>(
      sporos_test::random_pattern("lengths 0 to 4", 100, 50, [](auto row) { return row % 5; }));
}

std::string complaint(const HostMatrix& matrix) {
  try {
    sporos::validate(sporos::copy_to<Space>(matrix));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

void expect_complaint(const HostMatrix& matrix, const std::string& part) {
  EXPECT_NE(complaint(matrix).find(part), std::string::npos) << complaint(matrix);
}

TEST(Validate, AcceptsTheWholeGallery) {
  for (const auto& pattern : sporos_test::gallery()) {
    EXPECT_EQ(complaint(sporos_test::make_matrix<double>(pattern)), "") << pattern.name;
  }
}

TEST(Validate, NamesTheFirstRowWhoseOffsetsDecrease) {
  HostMatrix matrix = good_matrix();
  matrix.row_offsets(71) = matrix.row_offsets(70) - 1;
  matrix.row_offsets(90) = 0;
  expect_complaint(matrix, "row 70 runs from row_offsets[70] = 140 to row_offsets[71] = 139");
}

TEST(Validate, NamesTheRowThatRunsPastTheEntries) {
  HostMatrix matrix = good_matrix();
  matrix.row_offsets(100) = 201;
  expect_complaint(matrix, "row 99 runs from row_offsets[99] = 196 to row_offsets[100] = 201");
}

TEST(Validate, NamesTheRowThatBeginsBelowZero) {
  HostMatrix matrix = good_matrix();
  matrix.row_offsets(0) = -2;
  expect_complaint(matrix, "row 0 runs from row_offsets[0] = -2");
}

TEST(Validate, SaysWhereOffsetsCountFromOne) {
  HostMatrix matrix = good_matrix();
  for (std::size_t i = 0; i < matrix.row_offsets.extent(0); ++i) ++matrix.row_offsets(i);
  const std::string hint = "; they count from 0, and these seem to count from 1";
  expect_complaint(matrix, hint);
  matrix.row_offsets(100) = 300;
  EXPECT_EQ(complaint(matrix).find(hint), std::string::npos) << complaint(matrix);
}

TEST(Validate, NamesTheFirstColumnOutOfRangeAndItsRow) {
  HostMatrix matrix = good_matrix();
  matrix.columns(150) = 50;  // row 75 is empty
  matrix.columns(180) = -1;
  expect_complaint(matrix, "row 76: columns[150] = 50 is not in [0, 50)");
  matrix.columns(3) = -7;
  expect_complaint(matrix, "row 3: columns[3] = -7");
}

TEST(Validate, SaysWhereAWrongColumnIsInNoRow) {
  HostMatrix matrix = good_matrix();
  matrix.columns(199) = -1;
  matrix.row_offsets(99) = matrix.row_offsets(100) = 198;
  expect_complaint(matrix, "validate: columns[199] = -1 is not in [0, 50); the rows hold only the entries 0 to 198 (");
  for (std::size_t row = 0; row <= 100; ++row) matrix.row_offsets(row) = std::max(matrix.row_offsets(row), 3);
  matrix.columns(2) = 50;
  expect_complaint(matrix, "columns[2] = 50 is not in [0, 50); the rows hold only the entries 3 to 198 (exclusive) of");
  matrix.num_rows = 0;
  matrix.row_offsets = {};
  expect_complaint(matrix,
                   "columns[2] = 50 is not in [0, 50); the rows hold only the entries 0 to 0 (exclusive) of 200");
}

TEST(Validate, HintsAtColumnsThatCountFromOne) {
  const auto matrix_of = [](const std::vector<int>& columns) {
    HostMatrix matrix = sporos_test::make_matrix<double>({"", 3, {{0, 1}, {1, 2}}});
    for (std::size_t entry = 0; entry < columns.size(); ++entry) matrix.columns(entry) = columns[entry];
    return matrix;
  };
  const std::string wrong = "row 1: columns[3] = 3 is not in [0, 3)";
  expect_complaint(matrix_of({1, 2, 2, 3}), wrong + "; there is no column 0: columns count from 0");
  for (const std::vector<int>& columns : {std::vector<int>{0, 2, 2, 3}, {2, 2, 2, 3}}) {
    const std::string message = complaint(matrix_of(columns));
    EXPECT_EQ(message.substr(message.size() - wrong.size()), wrong);
  }
}

TEST(Validate, FindsAWrongColumnWhereverItIs) {
  const auto pattern = sporos_test::random_pattern("ones and twos", 13, 50, [](auto row) { return 1 + row % 2; });
  for (int entry = 0; entry < 19; ++entry) {
    const HostMatrix matrix = sporos_test::make_matrix<double>(pattern);
    ASSERT_EQ(matrix.nnz(), 19);
    matrix.columns(static_cast<std::size_t>(entry)) = 50;
    matrix.columns(18) = 50;
    expect_complaint(matrix, sporos::detail::concat("columns[", entry, "] = 50"));
  }
}

TEST(Validate, NamesTheFirstOfManyWrongRowsAndColumns) {
  const auto pattern = sporos_test::random_pattern("three a row", 1000, 50, [](auto) { return 3; });
  for (const int first : {0, 255, 256, 257, 511, 999}) {
    HostMatrix matrix = sporos_test::make_matrix<double>(pattern);
    for (int row = first; row < 1000; row += 100) matrix.columns(static_cast<std::size_t>(3 * row)) = 50;
    expect_complaint(matrix, sporos::detail::concat("row ", first, ": columns[", 3 * first, "] = 50"));
    for (int row = first; row < 1000; row += 100) matrix.row_offsets(static_cast<std::size_t>(row) + 1) = 3001;
    expect_complaint(matrix, sporos::detail::concat("row ", first, " runs from row_offsets[", first, "]"));
  }
}

template <class Column>
void expect_bad_columns_found(std::int64_t num_columns, const std::vector<Column>& bad) {
  std::vector<Column> columns(sporos::detail::inspected_chunk);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i] = static_cast<Column>(static_cast<std::int64_t>(i) % num_columns);
  }
  columns[7] = static_cast<Column>(std::min(static_cast<std::uint64_t>(num_columns - 1),
                                            static_cast<std::uint64_t>(std::numeric_limits<Column>::max())));
  EXPECT_FALSE(sporos::detail::has_bad_column(columns.data(), num_columns));
  for (const Column number : bad) {
    for (const std::size_t place : {0, 100, 255}) {
      const Column good = std::exchange(columns[place], number);
      EXPECT_TRUE(sporos::detail::has_bad_column(columns.data(), num_columns)) << +number << " at " << place;
      columns[place] = good;
    }
  }
}

TEST(InspectChunk, FindsEveryColumnThatIsOutOfRange) {
  expect_bad_columns_found<int>(90, {-1, 90, 91, INT32_MAX, INT32_MIN});
  expect_bad_columns_found<int>(INT32_MAX, {-1, INT32_MAX, INT32_MIN});
  expect_bad_columns_found<int>(std::int64_t{1} << 31, {-1, INT32_MIN});
  expect_bad_columns_found<int>(std::int64_t{1} << 40, {-1});
  expect_bad_columns_found<std::int8_t>(100, {-1, 100, 127, -128});
  expect_bad_columns_found<std::int64_t>(90, {-1, 90, INT64_MAX, INT64_MIN});
  expect_bad_columns_found<unsigned>(90, {90, UINT32_MAX});
  expect_bad_columns_found<unsigned>(std::int64_t{1} << 32, {});
  expect_bad_columns_found<std::size_t>(90, {90, SIZE_MAX});
  const std::vector<int> zeros(sporos::detail::inspected_chunk);
  EXPECT_TRUE(sporos::detail::has_bad_column(zeros.data(), 0));
}

template <class Offset>
void expect_rows_added(std::int64_t longest_row) {
  const int rows = sporos::detail::inspected_chunk;
  std::vector<Offset> offsets(1, 5);
  for (int row = 0; row < rows; ++row) {
    const std::int64_t length = row == 200 ? longest_row : row % 12;
    offsets.push_back(static_cast<Offset>(static_cast<std::int64_t>(offsets.back()) + length));
  }
  const auto nnz = static_cast<std::int64_t>(offsets.back());
  sporos::detail::Inspection wanted;
  for (int row = 0; row < rows; ++row) {
    sporos::detail::InspectRow<Offset>{offsets.data(), nnz}(row, wanted);
  }
  sporos::detail::Inspection found;
  ASSERT_TRUE(sporos::detail::add_chunk(offsets.data(), nnz, found));
  EXPECT_EQ(found.longest_row, wanted.longest_row);
  EXPECT_EQ(found.empty_rows, wanted.empty_rows);
  EXPECT_EQ(found.short_rows, wanted.short_rows);
  EXPECT_EQ(found.sum_of_squares, wanted.sum_of_squares);
  EXPECT_FALSE(sporos::detail::add_chunk(offsets.data(), nnz - 1, found)) << "runs past the entries";
  offsets[100] = static_cast<Offset>(offsets[99] - 1);
  EXPECT_FALSE(sporos::detail::add_chunk(offsets.data(), nnz, found)) << "decreases";
  EXPECT_EQ(found.empty_rows, wanted.empty_rows) << "added what it refused";
  if constexpr (std::is_signed<Offset>::value) {
    const std::vector<Offset> negative(static_cast<std::size_t>(rows) + 1, -1);
    EXPECT_FALSE(sporos::detail::add_chunk(negative.data(), nnz, found));
  }
}

TEST(InspectChunk, AddsWhatRowsAddOneByOne) {
  expect_rows_added<int>((1 << 20) - 1);
  expect_rows_added<std::size_t>((1 << 20) - 1);
  expect_rows_added<std::int16_t>(300);
  std::vector<int> long_row(sporos::detail::inspected_chunk + 1, 1 << 20);
  long_row[0] = 0;
  sporos::detail::Inspection found;
  EXPECT_FALSE(sporos::detail::add_chunk(long_row.data(), 1 << 20, found)) << "its square may be too large for the sum";
}

TEST(Validate, NamesItself) {
  HostMatrix matrix = good_matrix();
  matrix.columns(0) = 99;
  expect_complaint(matrix, "sporos::validate: ");
}

}  // namespace validate_tests
