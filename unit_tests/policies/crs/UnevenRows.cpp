// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "policies/crs/Sporos_DecideCrs.hpp"
#include "unit_tests/support/RowProfiles.hpp"

namespace uneven_rows_tests {

using sporos::Algorithm;
using sporos_test::row_profile;

// Rows, entries and the longest row of real matrices: arrow, rail507, Maragal_6, boyd1, BOYD2_A and SLAM_spheric_hgr;
// astro-ph, cit-HepTh, memplus, MIT8 and wiki-Vote.
TEST(UnevenRows, AreDecidedOnAsThoseOfRealMatrices) {
  const sporos::RowProfile real[] = {
      row_profile(46500, 139498, 46500),  row_profile(507, 409856, 7754),     row_profile(21255, 537694, 5941),
      row_profile(93279, 1211231, 93261), row_profile(186531, 423784, 10992), row_profile(142408, 637880, 18343),
      row_profile(16706, 242502, 360),    row_profile(27770, 352807, 562),    row_profile(17758, 126150, 574),
      row_profile(6440, 502504, 708),     row_profile(8297, 103689, 893)};
  for (const sporos::RowProfile& rows : real) {
    const bool moderate = rows.longest_row <= sporos::detail::longest_moderate_row;
    const auto guess = sporos::detail::uneven_rows(rows.num_rows, rows.num_columns, rows.nnz,
                                                   moderate ? sporos::detail::longest_moderate_row : rows.nnz);
    const auto guessed = sporos::detail::decide_crs(sporos::h100(), guess, {}, 8);
    const auto decided = sporos::detail::decide_crs(sporos::h100(), rows, {}, 8);
    ASSERT_EQ(decided.algorithm, Algorithm::adaptive) << rows.nnz;
    EXPECT_EQ(guessed.algorithm, Algorithm::adaptive) << rows.nnz;
    EXPECT_EQ(guessed.tile, decided.tile) << rows.nnz;
    EXPECT_EQ(guessed.shape, decided.shape) << rows.nnz;
    if (sporos::detail::has_long_rows(decided.limits)) {
      EXPECT_EQ(guessed.limits.long_row, decided.limits.long_row) << rows.nnz;
      EXPECT_EQ(guessed.limits.segment, decided.limits.segment) << rows.nnz;
    }
  }
}

TEST(UnevenRows, HaveNoSayInAnAlgorithmThatTheCallerNames) {
  sporos::Options options;
  options.algorithm = Algorithm::light_warp;
  EXPECT_EQ(sporos::detail::decide_crs(sporos::h100(), sporos::detail::uneven_rows(1000, 1000, 5000, 5000), options, 8)
                .algorithm,
            Algorithm::light_warp);
}

}  // namespace uneven_rows_tests
