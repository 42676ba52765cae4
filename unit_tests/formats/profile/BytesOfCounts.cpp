// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes of a format by its counts: negative numbers are refused.
#include <gtest/gtest.h>

#include "formats/bsr/Sporos_BsrMatrix.hpp"
#include "formats/csr5/Sporos_Csr5Matrix.hpp"
#include "formats/delta_crs/Sporos_DeltaCrsMatrix.hpp"
#include "formats/dia/Sporos_DiaMatrix.hpp"
#include "formats/hyb/Sporos_HybMatrix.hpp"
#include "formats/packet/Sporos_PacketShape.hpp"
#include "formats/sell/Sporos_SellShape.hpp"
#include "formats/symmetric/Sporos_SymmetricMatrix.hpp"
#include "unit_tests/support/Complaint.hpp"

namespace bytes_of_counts_tests {

using sporos_test::complaint;

static_assert(sporos::bytes_as_ell(32, 2, 8, 4) == 32 * 2 * 12, "the compiler may evaluate it");

TEST(BytesOfCounts, RefuseNegativeNumbers) {
  EXPECT_EQ(complaint([] { sporos::bytes_as_ell(-5, 2, 8, 4); }),
            "sporos::bytes_as_ell: num_rows = -5 must not be negative");
  EXPECT_EQ(complaint([] {
              sporos::bytes_as_ell({-5, 2}, 8, 4);
            }),
            "sporos::bytes_as_ell: num_rows = -5 must not be negative");
  EXPECT_EQ(complaint([] { sporos::bytes_as_coo(-1, 8, 4); }), "sporos::bytes_as_coo: nnz = -1 must not be negative");
  EXPECT_EQ(complaint([] { sporos::bytes_as_dia(4, -1, 8); }),
            "sporos::bytes_as_dia: num_diagonals = -1 must not be negative");
  EXPECT_EQ(complaint([] { sporos::bytes_as_bsr(4, -2, 2, 8, 4, 4); }),
            "sporos::bytes_as_bsr: num_blocks = -2 must not be negative");
  sporos::HybSplit split;
  split.width = -1;
  EXPECT_EQ(complaint([&] { sporos::bytes_as_hyb(4, split, 8, 4); }),
            "sporos::bytes_as_hyb: width = -1 must not be negative");
  EXPECT_EQ(complaint([] {
              sporos::bytes_as_sell(4, -1, {32, 1}, 8, 4, false);
            }),
            "sporos::bytes_as_sell: slots = -1 must not be negative");
  sporos::Csr5Counts csr5;
  csr5.nnz = -1;
  EXPECT_EQ(complaint([&] { sporos::bytes_as_csr5(csr5, 8, 4, 4); }),
            "sporos::bytes_as_csr5: nnz = -1 must not be negative");
  EXPECT_EQ(complaint([] { sporos::bytes_as_delta_crs({}, -8, 4, 4); }),
            "sporos::bytes_as_delta_crs: value_bytes = -8 must not be negative");
  EXPECT_EQ(complaint([] { sporos::bytes_as_packet({}, 8, -4); }),
            "sporos::bytes_as_packet: column_bytes = -4 must not be negative");
  EXPECT_EQ(complaint([] { sporos::bytes_as_symmetric({}, 8, 4, -4); }),
            "sporos::bytes_as_symmetric: offset_bytes = -4 must not be negative");
}

TEST(BytesOfCounts, RefuseShapesOfNothing) {
  EXPECT_EQ(complaint([] { sporos::bytes_as_bsr(4, 2, 0, 8, 4, 4); }),
            "sporos::bytes_as_bsr: block_size = 0 must be at least 1");
  EXPECT_EQ(complaint([] {
              sporos::bytes_as_sell(4, 4, {0, 1}, 8, 4, false);
            }),
            "sporos::bytes_as_sell: slice_height = 0 must be at least 1");
}

}  // namespace bytes_of_counts_tests
