// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/host/Sporos_LaneSumsLeaves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "unit_tests/support/HostLeaves.hpp"

namespace lane_sums_tests {

using sporos_test::leaf_levels;
using sporos_test::Mixer;

// Neighbouring rows are contiguous, with `step` slots from an entry to the next. x ends with a NaN and begins with one,
// which padding would read.
template <class Value, class X>
struct Lanes {
  std::vector<int> columns;
  std::vector<Value> values;
  std::vector<X> x;

  explicit Lanes(std::int64_t slots)
      : columns(static_cast<std::size_t>(slots), -1), values(static_cast<std::size_t>(slots), Value(0)) {
    Mixer mixer(17);
    for (int i = 0; i < 99; ++i) x.push_back(i % 98 == 0 ? std::numeric_limits<X>::quiet_NaN() : X(mixer.number()));
  }

  void fill(std::int64_t slot, std::int64_t step, std::int64_t length) {
    Mixer mixer(static_cast<std::size_t>(slot) + 3);
    for (std::int64_t j = 0; j < length; ++j, slot += step) {
      columns[static_cast<std::size_t>(slot)] = 1 + static_cast<int>(mixer.below(97));
      values[static_cast<std::size_t>(slot)] = static_cast<Value>(mixer.number());
    }
  }

  void expect_sum(std::int64_t slot, std::int64_t step, std::int64_t length, X sum) const {
    double exact = 0;
    double size = 0;
    for (std::int64_t j = 0; j < length; ++j, slot += step) {
      const auto k = static_cast<std::size_t>(slot);
      const double product =
          static_cast<double>(values[k]) * static_cast<double>(x[static_cast<std::size_t>(columns[k])]);
      exact += product;
      size += std::fabs(product);
    }
    const double epsilon = static_cast<double>(std::numeric_limits<X>::epsilon());
    EXPECT_LE(std::fabs(static_cast<double>(sum) - exact), static_cast<double>(length + 2) * epsilon * size)
        << "row of " << length;
  }
};

// Rows of a slice from `longest` entries down, and up again.
std::int64_t length_of(std::int64_t longest, std::int64_t lane) {
  const std::int64_t length = lane % 5 == 4 ? lane % 7 : longest - lane % 3;
  return length < 0 ? 0 : length < longest ? length : longest;
}

template <class Value, class X>
void check_slices(int height) {
  std::vector<std::int64_t> offsets{0};
  for (std::int64_t longest = 0; longest < 21; ++longest) offsets.push_back(offsets.back() + longest * height);
  Lanes<Value, X> lanes(offsets.back());
  for (std::int64_t longest = 0; longest < 21; ++longest) {
    for (int lane = 0; lane < height; ++lane) {
      lanes.fill(offsets[static_cast<std::size_t>(longest)] + lane, height, length_of(longest, lane));
    }
  }
  for (const auto level : leaf_levels()) {
    SCOPED_TRACE(sporos::detail::concat(name(level), ", height ", height));
    for (const bool prefetches : {false, true}) {
      for (const std::int64_t first : {0, 5}) {
        const std::int64_t count = 21 - first;
        std::vector<X> sums(static_cast<std::size_t>(count * height) + 1, X(7));
        sporos::detail::lane_sums_leaves<Value, X>(level).slices(
            {offsets.data(), height, lanes.columns.data(), lanes.values.data(), lanes.x.data(), prefetches}, first,
            count, sums.data());
        EXPECT_EQ(sums.back(), X(7)) << "wrote behind the sums";
        for (std::int64_t row = 0; row < count * height; ++row) {
          const std::int64_t slice = first + row / height;
          lanes.expect_sum(offsets[static_cast<std::size_t>(slice)] + row % height, height,
                           length_of(slice, row % height), sums[static_cast<std::size_t>(row)]);
        }
      }
    }
  }
}

TEST(LaneSums, OfSlicesAreThoseOfTheRowsAndPaddingReadsNoX) {
  for (const int height : {8, 16, 64}) {
    check_slices<double, double>(height);
    check_slices<float, float>(height);
    check_slices<float, double>(height);
  }
}

template <class Value, class X>
void check_ell(int width) {
  constexpr std::int64_t stride = 64;
  Lanes<Value, X> lanes(stride * width);
  std::vector<std::int32_t> lengths;
  for (std::int64_t row = 0; row < stride; ++row) {
    lengths.push_back(row < 50 ? static_cast<std::int32_t>(length_of(width, row)) : 0);
    lanes.fill(row, stride, lengths.back());
  }
  for (const auto level : leaf_levels()) {
    SCOPED_TRACE(sporos::detail::concat(name(level), ", width ", width));
    for (const bool knows_lengths : {false, true}) {
      std::vector<X> sums(49, X(7));
      sporos::detail::lane_sums_leaves<Value, X>(level).ell(
          {stride, width, knows_lengths ? lengths.data() : nullptr, lanes.columns.data(), lanes.values.data(),
           lanes.x.data(), knows_lengths},
          8, 48, sums.data());
      EXPECT_EQ(sums.back(), X(7)) << "wrote behind the sums";
      for (std::size_t i = 0; i < 48; ++i) {
        lanes.expect_sum(8 + static_cast<std::int64_t>(i), stride, lengths[8 + i], sums[i]);
      }
    }
  }
}

TEST(LaneSums, OfEllAreThoseOfTheRowsAndPaddingReadsNoX) {
  for (int width = 0; width < 20; ++width) {
    check_ell<double, double>(width);
    check_ell<float, float>(width);
    check_ell<float, double>(width);
  }
}

// Nothing outside x may be read.
template <class Value, class X>
void check_dia(std::int64_t num_rows, std::int64_t num_columns, const std::vector<std::int64_t>& of_any_size) {
  const std::int64_t stride = (num_rows + 31) / 32 * 32;
  std::vector<std::int64_t> offsets;
  for (const std::int64_t offset : of_any_size) {
    if (-num_rows < offset && offset < num_columns) offsets.push_back(offset);
  }
  Mixer mixer(static_cast<std::size_t>(num_rows));
  std::vector<Value> values;
  std::vector<X> x;
  for (std::size_t i = 0; i < offsets.size() * static_cast<std::size_t>(stride); ++i)
    values.push_back(Value(mixer.number()));
  for (std::int64_t i = 0; i < num_columns; ++i) x.push_back(X(mixer.number()));
  x.shrink_to_fit();
  for (const auto level : leaf_levels()) {
    SCOPED_TRACE(sporos::detail::concat(name(level), ", ", num_rows, " x ", num_columns));
    for (const std::int64_t first : {0, 32}) {
      if (first >= num_rows) continue;
      const std::int64_t count = std::min<std::int64_t>(num_rows - first, first == 0 ? num_rows : 75);
      std::vector<X> sums(static_cast<std::size_t>(count) + 1, X(7));
      const sporos::detail::DiaRun<Value, X> run{
          num_columns, {stride, static_cast<std::int64_t>(offsets.size()), 0}, offsets.data(), values.data(), x.data()};
      sporos::detail::sum_diagonals(sporos::detail::lane_sums_leaves<Value, X>(level), run, first, count, sums.data());
      EXPECT_EQ(sums.back(), X(7)) << "wrote behind the sums";
      for (std::int64_t row = first; row < first + count; ++row) {
        double exact = 0;
        double size = 0;
        for (std::size_t d = 0; d < offsets.size(); ++d) {
          const std::int64_t column = row + offsets[d];
          if (column < 0 || column >= num_columns) continue;
          const double product =
              static_cast<double>(values[d * static_cast<std::size_t>(stride) + static_cast<std::size_t>(row)]) *
              static_cast<double>(x[static_cast<std::size_t>(column)]);
          exact += product;
          size += std::fabs(product);
        }
        const double sum = static_cast<double>(sums[static_cast<std::size_t>(row - first)]);
        const double epsilon = static_cast<double>(std::numeric_limits<X>::epsilon());
        EXPECT_LE(std::fabs(sum - exact), 32 * epsilon * size) << "row " << row;
      }
    }
  }
}

// Wherever a sum is NaN, in whole vectors or behind them, this is said, and nowhere else.
TEST(LaneSums, OfDiagonalsAreSearchedForNaN) {
  const std::int64_t num_rows = 200;
  const std::int64_t first = 64;
  const std::int64_t count = 61;
  const std::vector<std::int64_t> offsets = {-40, 0, 40};  // all of which these rows have
  const std::vector<double> values(3 * 224, 1.0);
  for (const auto level : leaf_levels()) {
    for (std::int64_t column = 0; column < num_rows; ++column) {
      std::vector<double> x(static_cast<std::size_t>(num_rows), 1.0), sums(static_cast<std::size_t>(count));
      x[static_cast<std::size_t>(column)] = std::numeric_limits<double>::quiet_NaN();
      const sporos::detail::DiaRun<double, double> run{num_rows, {224, 3, 0}, offsets.data(), values.data(), x.data()};
      const auto leaves = sporos::detail::lane_sums_leaves<double, double>(level);
      const bool may_be_nan = sporos::detail::sum_diagonals(leaves, run, first, count, sums.data());
      const bool is_nan = std::any_of(sums.begin(), sums.end(), [](double sum) { return std::isnan(sum); });
      EXPECT_EQ(may_be_nan, is_nan) << name(level) << ", column " << column;
      EXPECT_EQ(is_nan, first - 40 <= column && column < first + count + 40) << column;
    }
  }
}

template <class Value, class X>
void check_dia_of_all_sizes() {
  for (const std::int64_t num_rows : {1, 2, 31, 32, 33, 64, 95, 96, 97, 200}) {
    for (const std::int64_t num_columns : {1, 30, 64, 97, 350}) {
      check_dia<Value, X>(num_rows, num_columns, {-200, -65, -64, -33, -5, -1, 0, 1, 2, 31, 64, 70, 300});
    }
  }
  // Of some rows every diagonal of a group has all: those in the middle of the matrix.
  std::vector<std::int64_t> neighbours;
  for (std::int64_t last = 0; last < 30; ++last) {
    neighbours.push_back(last);
    check_dia<Value, X>(200, 200, neighbours);
  }
}

TEST(LaneSums, OfDiagonalsAreThoseOfTheRowsWhereverDiagonalsEnd) {
  check_dia_of_all_sizes<double, double>();
  check_dia_of_all_sizes<float, float>();
  check_dia_of_all_sizes<float, double>();
}

}  // namespace lane_sums_tests
