// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/dia/Sporos_DiaMatrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include "core/launch/formats/Sporos_LaunchDia.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/SymmetricGallery.hpp"

namespace dia_matrix_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos_test::complaint;
using sporos_test::elements;

// | 1 . 2 . |
// | . . . . |
// | . 3 4 . |
// | . . 6 5 |
auto drawn() {
  const auto matrix = sporos_test::make_matrix<double>({"", 4, {{0, 2}, {}, {1, 2}, {2, 3}}});
  int k = 0;
  for (const double value : {1, 2, 3, 4, 6, 5}) matrix.values(k++) = value;
  return sporos::copy_to<Space>(matrix);
}

TEST(DiaMatrix, LiesDiagonalByDiagonal) {
  const auto dia = to_dia(Exec(), drawn());
  EXPECT_EQ(dia.stride, 32);
  EXPECT_EQ(elements(dia.offsets), (std::vector<std::int64_t>{-1, 0, 2}));
  std::vector<double> values(96, 0.0);
  values[2] = 3;
  values[3] = 6;
  values[32] = 1;
  values[34] = 4;
  values[35] = 5;
  values[64] = 2;
  EXPECT_EQ(elements(dia.values), values);
  std::vector<std::uint32_t> present(32, 0);
  present[0] = 0b110;
  present[2] = 0b011;
  present[3] = 0b011;
  EXPECT_EQ(elements(dia.present), present);
}

TEST(DiaMatrix, KeepsZerosThatAreEntries) {
  const auto matrix = drawn();
  Kokkos::deep_copy(matrix.values, 0.0);
  sporos_test::expect_same_crs(to_crs(Exec(), to_dia(Exec(), matrix)), matrix);
}

// Only filling is -0.0: products skip it, and nothing else.
TEST(DiaMatrix, HoldsNegativeZerosInPlacesWithoutEntryAlone) {
  const auto matrix = drawn();
  const auto count_negative_zeros = [](const auto& dia) {
    const auto values = elements(dia.values);
    return std::count_if(values.begin(), values.end(), [](double v) { return v == 0 && std::signbit(v); });
  };
  Kokkos::deep_copy(matrix.values, -0.0);
  auto dia = to_dia(Exec(), matrix);
  EXPECT_EQ(count_negative_zeros(dia), 96 - 6);
  for (const double entry : elements(to_crs(Exec(), dia).values)) EXPECT_FALSE(std::signbit(entry));
  Kokkos::deep_copy(matrix.values, 1.0);
  update_values(Exec(), dia, matrix.values);
  Kokkos::deep_copy(matrix.values, -0.0);
  update_values(Exec(), dia, matrix.values);
  EXPECT_EQ(count_negative_zeros(dia), 96 - 6);
}

TEST(DiaMatrix, TakesTheBytesThatWereForetold) {
  for (const auto& pattern : sporos_test::structured_gallery()) {
    const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<float, std::int64_t>(pattern));
    const std::int64_t diagonals = sporos::count_diagonals(Exec(), matrix);
    EXPECT_EQ(to_dia(Exec(), matrix).bytes(), sporos::bytes_as_dia(matrix.num_rows, diagonals, 4)) << pattern.name;
  }
}

TEST(DiaMatrix, CountsDiagonalsBefore) {
  EXPECT_EQ(sporos::count_diagonals(Exec(), drawn()), 3);
  const auto empty = sporos::copy_to<Space>(sporos_test::make_matrix<double>({"", 0, {}}));
  EXPECT_EQ(sporos::count_diagonals(Exec(), empty), 0);
  const auto row = sporos::copy_to<Space>(sporos_test::make_matrix<double>({"", 9, {{0, 8}}}));
  EXPECT_EQ(sporos::count_diagonals(Exec(), row), 2);
  const auto wrong = sporos::copy_to<Space>(sporos_test::make_matrix<double>({"", 9, {{0, 8}}}));
  Kokkos::deep_copy(wrong.columns, 999);
  EXPECT_NE(complaint([&] { sporos::count_diagonals(Exec(), wrong); }).find("sporos::count_diagonals: "),
            std::string::npos);
}

TEST(DiaMatrix, RefusesToTakeTooMuch) {
  EXPECT_EQ(complaint([] {
              sporos::DiaOptions options;
              options.max_bytes = 919;
              to_dia(Exec(), drawn(), options);
            }),
            "sporos::to_dia: the matrix of 3 diagonals would take 920 bytes, but max_bytes is 919");
  // Every place of one column: as many diagonals as rows.
  sporos_test::Pattern column{"", 1, std::vector<std::vector<std::int64_t>>(3000, {0})};
  const auto message =
      complaint([&] { to_dia(Exec(), sporos::copy_to<Space>(sporos_test::make_matrix<double>(column))); });
  EXPECT_EQ(message.find("sporos::to_dia: the matrix of 3000 diagonals would take "), 0u) << message;
  EXPECT_NE(message.find("(four times the 48004 bytes of its compressed rows and a mebibyte)"), std::string::npos);
}

TEST(DiaMatrix, RefusesRowsThatAreNotSortedOrHaveAColumnTwice) {
  const auto attempt = [](const sporos_test::Pattern& pattern) {
    return complaint([&] { to_dia(Exec(), sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern))); });
  };
  EXPECT_EQ(attempt({"", 4, {{0, 1}, {2, 1}, {1, 0}}}),
            "sporos::to_dia: the columns of row 1 do not ascend, or one is there twice, which DIA does not store");
  EXPECT_EQ(attempt({"", 4, {{0, 1}, {}, {1, 1}}}),
            "sporos::to_dia: the columns of row 2 do not ascend, or one is there twice, which DIA does not store");
}

