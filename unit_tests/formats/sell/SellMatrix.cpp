// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/sell/Sporos_SellMatrix.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "formats/sell/Sporos_FromSell.hpp"
#include "formats/sell/Sporos_ToSell.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace sell_matrix_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::SellOptions;
using sporos::SellShape;
using sporos_test::complaint;
using sporos_test::elements;

SellOptions in_shape(const SellShape& shape) {
  SellOptions options;
  options.shape = shape;
  return options;
}

// | 1 . . . |
// | 2 3 4 . |
// | . 5 . 6 |
// | . . 7 . |
auto drawn() {
  const auto matrix = sporos_test::make_matrix<double>({"", 4, {{0}, {0, 1, 2}, {1, 3}, {2}}});
  for (int k = 0; k < 7; ++k) matrix.values(k) = k + 1;
  return sporos::copy_to<Space>(matrix);
}

TEST(SellMatrix, LiesInMemorySliceBySliceAndColumnByColumn) {
  const auto sell = sporos::to_sell(Exec(), drawn(), in_shape({2, 4}));
  EXPECT_EQ(sell.num_rows, 4);
  EXPECT_EQ(sell.num_columns, 4);
  EXPECT_EQ(sell.nnz(), 7);
  EXPECT_EQ(elements(sell.places), (std::vector<std::uint16_t>{1, 2, 0, 3}));
  EXPECT_EQ(elements(sell.slice_offsets), (std::vector<std::int64_t>{0, 6, 8}));
  EXPECT_EQ(elements(sell.shortest_rows), (std::vector<std::int32_t>{2, 1}));
  EXPECT_EQ(elements(sell.values), (std::vector<double>{2, 5, 3, 6, 4, 0, 1, 7}));
  EXPECT_EQ(elements(sell.columns), (std::vector<int>{0, 1, 1, 3, 2, -1, 0, 2}));
}

TEST(SellMatrix, WithAWindowOfOneLeavesTheRowsInTheirOrder) {
  const auto sell = sporos::to_sell(Exec(), drawn(), in_shape({2, 1}));
  EXPECT_EQ(sell.places.extent(0), 0u);
  EXPECT_EQ(elements(sell.slice_offsets), (std::vector<std::int64_t>{0, 6, 10}));
  EXPECT_EQ(elements(sell.values), (std::vector<double>{1, 2, 0, 3, 0, 4, 5, 7, 6, 0}));
  EXPECT_EQ(elements(sell.columns), (std::vector<int>{0, 0, -1, 1, -1, 2, 1, 2, 3, -1}));
}

TEST(SellMatrix, FillsUpTheLastSlice) {
  const auto sell = sporos::to_sell(Exec(), drawn(), in_shape({8, 1}));
  EXPECT_EQ(sell.slots(), 24);
  EXPECT_EQ(elements(sell.shortest_rows), (std::vector<std::int32_t>{0}));
  EXPECT_EQ(elements(sell.columns), (std::vector<int>{0,  0,  1,  2,  -1, -1, -1, -1, -1, 1,  3,  -1,
                                                      -1, -1, -1, -1, -1, 2,  -1, -1, -1, -1, -1, -1}));
}

TEST(SellMatrix, StoresTheLengthsOfItsRowsInTheirNewOrder) {
  auto options = in_shape({2, 4});
  options.row_lengths = true;
  EXPECT_EQ(elements(sporos::to_sell(Exec(), drawn(), options).row_lengths), (std::vector<std::int32_t>{3, 2, 1, 1}));
  options.row_lengths = false;
  EXPECT_EQ(sporos::to_sell(Exec(), drawn(), options).row_lengths.extent(0), 0u);
}

TEST(SellMatrix, StoresTheLengthsWherePaddingWouldCostMore) {
  EXPECT_FALSE(sporos::detail::row_lengths_pay(100, 700, 700, 8, 4));
  EXPECT_FALSE(sporos::detail::row_lengths_pay(100, 700, 760, 8, 4));
  EXPECT_TRUE(sporos::detail::row_lengths_pay(100, 700, 800, 8, 4));
}

// The result of a stable sort of each window by decreasing length.
template <class Matrix>
std::vector<std::uint16_t> sorted_places(const Matrix& crs, std::int64_t window) {
  std::vector<std::uint16_t> places;
  for (std::int64_t first = 0; first < crs.num_rows; first += window) {
    std::vector<std::uint16_t> in_window(static_cast<std::size_t>(std::min(window, crs.num_rows - first)));
    for (std::size_t i = 0; i < in_window.size(); ++i) in_window[i] = static_cast<std::uint16_t>(i);
    const auto length = [&](std::uint16_t i) { return crs.row_offsets(first + i + 1) - crs.row_offsets(first + i); };
    std::stable_sort(in_window.begin(), in_window.end(), [&](auto a, auto b) { return length(a) > length(b); });
    places.insert(places.end(), in_window.begin(), in_window.end());
  }
  return places;
}

