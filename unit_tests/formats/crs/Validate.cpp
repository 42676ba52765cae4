// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/crs/Sporos_Validate.hpp"

#include <gtest/gtest.h>

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

TEST(Validate, NamesItself) {
  HostMatrix matrix = good_matrix();
  matrix.columns(0) = 99;
  expect_complaint(matrix, "sporos::validate: ");
}

}  // namespace validate_tests
