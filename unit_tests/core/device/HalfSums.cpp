// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/device/host/Sporos_HalfSumsLeaves.hpp"
#include "unit_tests/support/HostLeaves.hpp"

namespace half_sums_tests {

using sporos_test::Mixer;

constexpr std::int64_t num_rows = 150;

// Upper triangles. Nothing is readable behind the arrays.
template <class Value, class X>
struct Half {
  std::vector<int> offsets{0};
  std::vector<std::uint16_t> distances;
  std::vector<Value> values;
  std::vector<X> x;

  // `has(row, distance)` says which entries there are.
  template <class Has>
  explicit Half(const Has& has) {
    Mixer mixer(11);
    for (std::int64_t row = 0; row < num_rows; ++row) {
      for (std::int64_t distance = 0; row + distance < num_rows; ++distance) {
        if (!has(row, distance)) continue;
        distances.push_back(static_cast<std::uint16_t>(distance));
        values.push_back(Value(mixer.number()));
      }
      offsets.push_back(static_cast<int>(distances.size()));
      x.push_back(X(mixer.number()));
    }
    distances.shrink_to_fit();
    values.shrink_to_fit();
    x.shrink_to_fit();
  }

  // In calls of at most `at_once` rows.
  void check(std::int64_t at_once) const {
    std::vector<double> exact(num_rows);
    std::vector<double> size(num_rows);
    std::vector<int> products(num_rows);
    for (std::size_t row = 0; row < num_rows; ++row) {
      for (auto k = static_cast<std::size_t>(offsets[row]); k < static_cast<std::size_t>(offsets[row + 1]); ++k) {
        const auto add = [&](std::size_t to, std::size_t from) {
          const double product = static_cast<double>(values[k]) * static_cast<double>(x[from]);
          exact[to] += product;
          size[to] += std::fabs(product);
          ++products[to];
        };
        add(row, row + distances[k]);
        if (distances[k] > 0) add(row + distances[k], row);
      }
    }
    std::vector<X> window(num_rows + sporos::detail::half_leaf_slack, X(0));
    std::vector<X> sums(num_rows + 1, X(7));
    for (std::int64_t row = 0; row < num_rows; row += at_once) {
      const std::int64_t count = num_rows - row < at_once ? num_rows - row : at_once;
      sporos::detail::half_sums_leaf<Value, X, int>()({offsets.data(), distances.data(), values.data(), x.data(),
                                                       static_cast<std::int64_t>(values.size()), at_once % 2 == 0},
                                                      row, count, window.data() + row, sums.data() + row);
    }
    EXPECT_EQ(sums.back(), X(7)) << "wrote behind the sums";
    for (const X left : window) EXPECT_EQ(left, X(0));
    for (std::size_t row = 0; row < num_rows; ++row) {
      EXPECT_LE(std::fabs(static_cast<double>(sums[row]) - exact[row]),
                (products[row] + 2) * static_cast<double>(std::numeric_limits<X>::epsilon()) * size[row])
          << "row " << row;
    }
  }
};

template <class Has>
void check_rows(const Has& has) {
  if (sporos_test::leaf_levels().empty()) GTEST_SKIP() << "this host has no leaves";
  for (const std::int64_t at_once : {1, 3, 7, 32, 150}) {
    SCOPED_TRACE(at_once);
    Half<double, double>(has).check(at_once);
    Half<float, float>(has).check(at_once);
    Half<float, double>(has).check(at_once);
  }
}

TEST(HalfSums, OfOneDistanceAreThoseOfTheRows) {
  for (const std::int64_t wanted : {0, 1, 2, 3, 4, 5, 40}) {
    SCOPED_TRACE(wanted);
    check_rows([&](auto, auto distance) { return distance == wanted; });
  }
}

TEST(HalfSums, OfRowsWithTheSameDistancesAreThoseOfTheRows) {
  check_rows([](auto, auto distance) { return distance == 0 || distance == 1 || distance == 12 || distance == 90; });
  check_rows([](auto, auto distance) { return distance < 2 || (distance > 8 && distance < 12) || distance == 13; });
  check_rows([](auto, auto distance) { return distance % 8 < 5; });
  check_rows([](auto row, auto distance) { return (row % 9 != 4 || distance % 2 == 0) && distance % 11 < 2; });
  check_rows([](auto row, auto distance) { return distance % 11 < 2 || (row % 10 == 3 && distance == 7); });
}

TEST(HalfSums, OfBlocksAreThoseOfTheRows) {
  for (const std::int64_t block : {2, 3, 5, 9}) {
    check_rows([&](auto row, auto distance) { return (row + distance) / block % 4 == row / block % 4; });
  }
}

TEST(HalfSums, OfScatteredColumnsAreThoseOfTheRows) {
  check_rows([](auto row, auto distance) { return (row * 7 + distance * distance * 13) % 31 < 4; });
  check_rows([](auto row, auto distance) { return row % 2 == 0 && (row + distance * 5) % 17 == 3; });
}

TEST(HalfSums, OfEmptyRowsAreZero) {
  check_rows([](auto, auto) { return false; });
}

}  // namespace half_sums_tests
