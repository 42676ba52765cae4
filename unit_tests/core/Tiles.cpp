// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels that keep products in team scratch, with tiles so small that every row of the gallery crosses their
// boundaries.
#include <gtest/gtest.h>

#include "unit_tests/support/InventedDecisions.hpp"

namespace tiles_tests {

using sporos::Algorithm;
using sporos_test::Exec;
using sporos_test::Pattern;
using sporos_test::ProductCase;

TEST(Tiles, OfAnySizeGiveTheRightSums) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(pattern);
    for (const auto algorithm :
         {Algorithm::stream, Algorithm::pcsr, Algorithm::ipcsr, Algorithm::adaptive, Algorithm::merge_path}) {
      for (const int tile : {32, 33, 100}) check_invented(matrix_case, sporos_test::invented(algorithm, 32, tile));
      check_invented(matrix_case, sporos_test::invented(algorithm, 128, 131));
    }
  }
}

// These never need a tile for the sums of a team, so it may be smaller than one.
TEST(Tiles, SmallerThanTheTeamGiveTheRightSums) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(pattern);
    for (const auto algorithm : {Algorithm::pcsr, Algorithm::merge_path}) {
      for (const int tile : {1, 2, 5}) check_invented(matrix_case, sporos_test::invented(algorithm, 32, tile));
    }
  }
}

TEST(Tiles, OfOneThreadMayBeAsSmallAsOneEntry) {
  if (!sporos::detail::is_host_execution<Exec>) GTEST_SKIP() << "a team has more than one thread here";
  for (const Pattern& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(pattern);
    for (const auto algorithm : {Algorithm::stream, Algorithm::ipcsr, Algorithm::adaptive}) {
      for (const int tile : {1, 2, 5}) check_invented(matrix_case, sporos_test::invented(algorithm, 1, tile));
    }
  }
}

TEST(Tiles, BeginWhereTheRowsBegin) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    if (pattern.num_columns == 0) continue;
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(
        sporos_test::with_unused_entries(sporos_test::make_matrix<double>(pattern), 77, 45));
    for (const auto algorithm :
         {Algorithm::stream, Algorithm::pcsr, Algorithm::ipcsr, Algorithm::adaptive, Algorithm::merge_path}) {
      check_invented(matrix_case, sporos_test::invented(algorithm, 32, 50));
    }
  }
}

}  // namespace tiles_tests
