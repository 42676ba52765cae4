// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/profile/Sporos_MeasureFormat.hpp"

#include <gtest/gtest.h>

#include "formats/bsr/Sporos_ToBsr.hpp"
#include "formats/coo/Sporos_ToCoo.hpp"
#include "formats/ell/Sporos_ToEll.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "formats/hyb/Sporos_ToHyb.hpp"
#include "formats/profile/Sporos_LeastFormatProfile.hpp"
#include "formats/sell/Sporos_ToSell.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace measure_format_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos::detail::FormatProfile;
using sporos::detail::FormatQuestions;

template <class Value>
auto generated(const char* description) {
  return sporos::copy_to<Exec::memory_space>(sporos::generate<Value, int, int>(description));
}

template <class Value>
void check_bytes(const char* problem, int block_size) {
  SCOPED_TRACE(problem);
  const Exec exec;
  const auto matrix = generated<Value>(problem);
  FormatQuestions questions;
  const FormatProfile profile = sporos::detail::measure_format(exec, matrix, questions);
  sporos::SellOptions slices;
  slices.shape = questions.sell_shape;
  sporos::EllOptions lengths;
  lengths.row_lengths = true;
  sporos::BsrOptions blocks;
  blocks.block_size = block_size;
  EXPECT_EQ(profile.block_size, block_size);
  EXPECT_EQ(profile.num_diagonals, count_diagonals(exec, matrix));
  EXPECT_EQ(profile.hyb_width, measure_hyb(exec, matrix).width);
  EXPECT_EQ(profile.coo_bytes, to_coo(exec, matrix).bytes());
  EXPECT_EQ(profile.dia_bytes, to_dia(exec, matrix).bytes());
  EXPECT_EQ(profile.ell_bytes, to_ell(exec, matrix).bytes());
  EXPECT_EQ(profile.ellpack_r_bytes, to_ell(exec, matrix, lengths).bytes());
  EXPECT_EQ(profile.hyb_bytes, to_hyb(exec, matrix).bytes());
  EXPECT_EQ(profile.sell_bytes, to_sell(exec, matrix, slices).bytes());
  EXPECT_EQ(profile.bsr_bytes, to_bsr(exec, matrix, blocks).bytes());
  EXPECT_EQ(profile.csr5_bytes, to_csr5(exec, matrix).bytes());
  EXPECT_EQ(profile.delta_crs_bytes, to_delta_crs(exec, matrix).bytes());

  const FormatProfile least = sporos::detail::least_format_profile(profile);
  EXPECT_LE(least.dia_bytes, profile.dia_bytes);
  EXPECT_LE(least.ell_bytes, profile.ell_bytes);
  EXPECT_LE(least.hyb_bytes, profile.hyb_bytes);
  EXPECT_LE(least.sell_bytes, profile.sell_bytes);
  EXPECT_LE(least.bsr_bytes, profile.bsr_bytes);
  EXPECT_LE(least.csr5_bytes, profile.csr5_bytes);
  EXPECT_LE(least.delta_crs_bytes, profile.delta_crs_bytes);
}

TEST(MeasureFormat, KnowsTheBytesOfEachFormat) {
  check_bytes<double>("fem3:8", 3);
  check_bytes<float>("fem3:8", 3);
}

TEST(MeasureFormat, KnowsHowDeltaCrsStoresNumbers) {
  const Exec exec;
  const auto matrix = generated<double>("band:60000");
  FormatProfile profile = sporos::detail::measure_format(exec, matrix);
  EXPECT_EQ(profile.delta_value_bytes, 8);
  EXPECT_EQ(profile.far_entries, 0);
  Kokkos::deep_copy(exec, matrix.values, 0.1);
  profile = sporos::detail::measure_format(exec, matrix);
  EXPECT_EQ(profile.delta_value_bytes, 1);
  EXPECT_EQ(profile.delta_crs_bytes, to_delta_crs(exec, matrix).bytes());
  EXPECT_GT(*sporos::detail::measure_format(exec, generated<double>("uniform:80000")).far_entries, 0);
}

TEST(MeasureFormat, AnswersWhatIsAsked) {
  const auto matrix = generated<double>("stencil7:10");
  FormatQuestions nothing;
  nothing.diagonals = nothing.hyb = nothing.slices = nothing.blocks = nothing.csr5 = nothing.deltas = false;
  EXPECT_FALSE(nothing.any());
  const FormatProfile rows = sporos::detail::measure_format(Exec(), matrix, nothing);
  EXPECT_EQ(rows.rows.nnz, matrix.nnz());
  EXPECT_FALSE(rows.asked.any());
  EXPECT_FALSE(sporos::detail::measure_format_rows(Exec(), matrix).asked.any());
  EXPECT_EQ(rows.value_bytes, 8);
  EXPECT_TRUE(rows.ell_bytes);
  for (const auto& unknown :
       {rows.dia_bytes, rows.hyb_bytes, rows.sell_bytes, rows.bsr_bytes, rows.csr5_bytes, rows.delta_crs_bytes}) {
    EXPECT_FALSE(unknown);
  }
  FormatQuestions diagonals = nothing;
  diagonals.diagonals = true;
  EXPECT_EQ(sporos::detail::measure_format(Exec(), matrix, diagonals).num_diagonals, 7);
  EXPECT_TRUE(sporos::detail::measure_format(Exec(), matrix, diagonals).asked.diagonals);
}

