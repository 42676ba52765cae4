// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/crs/Sporos_Bandwidth.hpp"

#include <gtest/gtest.h>

#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace bandwidth_tests {

using Exec = Kokkos::DefaultExecutionSpace;

template <class HostMatrix>
sporos::Bandwidth measure(const HostMatrix& matrix) {
  return sporos::measure_bandwidth(Exec(), sporos::copy_to<Exec::memory_space>(matrix));
}

TEST(Bandwidth, KnowsAGrid) {
  // 30 lines of 20 points: every row except those of the first line reaches 20 to the left; in that line, all but the
  // first reach 1.
  const sporos::Bandwidth band = measure(sporos::generate<double>("stencil5:20x30"));
  EXPECT_EQ(band.lower, 20);
  EXPECT_EQ(band.upper, 20);
  EXPECT_EQ(band.bandwidth(), 20);
  EXPECT_EQ(band.profile, 29 * 20 * 20 + 19);
}

TEST(Bandwidth, TellsLowerFromUpper) {
  // | . x . . x |
  // | . . . . . |
  // | . x x . . |
  // | . . . x . |
  // | . . x x . |
  const sporos::Bandwidth band = measure(sporos_test::make_matrix<float>({"", 5, {{4, 1}, {}, {2, 1}, {3}, {3, 2}}}));
  EXPECT_EQ(band.lower, 2);
  EXPECT_EQ(band.upper, 4);
  EXPECT_EQ(band.bandwidth(), 4);
  EXPECT_EQ(band.profile, 1 + 2);
}

TEST(Bandwidth, IsNothingWithoutEntriesOffTheDiagonal) {
  const std::vector<std::vector<std::int64_t>> no_rows;
  for (const sporos_test::Pattern& pattern :
       {sporos_test::Pattern{"0 x 0", 0, no_rows}, sporos_test::Pattern{"empty", 3, {{}, {}, {}}},
        sporos_test::Pattern{"diagonal", 3, {{0}, {1}, {2}}}}) {
    SCOPED_TRACE(pattern.name);
    const sporos::Bandwidth band = measure(sporos_test::make_matrix<double>(pattern));
    EXPECT_EQ(band.bandwidth(), 0);
    EXPECT_EQ(band.profile, 0);
  }
}

TEST(Bandwidth, CountsWhatACarefulReaderCounts) {
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    std::int64_t lower = 0;
    std::int64_t upper = 0;
    std::int64_t profile = 0;
    for (std::size_t row = 0; row < pattern.rows.size(); ++row) {
      std::int64_t reach = 0;
      for (const std::int64_t column : pattern.rows[row]) {
        reach = std::max(reach, static_cast<std::int64_t>(row) - column);
        upper = std::max(upper, column - static_cast<std::int64_t>(row));
      }
      lower = std::max(lower, reach);
      profile += reach;
    }
    const auto band = measure(sporos_test::make_matrix<double, std::int64_t, std::size_t>(pattern));
    EXPECT_EQ(band.lower, lower);
    EXPECT_EQ(band.upper, upper);
    EXPECT_EQ(band.bandwidth(), std::max(lower, upper));
    EXPECT_EQ(band.profile, profile);
  }
}

}  // namespace bandwidth_tests