TEST(SellMatrix, SortsEveryWindowStably) {
  for (const auto& pattern : {sporos_test::random_pattern("a", 1065, 300, [](auto row) { return row % 71; }),
                              sporos_test::random_pattern("b", 9000, 50, [](auto row) { return row * 7 % 10; })}) {
    const auto crs = sporos_test::make_matrix<double>(pattern);
    for (const int window : {2, 64, 1024, 8192}) {
      SCOPED_TRACE(window);
      const auto sell = sporos::to_sell(Exec(), sporos::copy_to<Space>(crs), in_shape({4, window}));
      EXPECT_EQ(elements(sell.places), sorted_places(crs, window));
    }
  }
}

TEST(SellMatrix, SortingLeavesLessPadding) {
  const auto crs = sporos::copy_to<Space>(
      sporos_test::make_matrix<double>(sporos_test::random_pattern("", 1024, 300, [](auto row) { return row % 32; })));
  EXPECT_EQ(sporos::count_sell_slots(Exec(), crs, {32, 1}), 1024 * 31);
  EXPECT_EQ(sporos::count_sell_slots(Exec(), crs, {32, 1024}), crs.nnz());
}

TEST(SellMatrix, TakesTheBytesThatCanBeAskedForBefore) {
  for (const auto& pattern : sporos_test::structured_gallery()) {
    const auto crs = sporos::copy_to<Space>(sporos_test::make_matrix<float, std::int64_t>(pattern));
    for (const SellShape& shape : {SellShape{32, 1}, SellShape{8, 64}}) {
      for (const bool row_lengths : {false, true}) {
        auto options = in_shape(shape);
        options.row_lengths = row_lengths;
        const auto slots = sporos::count_sell_slots(Exec(), crs, shape);
        EXPECT_EQ(sporos::to_sell(Exec(), crs, options).bytes(),
                  sporos::bytes_as_sell(crs.num_rows, slots, shape, sizeof(float), sizeof(std::int64_t), row_lengths));
      }
    }
  }
}

TEST(SellMatrix, ComesBackWithoutAMapToo) {
  for (const auto& pattern : sporos_test::structured_gallery()) {
    const auto crs = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
    SellOptions options;
    options.keep_map = false;
    const auto sell = sporos::to_sell(Exec(), crs, options);
    sporos_test::expect_same_crs(to_crs(Exec(), sell), crs);
    EXPECT_EQ(complaint([&] { update_values(Exec(), sell, crs.values); }),
              "sporos::update_values: the matrix was converted with keep_map = false");
  }
}

TEST(SellMatrix, RefusesAnotherNumberOfValues) {
  const auto sell = sporos::to_sell(Exec(), drawn());
  const Kokkos::View<double*, Space> values("values", 8);
  EXPECT_EQ(complaint([&] { update_values(Exec(), sell, values); }),
            "sporos::update_values: values has 8 elements, but the matrix has 7 entries");
}

TEST(SellMatrix, RefusesAbsurdPadding) {
  const auto crs = sporos::copy_to<Space>(sporos_test::make_matrix<double>(
      sporos_test::random_pattern("", 32000, 100, [](auto row) { return row == 5 ? 50000 : 1; })));
  auto options = in_shape({32, 1});
  EXPECT_EQ(complaint([&] { sporos::to_sell(Exec(), crs, options); }),
            "sporos::to_sell: the matrix would take 19723624 bytes, but max_bytes is 5496544 (four times the "
            "1111992 bytes of its compressed rows and a mebibyte)");
  options.max_bytes = 1000;
  EXPECT_EQ(complaint([&] { sporos::to_sell(Exec(), drawn(), options); }),
            "sporos::to_sell: the matrix would take 1188 bytes, but max_bytes is 1000");
}

TEST(SellMatrix, RefusesShapesThatAreNone) {
  for (const int height : {0, 1, 3, 48, 128}) {
    EXPECT_EQ(
        complaint([&] {
          sporos::to_sell(Exec(), drawn(), in_shape({height, 1}));
        }),
        sporos::detail::concat("sporos::to_sell: slice_height = ", height, " must be a power of two from 2 to 64"));
  }
  for (const int window : {0, -4, 3, 16384}) {
    EXPECT_EQ(complaint([&] {
                sporos::count_sell_slots(Exec(), drawn(), {32, window});
              }),
              sporos::detail::concat("sporos::count_sell_slots: sorting_window = ", window,
                                     " must be a power of two from 1 to 8192"));
  }
}

}  // namespace sell_matrix_tests
