// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/formats/Sporos_SymmetricRule.hpp"

#include <gtest/gtest.h>

#include "unit_tests/support/Complaint.hpp"

namespace symmetric_rule_tests {

using namespace sporos;

TEST(SymmetricRule, HostsTakeShares) { EXPECT_EQ(symmetric_tile_rows(host_machine(8), 1000000), 0); }

TEST(SymmetricRule, TilesFitScratchAndFillTheMachine) {
  EXPECT_EQ(symmetric_tile_rows(h100(), 10000000), 2048);
  EXPECT_EQ(symmetric_tile_rows(h100(), 300000), 1024);
  EXPECT_EQ(symmetric_tile_rows(h100(), 10), 128);
  Machine small = h100();
  small.scratch_bytes = 16384;
  EXPECT_EQ(symmetric_tile_rows(small, 10000000), 1024);
}

TEST(SymmetricRule, TeamsTakeFourRowsAThread) {
  EXPECT_EQ(sporos::detail::symmetric_block_size(host_machine(8), 100000), 1);
  EXPECT_EQ(sporos::detail::symmetric_block_size(h100(), 2048), 512);
  EXPECT_EQ(sporos::detail::symmetric_block_size(h100(), 1000), 256);
  EXPECT_EQ(sporos::detail::symmetric_block_size(h100(), 1), 64);
}

TEST(SymmetricRule, LanesTakeAboutFourEntries) {
  EXPECT_EQ(sporos::detail::symmetric_lanes(h100(), 4000, 1000), 1);
  EXPECT_EQ(sporos::detail::symmetric_lanes(h100(), 5100, 1000), 2);
  EXPECT_EQ(sporos::detail::symmetric_lanes(h100(), 40000, 1000), 16);
  EXPECT_EQ(sporos::detail::symmetric_lanes(h100(), 4000000, 1000), 32);
}

TEST(SymmetricRule, RefusesRowsAndThreadsThatThereCannotBe) {
  EXPECT_EQ(sporos_test::complaint([] { symmetric_tile_rows(h100(), -5); }),
            "sporos::symmetric_tile_rows: num_rows = -5 must not be negative");
  EXPECT_EQ(sporos_test::complaint([] { host_machine(0); }), "sporos::host_machine: threads = 0 must be at least 1");
}

}  // namespace symmetric_rule_tests
