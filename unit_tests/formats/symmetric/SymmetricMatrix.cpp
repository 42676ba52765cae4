// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/symmetric/Sporos_SymmetricMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/launch/formats/Sporos_LaunchSymmetric.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/SymmetricGallery.hpp"

namespace symmetric_matrix_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos_test::complaint;
using sporos_test::elements;
using sporos_test::expect_same_crs;
using sporos_test::Pattern;

template <class... Numbers>
auto crs_of(const Pattern& pattern, Numbers... numbers) {
  const auto matrix = sporos_test::make_matrix<double>(pattern);
  std::size_t k = 0;
  ((matrix.values(k++) = numbers), ...);
  return sporos::copy_to<Space>(matrix);
}

// The drawing in the header.
auto drawn() { return crs_of({"", 4, {{0, 1}, {0, 1, 3}, {2, 3}, {1, 2, 3}}}, 4, 1, 1, 4, 2, 5, 3, 2, 3, 6); }

sporos::SymmetricOptions tiles_of(std::int64_t rows) {
  sporos::SymmetricOptions options;
  options.tile_rows = rows;
  return options;
}

TEST(SymmetricMatrix, LiesInMemoryAsDrawn) {
  const auto half = to_symmetric(Exec(), drawn(), tiles_of(2));
  EXPECT_EQ(elements(half.near_offsets), (std::vector<int>{0, 2, 3, 5, 6}));
  EXPECT_EQ(elements(half.distances), (std::vector<std::uint16_t>{0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(elements(half.near_values), (std::vector<double>{4, 1, 4, 5, 3, 6}));
  EXPECT_EQ(elements(half.rest_offsets), (std::vector<int>{0, 0, 1, 1, 2}));
  EXPECT_EQ(elements(half.rest_columns), (std::vector<int>{3, 1}));
  EXPECT_EQ(elements(half.rest_values), (std::vector<double>{2, 2}));
  EXPECT_EQ(elements(half.tile_begins), (std::vector<std::int64_t>{0, 2, 4}));
  EXPECT_EQ(half.halved_entries, 2);
  EXPECT_EQ(half.nnz(), 10);
  EXPECT_EQ(half.tile_rows, 2);
  EXPECT_EQ(half.reach, 1);
}

TEST(SymmetricMatrix, HalvesAllPairsInATile) {
  for (const Pattern& pattern : sporos_test::symmetric_gallery()) {
    for (const std::int64_t tile_rows : {16, 100, 2048}) {
      std::int64_t pairs = 0;
      for (std::size_t i = 0; i < pattern.rows.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i);
        for (const std::int64_t column : pattern.rows[i]) {
          if (column < row && column / tile_rows == row / tile_rows) ++pairs;
        }
      }
      const auto crs = sporos::copy_to<Space>(sporos_test::make_symmetric<double>(pattern));
      EXPECT_EQ(to_symmetric(Exec(), crs, tiles_of(tile_rows)).halved_entries, pairs) << pattern.name;
    }
  }
}

TEST(SymmetricMatrix, LeavesDistancesOfMoreThan16BitsAsTheyAre) {
  if (!sporos::detail::is_host_execution<Exec>) GTEST_SKIP() << "tiles are shorter";
  const auto pattern = sporos_test::symmetric_band("", 70000, {65535, 65536});
  const auto crs = sporos::copy_to<Space>(sporos_test::make_symmetric<double>(pattern));
  const auto half = to_symmetric(Exec(), crs, tiles_of(70000));
  EXPECT_EQ(half.halved_entries, 70000 - 65535);
  EXPECT_EQ(half.reach, 65535);
  EXPECT_EQ(half.num_rest(), 2 * (70000 - 65536));
}

TEST(SymmetricMatrix, HalvesWhatIsTheSameBitByBit) {
  const auto halved = [](double upper, double lower) {
    const auto crs = crs_of({"", 2, {{1}, {0}}}, upper, lower);
    const auto half = to_symmetric(Exec(), crs, tiles_of(2));
    EXPECT_EQ(half.nnz(), 2);
    return half.halved_entries;
  };
  EXPECT_EQ(halved(3, 3), 1);
  EXPECT_EQ(halved(3, std::nextafter(3.0, 4.0)), 0);
  EXPECT_EQ(halved(0.0, -0.0), 0);
  EXPECT_EQ(halved(std::nan("1"), std::nan("1")), 1);
  EXPECT_EQ(halved(std::nan("1"), std::nan("2")), 0);
}

// Rows 1 and 3 are not sorted or have a column twice; entries that couple them to other rows are stored in both rows.
TEST(SymmetricMatrix, KeepsTheOrderOfRowsThatAreNotSorted) {
  const auto crs = crs_of({"", 4, {{0, 1, 2}, {2, 0, 1}, {0, 1, 2}, {3, 3}}}, 1, 2, 3, 4, 2, 5, 3, 4, 6, 7, 7);
  const auto half = to_symmetric(Exec(), crs, tiles_of(4));
  EXPECT_EQ(half.halved_entries, 1);
  EXPECT_EQ(elements(half.near_values), (std::vector<double>{1, 3, 6}));
  expect_same_crs(to_crs(Exec(), half), crs);
}

TEST(SymmetricMatrix, TakesTheBytesThatWereForetold) {
  const auto check = [](const auto& host, std::int64_t tile_rows) {
    const auto crs = sporos::copy_to<Space>(host);
    using Crs = std::decay_t<decltype(crs)>;
    const auto counts = sporos::count_symmetric(Exec(), crs, tiles_of(tile_rows));
    EXPECT_EQ(sporos::bytes_as_symmetric(counts, sizeof(typename Crs::value_type), sizeof(typename Crs::column_type),
                                         sizeof(typename Crs::offset_type)),
              to_symmetric(Exec(), crs, tiles_of(tile_rows)).bytes());
  };
  for (const std::int64_t tile_rows : {0, 100}) {
    for (const Pattern& pattern : sporos_test::symmetric_gallery()) {
      SCOPED_TRACE(pattern.name);
      check(sporos_test::make_symmetric<double>(pattern), tile_rows);
      check(sporos_test::make_symmetric<float, std::int64_t, std::size_t>(pattern), tile_rows);
    }
  }
}

TEST(SymmetricMatrix, RefusesWhatItCannotStore) {
  const auto wide = sporos::copy_to<Space>(sporos_test::make_matrix<double>({"", 3, {{0}, {1}}}));
  EXPECT_EQ(complaint([&] { to_symmetric(Exec(), wide); }),
            "sporos::to_symmetric: matrix is 2 x 3, but must be square for half storage");
  EXPECT_EQ(complaint([] { to_symmetric(Exec(), drawn(), tiles_of(-1)); }),
            "sporos::to_symmetric: tile_rows is -1, but must not be negative");
  auto options = tiles_of(2);
  options.max_bytes = 1;
  const std::int64_t bytes = to_symmetric(Exec(), drawn(), tiles_of(2)).bytes();
  EXPECT_EQ(
      complaint([&] { to_symmetric(Exec(), drawn(), options); }),
      sporos::detail::concat("sporos::to_symmetric: the matrix would take ", bytes, " bytes, but max_bytes is 1"));
}

TEST(SymmetricMatrix, RefusesNewValuesThatDoNotFit) {
  const auto crs = drawn();
  const auto half = to_symmetric(Exec(), crs, tiles_of(2));
  EXPECT_EQ(complaint([&] { update_values(Exec(), half, Kokkos::View<double*, Space>("values", 9)); }),
            "sporos::update_values: values has 9 elements, but the matrix has 10 entries");
  const auto other = sporos::copy_to<Kokkos::HostSpace>(drawn());
  other.values(7) = 8;  // (3, 1), which is stored in both rows
  other.values(8) = 9;  // (3, 2), which is not
  EXPECT_EQ(complaint([&] { update_values(Exec(), half, sporos::copy_to<Space>(other).values); }),
            "sporos::update_values: values[6] and values[8], mirror images of each other, are stored as one, but are "
            "not the same; nothing is changed, convert again");
  expect_same_crs(to_crs(Exec(), half), crs);
  other.values(6) = 9;
  update_values(Exec(), half, sporos::copy_to<Space>(other).values);
  expect_same_crs(to_crs(Exec(), half), other);
  auto options = tiles_of(2);
  options.keep_map = false;
  const auto without = to_symmetric(Exec(), drawn(), options);
  EXPECT_EQ(complaint([&] { update_values(Exec(), without, Kokkos::View<double*, Space>("values", 10)); }),
            "sporos::update_values: the matrix was converted with keep_map = false");
  expect_same_crs(to_crs(Exec(), without), crs);
}

TEST(SymmetricMatrix, RunsByAPlanThatSaysWhatItIs) {
  const auto half = to_symmetric(Exec(), drawn());
  const auto description = sporos::Plan(Exec(), half).describe();
  EXPECT_EQ(description.format, "symmetric");
  EXPECT_EQ(description.nnz, 10);
  EXPECT_EQ(description.bytes, half.bytes());
  auto foreign = half;  // as if a host had converted it for a GPU, or the other way round
  foreign.window = half.window > 0 ? 0 : 8;
  const Kokkos::View<double*, Space> x("x", 4), y("y", 4);
  EXPECT_EQ(complaint([&] { sporos::spmv(Exec(), 1.0, foreign, x, 0.0, y); }),
            sporos::detail::concat(
                "sporos::spmv: the matrix in half storage was converted for another kind of execution space "
                "than ",
                Exec::name()));
}

}  // namespace symmetric_matrix_tests
