// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/support/Statistics.hpp"

#include <gtest/gtest.h>

namespace statistics_tests {

using namespace sporos::perf;

TEST(Statistics, MedianOfOddAndEvenCounts) {
  EXPECT_EQ(median({5, 1, 3}), 3);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(median({}), 0);
}

TEST(Statistics, QuantilesInterpolate) {
  const std::vector<double> samples = {40, 10, 30, 20};
  EXPECT_EQ(quantile(samples, 0), 10);
  EXPECT_EQ(quantile(samples, 0.25), 17.5);
  EXPECT_EQ(quantile(samples, 1), 40);
}

TEST(Statistics, OneOutlierMovesNeitherMedianNorSpread) {
  const Timing calm = summarise({1, 2, 3, 4, 5});
  const Timing disturbed = summarise({1, 2, 3, 4, 5000});
  EXPECT_EQ(calm.median_s, 3);
  EXPECT_EQ(disturbed.median_s, 3);
  EXPECT_EQ(disturbed.spread_s, calm.spread_s);
  EXPECT_EQ(calm.spread_s, 2);
  EXPECT_EQ(calm.least_s, 1);
  EXPECT_EQ(calm.samples, 5);
}

TEST(Statistics, GeometricMeanOfReciprocalsIsOne) {
  EXPECT_DOUBLE_EQ(geometric_mean({4, 0.25}), 1);
  EXPECT_DOUBLE_EQ(geometric_mean({2, 8}), 4);
  EXPECT_EQ(geometric_mean({}), 0);
}

}  // namespace statistics_tests