TEST(DiaMatrix, RefusesNewValuesThatDoNotFit) {
  const auto dia = to_dia(Exec(), drawn());
  EXPECT_EQ(complaint([&] { update_values(Exec(), dia, Kokkos::View<double*, Space>("values", 7)); }),
            "sporos::update_values: values has 7 elements, but the matrix has 6 entries");
  sporos::DiaOptions options;
  options.keep_map = false;
  const auto without = to_dia(Exec(), drawn(), options);
  EXPECT_EQ(complaint([&] { update_values(Exec(), without, Kokkos::View<double*, Space>("values", 6)); }),
            "sporos::update_values: the matrix was converted with keep_map = false");
}

auto symmetric(const sporos_test::Pattern& pattern) {
  return sporos::copy_to<Space>(sporos_test::make_symmetric<double>(pattern));
}
auto three_diagonals() { return symmetric(sporos_test::symmetric_band("", 100, {0, 7})); }

TEST(DiaMatrix, StoresHalfOfTheDiagonalsOfASymmetricMatrix) {
  const auto matrix = three_diagonals();
  const auto half = to_dia(Exec(), matrix);
  EXPECT_EQ(half.num_diagonals(), 3);
  EXPECT_EQ(half.num_mirrored(), 1);
  EXPECT_EQ(half.shape_words(), "3 diagonals, half of them stored");
  EXPECT_EQ(half.bytes(), sporos::bytes_as_dia(100, 3, 8) - 128 * 8);
  sporos::DiaOptions options;
  options.halve = false;
  const auto whole = to_dia(Exec(), matrix, options);
  EXPECT_EQ(whole.shape_words(), "3 diagonals");
  EXPECT_EQ(whole.bytes(), sporos::bytes_as_dia(100, 3, 8));
  sporos_test::expect_same_crs(to_crs(Exec(), half), to_crs(Exec(), whole));
}

TEST(DiaMatrix, StoresAllDiagonalsIfOneEntryHasNoMirrorImage) {
  const auto is_halved = [](const auto& matrix) { return to_dia(Exec(), matrix).num_mirrored() > 0; };
  for (const std::size_t entry : {0, 1, 149, 150, 151}) {
    const auto matrix = three_diagonals();
    EXPECT_TRUE(is_halved(matrix));
    Kokkos::deep_copy(Kokkos::subview(matrix.values, std::make_pair(entry, entry + 1)), 99.0);
    EXPECT_EQ(is_halved(matrix), entry % 150 == 0) << entry;  // 0 and 150 are on the main diagonal
  }
  auto pattern = sporos_test::symmetric_band("", 100, {0, 7});
  pattern.rows[50].erase(pattern.rows[50].begin());
  EXPECT_FALSE(is_halved(symmetric(pattern)));
  pattern.rows[43].pop_back();
  EXPECT_TRUE(is_halved(symmetric(pattern)));
  pattern.rows[20].pop_back();
  EXPECT_FALSE(is_halved(symmetric(pattern)));
}

TEST(DiaMatrix, TakesZerosOfBothSignsForTheSame) {
  const auto matrix = three_diagonals();
  Kokkos::deep_copy(matrix.values, 0.0);
  Kokkos::deep_copy(Kokkos::subview(matrix.values, std::make_pair(0, 50)), -0.0);
  EXPECT_EQ(to_dia(Exec(), matrix).num_mirrored(), 1);
}

TEST(DiaMatrix, ChangesNothingIfNewValuesAreNotSymmetric) {
  const auto matrix = three_diagonals();
  const auto half = to_dia(Exec(), matrix);
  const auto before = elements(half.values);
  Kokkos::View<double*, Space> values("values", matrix.values.extent(0));
  Kokkos::deep_copy(values, matrix.values);
  Kokkos::deep_copy(Kokkos::subview(values, std::make_pair(1, 2)), 99.0);
  EXPECT_EQ(complaint([&] { update_values(Exec(), half, values); }),
            "sporos::update_values: values[14] is not the value of its mirror image, but the two are stored as one; "
            "nothing is changed, convert again, or with DiaOptions::halve = false");
  EXPECT_EQ(elements(half.values), before);
}

TEST(DiaMatrix, StoresAllDiagonalsAsSoonAsNewValuesAreNotSymmetric) {
  const auto matrix = three_diagonals();
  auto dia = to_dia(Exec(), matrix);
  const auto copy = dia;
  EXPECT_FALSE(sporos::FormatTraits<decltype(dia)>::update(Exec(), dia, matrix.values));
  EXPECT_EQ(dia.values.data(), copy.values.data());
  const auto other = three_diagonals();
  Kokkos::deep_copy(Kokkos::subview(other.values, std::make_pair(1, 2)), 99.0);
  EXPECT_TRUE(sporos::FormatTraits<decltype(dia)>::update(Exec(), dia, other.values));
  EXPECT_EQ(dia.num_mirrored(), 0);
  sporos_test::expect_same_crs(to_crs(Exec(), dia), other);
  sporos_test::expect_same_crs(to_crs(Exec(), copy), matrix);
}

}  // namespace dia_matrix_tests