TEST(MeasureFormat, LooksForNeitherDiagonalsNorBlocksInUnsortedRows) {
  const auto matrix = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>({"", 3, {{2, 0}, {1}}}));
  const FormatProfile profile = sporos::detail::measure_format(Exec(), matrix);
  EXPECT_FALSE(profile.dia_bytes);
  EXPECT_FALSE(profile.bsr_bytes);
  EXPECT_TRUE(profile.sell_bytes);
}

TEST(MeasureFormat, FindsNoBlocksWhereThereAreNone) {
  const FormatProfile profile = sporos::detail::measure_format(Exec(), generated<double>("uniform:3000"));
  EXPECT_FALSE(profile.block_size);
  EXPECT_FALSE(profile.bsr_bytes);
}

// On a host a few rows say that there are too many.
TEST(MeasureFormat, CountsDiagonalsOnlyWhereTheyMayPay) {
  const auto scattered = generated<double>("uniform:3000");
  EXPECT_EQ(sporos::detail::measure_format(Exec(), scattered).num_diagonals.has_value(),
            !sporos::detail::is_host_execution<Exec>);
  EXPECT_EQ(sporos::detail::measure_format(Exec(), generated<double>("stencil5:40")).num_diagonals, 5);
  const auto few = sporos::copy_to<Kokkos::HostSpace>(generated<double>("diagonals:200,distances=3x50"));
  EXPECT_EQ(sporos::detail::fewest_diagonals(sporos::crs_view(few)),
            count_diagonals(Kokkos::DefaultHostExecutionSpace(), few));
  const auto many = sporos::copy_to<Kokkos::HostSpace>(scattered);
  EXPECT_LE(sporos::detail::fewest_diagonals(sporos::crs_view(many)), 1024);
  EXPECT_GT(sporos::detail::fewest_diagonals(sporos::crs_view(many)), 500);
}

// Full blocks of 4 everywhere, and all but full ones.
TEST(MeasureFormat, FindsFullBlocksByAFewLooksAndLeavesOthersAlone) {
  sporos_test::Pattern pattern{"", 4000, {}};
  for (std::int64_t row = 0; row < 4000; ++row) {
    const std::int64_t block = row / 4 * 4;
    pattern.rows.push_back({block, block + 1, block + 2, block + 3});
  }
  FormatQuestions questions;
  questions.full_blocks_only = true;
  const auto full = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(pattern));
  EXPECT_EQ(sporos::detail::measure_format(Exec(), full, questions).block_size, 4);
  for (std::int64_t row = 0; row < 4000; row += 4) pattern.rows[static_cast<std::size_t>(row)].pop_back();
  const auto gaps = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(pattern));
  EXPECT_FALSE(sporos::detail::measure_format(Exec(), gaps, questions).block_size);
  questions.full_blocks_only = false;
  EXPECT_EQ(sporos::detail::measure_format(Exec(), gaps, questions).block_size, 4);
}

// Blocks of 6 on the diagonal, which take the fewest bytes; in the first of them a corner of 3 x 3 is missing.
TEST(MeasureFormat, LooksForFullBlocksAlone) {
  sporos_test::Pattern pattern{"", 360, {}};
  for (std::int64_t row = 0; row < 360; ++row) {
    pattern.rows.emplace_back();
    for (std::int64_t column = 0; column < (row < 3 ? 3 : 6); ++column) {
      pattern.rows.back().push_back(row / 6 * 6 + column);
    }
  }
  const auto matrix = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(pattern));
  FormatQuestions questions;
  EXPECT_EQ(sporos::detail::measure_format(Exec(), matrix, questions).block_size, 6);
  EXPECT_EQ(sporos::detail::measure_format(Exec(), matrix, questions).bsr_filling, 9);
  questions.full_blocks_only = true;
  EXPECT_EQ(sporos::detail::measure_format(Exec(), matrix, questions).block_size, 3);
  EXPECT_EQ(sporos::detail::measure_format(Exec(), matrix, questions).bsr_filling, 0);
}

TEST(MeasureFormat, TakesMatricesWithoutEntries) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() > 0) continue;
    SCOPED_TRACE(pattern.name);
    const auto matrix = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(pattern));
    EXPECT_EQ(sporos::detail::measure_format(Exec(), matrix).rows.nnz, 0);
  }
}

TEST(MeasureFormat, RefusesMalformedRows) {
  const auto matrix = sporos_test::make_matrix<double>({"", 3, {{2, 0}, {1}}});
  matrix.columns(2) = 7;
  const auto on_device = sporos::copy_to<Exec::memory_space>(matrix);
  EXPECT_EQ(sporos_test::complaint([&] {
              sporos::detail::measure_format(Exec(), on_device);
            }).find("sporos::measure_format: "),
            0u);
}

}  // namespace measure_format_tests
