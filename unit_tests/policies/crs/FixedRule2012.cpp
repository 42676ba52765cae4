// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/crs/Sporos_FixedRule2012.hpp"

#include <gtest/gtest.h>

namespace fixed_rule2012_tests {

using sporos::RowShape;
using sporos::detail::block_count;
using sporos::detail::fixed_rule_2012;

// Reguly & Giles 2012, section 5.4: the smallest power of two greater than the root of the mean row length.
static_assert(fixed_rule_2012(1000, 0).coop == 1, "sqrt(0) < 1");
static_assert(fixed_rule_2012(1000, 999).coop == 1, "sqrt(0.999) < 1");
static_assert(fixed_rule_2012(1000, 1000).coop == 2, "sqrt(1) = 1, and greater means 2");
static_assert(fixed_rule_2012(1000, 3999).coop == 2, "sqrt(3.999) < 2");
static_assert(fixed_rule_2012(1000, 4000).coop == 4, "sqrt(4) = 2, and greater means 4");
static_assert(fixed_rule_2012(1000, 64000).coop == 16, "sqrt(64) = 8");
static_assert(fixed_rule_2012(1000, 100000000).coop == 32, "at most a warp");
static_assert(fixed_rule_2012(1000, 5000).block_size == 128, "always 128 threads");

TEST(FixedRule2012, MatchesTheTrainingMatricesOfThePaper) {
  // Rows and entries from table 1.
  EXPECT_EQ(fixed_rule_2012(1270432, 8814880).coop, 4);   // atmosmodd, 6.9
  EXPECT_EQ(fixed_rule_2012(1505785, 27130349).coop, 8);  // cage14, 18
  EXPECT_EQ(fixed_rule_2012(72000, 28715634).coop, 32);   // nd24k, 398
  EXPECT_EQ(fixed_rule_2012(81920, 327680).coop, 4);      // shallow_water1, 4
}

TEST(FixedRule2012, KeepsAtLeast1500BlocksWithTheLargestRepeatThatDoes) {
  for (const std::int64_t rows : {1LL, 100LL, 5000LL, 81920LL, 100000LL, 1270432LL, 50000000LL, 3000000000LL}) {
    for (const std::int64_t mean : {1, 7, 30, 400}) {
      const RowShape shape = fixed_rule_2012(rows, rows * mean);
      RowShape coarser = shape;
      ++coarser.repeat;
      if (shape.repeat > 1) {
        EXPECT_GE(block_count(shape, rows), 1500) << rows << " rows of " << mean;
      }
      EXPECT_LT(block_count(coarser, rows), 1500) << rows << " rows of " << mean;
    }
  }
}

TEST(FixedRule2012, CoversEveryRowAsEquation5Says) {
  for (const std::int64_t rows : {1LL, 127LL, 128LL, 129LL, 4096LL, 5000000000LL}) {
    for (const RowShape shape : {RowShape{1, 1, 128}, RowShape{4, 3, 96}, RowShape{32, 7, 1024}}) {
      const std::int64_t grid =
          1 + (rows * shape.coop - 1) / (static_cast<std::int64_t>(shape.repeat) * shape.block_size);
      EXPECT_EQ(block_count(shape, rows), grid);
      EXPECT_GE(block_count(shape, rows) * sporos::detail::rows_per_block(shape), rows);
    }
  }
  EXPECT_EQ(block_count(RowShape{1, 1, 128}, 0), 0);
}

}  // namespace fixed_rule2012_tests
