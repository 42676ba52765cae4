// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/crs/Sporos_DecideCrs.hpp"

#include <gtest/gtest.h>

#include "formats/common/Sporos_Require.hpp"
#include "unit_tests/support/RowProfiles.hpp"

namespace decide_crs_tests {

using sporos::Algorithm;
using sporos::RowProfile;
using sporos_test::row_profile;

sporos::CrsDecision planned(const RowProfile& rows) {
  return sporos::detail::decide_crs(sporos::h100(), rows, sporos::Options(), 8);
}

TEST(DecideCrs, UnevenRowsOfAnySizeAreTakenInRowBlocks) {
  for (const std::int64_t num_rows : {100, 10000, 1000000}) {
    SCOPED_TRACE(num_rows);
    EXPECT_EQ(planned(row_profile(num_rows, 5 * num_rows, 99)).algorithm, Algorithm::adaptive);
    EXPECT_NE(planned(row_profile(num_rows, 5 * num_rows, 6)).algorithm, Algorithm::adaptive);
  }
}

// When a row is cut, each of its teams gets enough work, and no row stays with one team if several would be faster.
TEST(DecideCrs, LongRowsAreCutIntoTwoSegmentsAndMore) {
  for (const std::int64_t nnz : {100000, 1000000, 10000000}) {
    for (const int block_size : {32, 128, 256, 512, 1024}) {
      SCOPED_TRACE(sporos::detail::concat(nnz, " entries, team of ", block_size));
      const auto limits = sporos::detail::planned_long_rows(nnz, block_size);
      EXPECT_GE(limits.long_row, 2 * limits.segment);
      EXPECT_GE(limits.long_row, 16 * block_size);
    }
  }
}

TEST(DecideCrs, ALimitIsSetWhereARowIsBeyondItAlone) {
  const std::int64_t nnz = 3000000;
  const auto usual = planned(row_profile(200000, nnz, 1000));
  EXPECT_FALSE(sporos::detail::has_long_rows(usual.limits));
  const auto limits = sporos::detail::planned_long_rows(nnz, usual.shape.block_size);
  EXPECT_FALSE(sporos::detail::has_long_rows(planned(row_profile(200000, nnz, limits.long_row)).limits));
  const auto cut = planned(row_profile(200000, nnz, limits.long_row + 1)).limits;
  EXPECT_EQ(cut.long_row, limits.long_row);
  EXPECT_EQ(cut.segment, limits.segment);
}

// Rows, entries and the longest row of Maragal_6.
TEST(DecideCrs, ARowThatATeamHasToItselfMayBeLonger) {
  for (const std::int64_t longest : {5941, 8192, 8193}) {
    SCOPED_TRACE(longest);
    const auto rows = row_profile(10312, 667966, longest);
    const auto adaptive = planned(rows);
    EXPECT_EQ(adaptive.algorithm, Algorithm::adaptive);
    EXPECT_EQ(adaptive.shape.block_size, 256);
    EXPECT_EQ(sporos::detail::has_long_rows(adaptive.limits), longest > 8192);
    sporos::Options options;
    options.algorithm = Algorithm::stream;
    EXPECT_EQ(sporos::detail::decide_crs(sporos::h100(), rows, options, 8).limits.long_row, 4096);
  }
}

// BOYD2_A, Maragal_6; SLAM_spheric_hgr, lp_wood1p.
TEST(DecideCrs, TheSmallestOfManyRowsHaveLargeTeamsForLongOnes) {
  for (const auto& rows : {row_profile(186531, 423784, 10992), row_profile(21255, 537694, 5941)}) {
    EXPECT_EQ(planned(rows).shape.block_size, 512) << rows.nnz;
  }
  for (const auto& rows : {row_profile(142408, 637880, 18343), row_profile(244, 70216, 2592)}) {
    EXPECT_EQ(planned(rows).shape.block_size, 256) << rows.nnz;
  }
}

TEST(DecideCrs, HostsPrefetchTheEntriesOfAMatrixThatNoCacheHolds) {
  const auto host = sporos::host_machine(1);
  const std::int64_t largest = 16 * 1024 * 1024 / (8 + 4);
  for (const std::int64_t nnz : {largest, largest + 1}) {
    SCOPED_TRACE(nnz);
    const auto rows = row_profile(110000, nnz, 30);
    const auto plan = sporos::detail::decide_crs(host, rows, sporos::Options(), 8);
    EXPECT_EQ(plan.prefetches, nnz > largest);
    EXPECT_EQ(plan.shape.coop, nnz > largest ? 4 : 2);
    const auto without_plan = sporos::detail::decide_crs(host, rows.num_rows, nnz, 8);
    EXPECT_EQ(without_plan.prefetches, plan.prefetches);
    EXPECT_EQ(without_plan.shape, plan.shape);
    EXPECT_FALSE(sporos::detail::decide_crs(host, rows.num_rows, nnz, 4).prefetches);
    EXPECT_FALSE(planned(rows).prefetches);
    EXPECT_FALSE(sporos::detail::decide_crs(sporos::h100(), rows.num_rows, nnz, 8).prefetches);
  }
}

TEST(DecideCrs, NothingIsPrefetchedByAlgorithmsThatDoNotSumRows) {
  for (const Algorithm algorithm : sporos::all_algorithms()) {
    sporos::Options options;
    options.algorithm = algorithm;
    const bool sums_rows = algorithm == Algorithm::scalar || algorithm == Algorithm::vector ||
                           algorithm == Algorithm::coop || algorithm == Algorithm::patterns;
    const auto decision =
        sporos::detail::decide_crs(sporos::host_machine(1), row_profile(100000, 10000000, 100), options, 8);
    EXPECT_EQ(decision.prefetches, sums_rows) << name(algorithm);
  }
}

TEST(DecideCrs, ThePapersRuleLeavesScalarOneLaneAndVectorAWarp) {
  sporos::Options options;
  options.rule = sporos::RowRule::reguly_giles_2012;
  const RowProfile rows = row_profile(10000, 200000, 20);
  for (const auto& [algorithm, coop] : {std::pair(Algorithm::scalar, 1), std::pair(Algorithm::vector, 32)}) {
    options.algorithm = algorithm;
    EXPECT_EQ(sporos::detail::decide_crs(sporos::h100(), rows, options, 8).shape.coop, coop);
  }
}

// Tiles for values of two bytes hold products of four or more bytes.
TEST(DecideCrs, ATileHasRoomForTheProductsOfNarrowValues) {
  using sporos::detail::tile_of_shared_size;
  const sporos::Machine machine = sporos::h100();
  EXPECT_EQ(tile_of_shared_size(machine, 64, 2), tile_of_shared_size(machine, 64, 4));
  EXPECT_NE(tile_of_shared_size(machine, 64, 8), tile_of_shared_size(machine, 64, 4));
}

TEST(DecideCrs, AShapeWithoutThreadsIsForOthersToRefuse) {
  sporos::Options options;
  options.algorithm = Algorithm::ipcsr;
  options.shape = sporos::RowShape{1, 1, 0};
  EXPECT_EQ(sporos::detail::decide_crs(sporos::h100(), row_profile(100, 500, 9), options, 8).shape.block_size, 0);
}

}  // namespace decide_crs_tests
