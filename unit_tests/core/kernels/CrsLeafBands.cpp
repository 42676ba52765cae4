// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "core/setup/Sporos_FindBands.hpp"
#include "unit_tests/support/LeafProducts.hpp"

namespace crs_leaf_bands_tests {

using Host = sporos_test::LeafHost;
using sporos::HostLevel;
using sporos::detail::RowStretch;
using sporos_test::arrays_of;
using sporos_test::product;
using sporos_test::rows_in_bands;
using sporos_test::RowsAmongOthers;

using Stretches = std::vector<std::pair<int, int>>;  // first row, columns

Stretches stretches_of(const sporos::detail::Bands<Host>& bands) {
  Stretches found;
  for (std::size_t i = 0; i < bands.stretches.extent(0); ++i) {
    found.emplace_back(bands.stretches(i).first_row, bands.stretches(i).columns);
  }
  return found;
}

TEST(CrsLeafBands, FindsBands) {
  for (const std::int64_t length : {1, 2, 7, 30}) {
    const auto bands = sporos::detail::find_bands(Host(), arrays_of(rows_in_bands(length)), false);
    Stretches expected;
    for (int i = 0; i < 300; ++i) {
      const bool are_equal = i % 6 == 5 && length <= 3;
      expected.emplace_back(4 * i, i % 3 != 2 ? RowStretch::band : are_equal ? RowStretch::equal : RowStretch::loose);
    }
    expected.emplace_back(1203, RowStretch::loose);
    EXPECT_EQ(stretches_of(bands), expected) << "rows of length " << length;
  }
}

TEST(CrsLeafBands, KnowsTheStretchOfEveryRow) {
  const auto bands = sporos::detail::find_bands(Host(), arrays_of(rows_in_bands(5)), false);
  const auto stretches = bands.arrays();
  for (std::int64_t row = 0; row < 1203; ++row) {
    const RowStretch* stretch = stretches.of_row(row);
    EXPECT_TRUE(stretch[0].first_row <= row && row < stretch[1].first_row) << row;
  }
}

// Rows of `length` entries, each with the columns of the row above moved by one but for some rows that begin anew.
template <class Value = double, class X = double>
RowsAmongOthers<Value, X> rows_in_long_bands(std::int64_t length, std::int64_t num_rows,
                                             const std::vector<std::int64_t>& anew) {
  RowsAmongOthers<Value, X> rows(std::vector<std::int64_t>(static_cast<std::size_t>(num_rows), length));
  std::int64_t first = 0;
  for (std::int64_t row = 0; row < num_rows; ++row) {
    if (std::find(anew.begin(), anew.end(), row) != anew.end()) first += 5;
    for (std::int64_t j = 0; j < length; ++j) {
      rows.columns[static_cast<std::size_t>(row * length + j)] = static_cast<int>(first + row + j * 7 % 40);
    }
  }
  sporos_test::Mixer mixer(7);
  while (rows.x.size() < static_cast<std::size_t>(num_rows) + 100 + 5 * anew.size())
    rows.x.push_back(static_cast<X>(mixer.number()));
  return rows;
}

TEST(CrsLeafBands, KnowsWhereABandGoesOn) {
  const auto bands = sporos::detail::find_bands(Host(), arrays_of(rows_in_long_bands(5, 80, {33, 50, 53})), false);
  const int band = RowStretch::band;
  const int loose = RowStretch::loose;
  EXPECT_EQ(stretches_of(bands), (Stretches{{0, band}, {33, band}, {50, loose}, {53, band}, {80, loose}}));
}

std::vector<int> values_of(const Kokkos::View<int*, Host::memory_space>& view) {
  return std::vector<int>(view.data(), view.data() + view.extent(0));
}

TEST(CrsLeafBands, KnowsPatterns) {
  const auto rows = rows_in_long_bands(3, 240, {101, 160});
  auto again = rows;  // the last band has the pattern of the first
  for (std::size_t k = 480; k < again.columns.size(); ++k) again.columns[k] -= 10;
  const auto bands = sporos::detail::find_bands(Host(), arrays_of(again), false);
  EXPECT_EQ(stretches_of(bands), (Stretches{{0, 0}, {101, 3}, {160, 0}, {240, RowStretch::loose}}));
  EXPECT_EQ(values_of(bands.patterns), (std::vector<int>{0, 7, 14, 5, 12, 19}));
}

TEST(CrsLeafBands, LooksForNoPatternsWhereBandsAreShort) {
  for (const std::int64_t fours : {10, 11}) {
    std::vector<std::int64_t> anew;
    const std::int64_t num_rows = 20 * 4 * fours;
    for (std::int64_t row = 4 * fours; row < num_rows; row += 4 * fours) anew.push_back(row);
    const auto rows = rows_in_long_bands(4, num_rows, anew);
    const auto bands = sporos::detail::find_bands(Host(), arrays_of(rows), false);
    EXPECT_EQ(bands.patterns.extent(0) > 0, fours == 11) << fours << " times four rows";
    EXPECT_EQ(bands.stretches(0).columns, fours == 11 ? 0 : static_cast<int>(RowStretch::band));
    const bool has_many_threads = sporos::detail::concurrency(Host()) >= 8;
    const auto prefetched = sporos::detail::find_bands(Host(), arrays_of(rows), true);
    EXPECT_EQ(prefetched.patterns.extent(0) > 0, fours == 11 && has_many_threads) << "prefetched";
  }
}

TEST(CrsLeafBands, HasRoomForSomePatternsAndMultipliesOthersWithout) {
  std::vector<std::int64_t> anew;
  for (std::int64_t row = 44; row < 8800; row += 44) anew.push_back(row);
  auto rows = rows_in_long_bands(100, 8800, anew);
  for (std::size_t k = 4400 * 199; k < rows.columns.size(); ++k) rows.columns[k] -= 5 * 199;  // as the first ones
  const auto bands = sporos::detail::find_bands(Host(), arrays_of(rows), false);
  EXPECT_EQ(bands.patterns.extent(0), sporos::detail::max_pattern_columns / 100 * 100);
  ASSERT_EQ(bands.stretches.extent(0), 201U);
  EXPECT_EQ(bands.stretches(0).columns, 0);
  EXPECT_EQ(bands.stretches(162).columns, 16200);
  EXPECT_EQ(bands.stretches(163).columns, RowStretch::band);
  EXPECT_EQ(bands.stretches(198).columns, RowStretch::band);
  EXPECT_EQ(bands.stretches(199).columns, 0);
  for (const HostLevel level : sporos_test::leaf_levels()) {
    const auto expected = product(rows, level, 1, false, bands.arrays());
    for (std::size_t row = 0; row < expected.size(); ++row) {
      EXPECT_TRUE(rows.is_sum(static_cast<std::int64_t>(row), expected[row])) << row;
    }
  }
}

// With patterns and without.
template <class Value, class X>
void check_in_any_number_of_shares(const RowsAmongOthers<Value, X>& rows) {
  for (const bool prefetches : {false, true}) {
    const auto bands = sporos::detail::find_bands(Host(), arrays_of(rows), prefetches);
    for (const HostLevel level : sporos_test::leaf_levels()) {
      SCOPED_TRACE(sporos::detail::concat(name(level), ", ", rows.offsets[1], " entries a row"));
      const auto expected = product(rows, level, 1, false, bands.arrays());
      for (std::size_t row = 0; row < expected.size(); ++row) {
        EXPECT_TRUE(rows.is_sum(static_cast<std::int64_t>(row), static_cast<double>(expected[row]))) << row;
      }
      for (std::int64_t shares = 2; shares <= 9; ++shares) {
        EXPECT_EQ(product(rows, level, shares, false, bands.arrays()), expected) << shares << " shares";
      }
    }
  }
}

// Whole groups of one band, in which columns are read once, groups with several bands, and rows with one to three
// entries. Nothing readable follows the last entry.
template <class Value, class X>
void check_long_bands() {
  for (std::int64_t length = 1; length <= 11; ++length) {
    check_in_any_number_of_shares(rows_in_long_bands<Value, X>(length, 900, {}));
    check_in_any_number_of_shares(rows_in_long_bands<Value, X>(length, 1024, {101, 256, 301, 600, 603, 777, 1012}));
    check_in_any_number_of_shares(RowsAmongOthers<Value, X>(std::vector<std::int64_t>(1000, length)));
  }
}

TEST(CrsLeafBands, MultipliesWholeGroupsAlikeInAnyNumberOfShares) {
  check_long_bands<double, double>();
  check_long_bands<float, float>();
  check_long_bands<float, double>();
}

// Rows of a band are summed four or eight at a time from its first row in a share on, so here with others.
TEST(CrsLeafBands, GivesARowTheSameBitsWhereverABandBegins) {
  for (std::int64_t length = 1; length <= 11; ++length) {
    const auto band = rows_in_long_bands<float, float>(length, 300, {});
    const auto bands = sporos::detail::find_bands(Host(), arrays_of(band), false);
    for (const HostLevel level : sporos_test::leaf_levels()) {
      const auto expected = product(band, level, 1, false, bands.arrays());
      for (std::int64_t before = 1; before <= 9; ++before) {
        auto rest = band;
        rest.offsets.erase(rest.offsets.begin(), rest.offsets.begin() + before);
        const auto own = sporos::detail::find_bands(Host(), arrays_of(rest), false);
        const auto sums = product(rest, level, 1, false, own.arrays());
        EXPECT_TRUE(std::equal(sums.begin(), sums.end(), expected.begin() + before)) << length << " entries a row";
      }
    }
  }
}

TEST(CrsLeafBands, KeepsNoBandsWhereThereAreFew) {
  const RowsAmongOthers<double, double> rows(std::vector<std::int64_t>(1000, 7));
  EXPECT_EQ(sporos::detail::find_bands(Host(), arrays_of(rows), false).stretches.extent(0), 0U);
}

TEST(CrsLeafBands, MultipliesBandsAlikeInAnyNumberOfShares) {
  for (std::int64_t length = 1; length <= 40; ++length) {
    const auto rows = rows_in_bands(length);
    const auto bands = sporos::detail::find_bands(Host(), arrays_of(rows), false);
    for (const HostLevel level : sporos_test::leaf_levels()) {
      const auto expected = product(rows, level, 1, false, bands.arrays());
      for (std::size_t row = 0; row < expected.size(); ++row) {
        EXPECT_TRUE(rows.is_sum(static_cast<std::int64_t>(row), expected[row])) << row << " of length " << length;
      }
      for (std::int64_t shares = 2; shares <= 17; ++shares) {
        EXPECT_EQ(product(rows, level, shares, false, bands.arrays()), expected) << shares << " shares";
      }
    }
  }
}

}  // namespace crs_leaf_bands_tests
