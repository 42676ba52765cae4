// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/Sporos_DecideCrs.hpp"

#include <gtest/gtest.h>

#include "formats/Sporos_Require.hpp"
#include "unit_tests/support/RowProfiles.hpp"

namespace {

using sporos::Algorithm;
using sporos::RowProfile;
using sporos_test::row_profile;

sporos::CrsDecision planned(const RowProfile& rows) { return decide_crs(sporos::h100(), rows, sporos::Options(), 8); }

TEST(DecideCrs, UnevenRowsOfAnySizeAreTakenInRowBlocks) {
  for (const std::int64_t num_rows : {100, 10000, 1000000}) {
    SCOPED_TRACE(num_rows);
    EXPECT_EQ(planned(row_profile(num_rows, 5 * num_rows, 99)).algorithm, Algorithm::adaptive);
    EXPECT_NE(planned(row_profile(num_rows, 5 * num_rows, 6)).algorithm, Algorithm::adaptive);
  }
}

// Whoever cuts a row gives each of its teams work, and leaves no row to one team that has more for it than several.
TEST(DecideCrs, LongRowsAreCutIntoTwoStretchesAndMore) {
  for (const std::int64_t nnz : {100000, 1000000, 10000000}) {
    for (const int block_size : {32, 128, 512, 1024}) {
      SCOPED_TRACE(sporos::concat(nnz, " entries, team of ", block_size));
      const auto limits = sporos::planned_long_rows(nnz, block_size);
      EXPECT_GE(limits.long_row, 2 * limits.stretch);
      EXPECT_GE(limits.long_row, 16 * block_size);
    }
  }
}

TEST(DecideCrs, ALimitIsSetWhereARowIsBeyondItAlone) {
  const std::int64_t nnz = 2000000;
  const auto usual = planned(row_profile(200000, nnz, 1000));
  EXPECT_FALSE(has_long_rows(usual.limits));
  const auto limits = sporos::planned_long_rows(nnz, usual.shape.block_size);
  EXPECT_FALSE(has_long_rows(planned(row_profile(200000, nnz, limits.long_row)).limits));
  const auto cut = planned(row_profile(200000, nnz, limits.long_row + 1)).limits;
  EXPECT_EQ(cut.long_row, limits.long_row);
  EXPECT_EQ(cut.stretch, limits.stretch);
}

}  // namespace
