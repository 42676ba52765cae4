// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/device/host/Sporos_BlockSumsLeaves.hpp"
#include "unit_tests/support/HostLeaves.hpp"

namespace block_sums_tests {

using sporos_test::Mixer;

// Block rows of 0 to 6 blocks. x ends `missing` elements before the last block does. Nothing is readable behind the
// arrays.
template <class Value, class X>
struct Blocks {
  int size;
  std::int64_t num_columns;
  std::vector<std::int64_t> offsets{0};
  std::vector<int> columns;
  std::vector<Value> values;
  std::vector<X> x;

  Blocks(int block_size, int missing) : size(block_size), num_columns(9 * block_size - missing) {
    Mixer mixer(static_cast<std::size_t>(size));
    for (int row = 0; row < 13; ++row) {
      for (int i = 0; i < row * 5 % 7; ++i) columns.push_back(i == 2 ? 8 : static_cast<int>(mixer.below(9)));
      offsets.push_back(static_cast<std::int64_t>(columns.size()));
    }
    for (std::size_t i = 0; i < columns.size() * places(); ++i) values.push_back(Value(mixer.number()));
    for (std::int64_t i = 0; i < num_columns; ++i) x.push_back(X(mixer.number()));
    columns.shrink_to_fit();
    values.shrink_to_fit();
    x.shrink_to_fit();
  }

  std::size_t places() const { return static_cast<std::size_t>(size * size); }
  std::size_t num_rows() const { return (offsets.size() - 1) * static_cast<std::size_t>(size); }

  std::vector<X> sums(std::size_t first, sporos::detail::BlockSumsLeaf<Value, X, std::int64_t> leaf) const {
    std::vector<X> sums(num_rows() - first * static_cast<std::size_t>(size) + 1, X(7));
    const auto rows = static_cast<std::int64_t>(offsets.size() - 1 - first);
    leaf(
        {offsets.data() + first, rows, columns.data(), values.data(), x.data(), num_columns, offsets.back(), first > 0},
        sums.data());
    EXPECT_EQ(sums.back(), X(7)) << "wrote behind the sums";
    sums.pop_back();
    return sums;
  }

  void expect_sum(std::size_t row, X sum) const {
    const auto in_block = row % static_cast<std::size_t>(size);
    double exact = 0;
    double magnitude = 0;
    const auto begin = static_cast<std::size_t>(offsets[row / static_cast<std::size_t>(size)]);
    const auto end = static_cast<std::size_t>(offsets[row / static_cast<std::size_t>(size) + 1]);
    for (std::size_t k = begin; k < end; ++k) {
      for (std::size_t c = 0; c < static_cast<std::size_t>(size); ++c) {
        const std::size_t column = static_cast<std::size_t>(columns[k] * size) + c;
        if (column >= x.size()) continue;
        const double product =
            static_cast<double>(values[k * places() + in_block * static_cast<std::size_t>(size) + c]) *
            static_cast<double>(x[column]);
        exact += product;
        magnitude += std::fabs(product);
      }
    }
    const double bound = static_cast<double>((end - begin) * static_cast<std::size_t>(size) + 2) *
                         static_cast<double>(std::numeric_limits<X>::epsilon());
    EXPECT_LE(std::fabs(static_cast<double>(sum) - exact), bound * magnitude) << "row " << row;
  }
};

template <int Size, class Value, class X>
void check_size() {
  for (int missing = 0; missing < Size; ++missing) {
    SCOPED_TRACE(sporos::detail::concat("blocks of ", Size, ", ", missing, " columns missing"));
    const Blocks<Value, X> blocks(Size, missing);
    for (const std::size_t first : {0, 4}) {
      const auto sums = blocks.sums(first, sporos::detail::block_sums_leaf<Size, Value, X, std::int64_t>());
      for (std::size_t i = 0; i < sums.size(); ++i)
        blocks.expect_sum(first * static_cast<std::size_t>(Size) + i, sums[i]);
    }
  }
}

template <class Value, class X>
void check_sizes() {
  if (sporos_test::leaf_levels().empty()) GTEST_SKIP() << "this host has no leaves";
  check_size<2, Value, X>();
  check_size<3, Value, X>();
  check_size<4, Value, X>();
  check_size<5, Value, X>();
  check_size<6, Value, X>();
  check_size<7, Value, X>();
  check_size<8, Value, X>();
}

TEST(BlockSums, InDoubleAreThoseOfTheRows) { check_sizes<double, double>(); }
TEST(BlockSums, InFloatAreThoseOfTheRows) { check_sizes<float, float>(); }
TEST(BlockSums, OfNarrowValuesAreThoseOfTheRows) { check_sizes<float, double>(); }

// Vectors reach into the next row of a block, into the next block, and into x behind the block.
template <int Size, class X>
void check_infinity() {
  Blocks<X, X> blocks(Size, 0);
  const auto exact = blocks.sums(0, sporos::detail::block_sums_leaf<Size, X, X, std::int64_t>());
  const auto size = static_cast<std::size_t>(Size);
  for (std::size_t place = 0; place < blocks.values.size(); ++place) {
    const X value = blocks.values[place];
    blocks.values[place] = std::numeric_limits<X>::infinity();
    const auto sums = blocks.sums(0, sporos::detail::block_sums_leaf<Size, X, X, std::int64_t>());
    blocks.values[place] = value;
    std::size_t block_row = 0;
    while (static_cast<std::size_t>(blocks.offsets[block_row + 1]) <= place / (size * size)) ++block_row;
    const std::size_t hit = block_row * size + place % (size * size) / size;
    for (std::size_t row = 0; row < sums.size(); ++row) {
      EXPECT_EQ(std::isfinite(sums[row]), row != hit) << "row " << row << ", blocks of " << Size;
      EXPECT_TRUE(row == hit || sums[row] == exact[row]) << "row " << row << ", blocks of " << Size;
    }
  }
}

TEST(BlockSums, InfiniteNumbersReachTheirOwnRowsOnly) {
  if (sporos_test::leaf_levels().empty()) GTEST_SKIP() << "this host has no leaves";
  check_infinity<2, double>();
  check_infinity<3, double>();
  check_infinity<5, double>();
  check_infinity<7, double>();
  check_infinity<8, double>();
  check_infinity<3, float>();
  check_infinity<5, float>();
  check_infinity<6, float>();
}

}  // namespace block_sums_tests
