// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>

#include "core/setup/Sporos_FindBands.hpp"
#include "unit_tests/support/LeafProducts.hpp"

namespace crs_leaf_bands_tests {

using Host = sporos_test::LeafHost;
using sporos::HostLevel;
using sporos::detail::BandMark;
using sporos_test::arrays_of;
using sporos_test::product;
using sporos_test::rows_in_bands;
using sporos_test::RowsAmongOthers;

TEST(CrsLeafBands, FindsBands) {
  for (const std::int64_t length : {1, 2, 7, 30}) {
    const auto rows = rows_in_bands(length);
    const sporos::detail::CrsArrays<double, int, int> arrays{rows.num_rows(), rows.offsets.data(), rows.columns.data(),
                                                             rows.values.data()};
    const auto bands = sporos::detail::find_bands(Host(), arrays, false);
    ASSERT_EQ(bands.marks.extent(0), 300U);
    for (std::size_t i = 0; i < 300; ++i) {
      const bool is_equal = i % 6 == 5 && length <= 3;
      const BandMark expected = i % 3 != 2 ? BandMark::band : is_equal ? BandMark::equal : BandMark::none;
      EXPECT_EQ(bands.marks(i), expected) << i << " of length " << length;
    }
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
  const auto rows = rows_in_long_bands(5, 80, {32, 50});
  const auto bands = sporos::detail::find_bands(Host(), arrays_of(rows), false);
  ASSERT_EQ(bands.marks.extent(0), 20U);
  for (std::size_t i = 0; i < 20; ++i) {
    const bool begins = i == 0 || i == 8 || i == 13;
    EXPECT_EQ(bands.marks(i), i == 12 ? BandMark::none : begins ? BandMark::band : BandMark::continued) << i;
  }
}

std::vector<int> values_of(const Kokkos::View<int*, Host::memory_space>& view) {
  return std::vector<int>(view.data(), view.data() + view.extent(0));
}

TEST(CrsLeafBands, KnowsPatterns) {
  const auto rows = rows_in_long_bands(3, 240, {100, 160});
  auto again = rows;  // the last band has the pattern of the first
  for (std::size_t k = 480; k < again.columns.size(); ++k) again.columns[k] -= 10;
  const auto bands = sporos::detail::find_bands(Host(), arrays_of(again), false);
  ASSERT_EQ(bands.marks.extent(0), 60U);
  const auto first = static_cast<int>(BandMark::first_pattern);
  for (std::size_t i = 0; i < 60; ++i) {
    EXPECT_EQ(static_cast<int>(bands.marks(i)), i >= 25 && i < 40 ? first + 1 : first) << i;
  }
  EXPECT_EQ(values_of(bands.starts), (std::vector<int>{0, 3, 6}));
  EXPECT_EQ(values_of(bands.columns), (std::vector<int>{0, 7, 14, 5, 12, 19}));
}

TEST(CrsLeafBands, LooksForNoPatternsWhereBandsAreShort) {
  for (const std::int64_t fours : {10, 11}) {
    std::vector<std::int64_t> anew;
    const std::int64_t num_rows = 20 * 4 * fours;
    for (std::int64_t row = 4 * fours; row < num_rows; row += 4 * fours) anew.push_back(row);
    const auto rows = rows_in_long_bands(4, num_rows, anew);
    const auto bands = sporos::detail::find_bands(Host(), arrays_of(rows), false);
    EXPECT_EQ(bands.columns.extent(0) > 0, fours == 11) << fours << " times four rows";
    EXPECT_EQ(bands.marks(0) == BandMark::first_pattern, fours == 11);
    const bool has_many_threads = sporos::detail::concurrency(Host()) >= 8;
    const auto prefetched = sporos::detail::find_bands(Host(), arrays_of(rows), true);
    EXPECT_EQ(prefetched.columns.extent(0) > 0, fours == 11 && has_many_threads) << "prefetched";
  }
}

TEST(CrsLeafBands, HasRoomForSomePatternsAndMultipliesOthersWithout) {
  std::vector<std::int64_t> anew;
  for (std::int64_t row = 44; row < 8800; row += 44) anew.push_back(row);
  auto rows = rows_in_long_bands(100, 8800, anew);
  for (std::size_t k = 4400 * 199; k < rows.columns.size(); ++k) rows.columns[k] -= 5 * 199;  // as the first ones
  const auto bands = sporos::detail::find_bands(Host(), arrays_of(rows), false);
  EXPECT_EQ(bands.columns.extent(0), sporos::detail::max_pattern_columns / 100 * 100);
  EXPECT_EQ(bands.marks(0), BandMark::first_pattern);
  EXPECT_EQ(bands.marks(2178), BandMark::band);
  EXPECT_EQ(bands.marks(2179), BandMark::continued);
  EXPECT_EQ(bands.marks(2189), BandMark::first_pattern);
  EXPECT_EQ(bands.marks(2199), BandMark::first_pattern);
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
    check_in_any_number_of_shares(rows_in_long_bands<Value, X>(length, 1024, {100, 256, 600, 603, 1012}));
    check_in_any_number_of_shares(RowsAmongOthers<Value, X>(std::vector<std::int64_t>(1000, length)));
  }
}

TEST(CrsLeafBands, MultipliesWholeGroupsAlikeInAnyNumberOfShares) {
  check_long_bands<double, double>();
  check_long_bands<float, float>();
  check_long_bands<float, double>();
}

// In float eight rows of a band are summed at once where a share has as many, so here they are summed in other numbers.
TEST(CrsLeafBands, GivesARowTheSameBitsWhereverABandBegins) {
  for (std::int64_t length = 1; length <= 11; ++length) {
    const auto band = rows_in_long_bands<float, float>(length, 300, {});
    const auto bands = sporos::detail::find_bands(Host(), arrays_of(band), false);
    for (const HostLevel level : sporos_test::leaf_levels()) {
      const auto expected = product(band, level, 1, false, bands.arrays());
      for (std::int64_t before = 4; before <= 12; before += 4) {
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
  const sporos::detail::CrsArrays<double, int, int> arrays{rows.num_rows(), rows.offsets.data(), rows.columns.data(),
                                                           rows.values.data()};
  EXPECT_EQ(sporos::detail::find_bands(Host(), arrays, false).marks.extent(0), 0U);
}

TEST(CrsLeafBands, MultipliesBandsAlikeInAnyNumberOfShares) {
  for (std::int64_t length = 1; length <= 40; ++length) {
    const auto rows = rows_in_bands(length);
    const sporos::detail::CrsArrays<double, int, int> arrays{rows.num_rows(), rows.offsets.data(), rows.columns.data(),
                                                             rows.values.data()};
    const auto bands = sporos::detail::find_bands(Host(), arrays, false);
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
