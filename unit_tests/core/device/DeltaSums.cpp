// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/device/host/Sporos_DeltaSumsLeaves.hpp"
#include "unit_tests/support/HostLeaves.hpp"

namespace delta_sums_tests {

using sporos::detail::DeltaRun;
using sporos::detail::ShortDeltas;
using sporos::detail::TableNumbers;
using sporos::detail::WideDeltas;
using sporos_test::Mixer;

// Rows of 0 to 40 entries, the last of `last`. Nothing is readable behind the arrays, nor before the first upper bits,
// which the first `without_highs` entries lack.
template <class Value, class X>
struct Tile {
  static constexpr std::int64_t without_highs = 10;
  std::vector<std::int64_t> offsets{without_highs};
  std::vector<std::uint16_t> lows;
  std::vector<std::uint16_t> highs;
  std::vector<Value> values;
  std::vector<std::uint8_t> codes;
  std::vector<Value> table;
  std::vector<X> x;

  explicit Tile(std::int64_t last) {
    Mixer mixer(static_cast<std::size_t>(last) + 1);
    for (std::int64_t row = 0; row < 23; ++row) offsets.push_back(offsets.back() + (row < 22 ? row * 17 % 41 : last));
    for (int i = 0; i < 256; ++i) table.push_back(Value(mixer.number()));
    for (std::int64_t k = 0; k < offsets.back(); ++k) {
      lows.push_back(static_cast<std::uint16_t>(mixer.below(65536)));
      if (k >= without_highs) highs.push_back(static_cast<std::uint16_t>(mixer.below(2)));
      codes.push_back(static_cast<std::uint8_t>(mixer.below(256)));
      values.push_back(table[codes.back()]);
    }
    for (int i = 0; i < 2 * 65536; ++i) x.push_back(X(mixer.number()));
    for (auto* const array : {&lows, &highs}) array->shrink_to_fit();
    values.shrink_to_fit();
    codes.shrink_to_fit();
  }

  template <class Columns, class Numbers>
  void check(Columns columns, Numbers numbers, bool are_long, std::size_t first) const {
    const DeltaRun<Columns, Numbers, X, std::int64_t> run{offsets.data() + first,
                                                          static_cast<std::int64_t>(offsets.size() - 1 - first),
                                                          are_long,
                                                          columns,
                                                          numbers,
                                                          x.data(),
                                                          offsets.back(),
                                                          are_long};
    std::vector<X> sums(offsets.size() - first, X(7));
    sporos::detail::delta_sums_leaf<Columns, Numbers, X, std::int64_t>()(run, sums.data());
    EXPECT_EQ(sums.back(), X(7)) << "wrote behind the sums";
    for (std::int64_t row = 0; row < run.rows; ++row) {
      double exact = 0;
      double size = 0;
      for (std::int64_t k = run.offsets[row]; k < run.offsets[row + 1]; ++k) {
        const double product = static_cast<double>(values[static_cast<std::size_t>(k)]) *
                               static_cast<double>(x[static_cast<std::size_t>(delta_at(columns, k))]);
        exact += product;
        size += std::fabs(product);
      }
      const double length = static_cast<double>(run.offsets[row + 1] - run.offsets[row]);
      EXPECT_LE(std::fabs(static_cast<double>(sums[static_cast<std::size_t>(row)]) - exact),
                (length + 2) * static_cast<double>(std::numeric_limits<X>::epsilon()) * size)
          << "row " << row;
    }
  }
};

template <class Value, class X>
void check_tiles() {
  if (sporos_test::leaf_levels().empty()) GTEST_SKIP() << "this host has no leaves";
  for (const std::int64_t last : {0, 1, 2, 3, 4, 9}) {
    SCOPED_TRACE(last);
    const Tile<Value, X> tile(last);
    const ShortDeltas narrow{tile.lows.data()};
    const WideDeltas wide{tile.lows.data(), tile.highs.data(), Tile<Value, X>::without_highs};
    const Value* const plain = tile.values.data();
    const TableNumbers<Value> table{tile.codes.data(), tile.table.data()};
    for (const bool are_long : {false, true}) {
      for (const std::size_t first : {0, 6, 21}) {
        tile.check(narrow, plain, are_long, first);
        tile.check(narrow, table, are_long, first);
        tile.check(wide, plain, are_long, first);
        tile.check(wide, table, are_long, first);
      }
    }
  }
}

TEST(DeltaSums, InDoubleAreThoseOfTheRows) { check_tiles<double, double>(); }
TEST(DeltaSums, InFloatAreThoseOfTheRows) { check_tiles<float, float>(); }
TEST(DeltaSums, OfNarrowNumbersAreThoseOfTheRows) { check_tiles<float, double>(); }

}  // namespace delta_sums_tests
