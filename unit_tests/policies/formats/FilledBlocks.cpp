// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zeros that fill up blocks are multiplied by x, so whether such blocks may be chosen depends on what x may hold.
#include <gtest/gtest.h>

#include "policies/formats/Sporos_ChooseFormat.hpp"

namespace filled_blocks_tests {

using sporos::Format;
using sporos::FormatBudget;
using sporos::detail::choose_format;
using sporos::detail::FormatProfile;

// Nearly a million rows, blocks of 3.
FormatProfile blocks_with(std::int64_t filling) {
  FormatProfile profile;
  const std::int64_t places = 74088000;
  const std::int64_t nnz = places - filling;
  profile.rows = {943296, 943296, nnz, 81, 0, 78.5 * static_cast<double>(nnz), 0};
  profile.block_size = 3;
  profile.bsr_bytes = places * 8 + places / 9 * 4 + 943296 / 3 * 4;
  profile.bsr_filling = filling;
  return profile;
}

TEST(FilledBlocks, AreNotChosenUnlessXIsFinite) {
  FormatBudget finite;
  finite.x_is_finite = true;
  for (const auto& machine : {sporos::h100(), sporos::host_machine(1)}) {
    EXPECT_EQ(choose_format(blocks_with(0), machine).format, Format::bsr);
    for (const std::int64_t filling : {1, 1000000}) {
      const auto decision = choose_format(blocks_with(filling), machine);
      EXPECT_EQ(decision.format, Format::crs);
      EXPECT_EQ(decision.candidate(Format::bsr).why, "zeros fill up its blocks, and x_is_finite is not set");
      EXPECT_EQ(choose_format(blocks_with(filling), machine, finite).format, Format::bsr);
    }
  }
}

TEST(FilledBlocks, AreNotChosenWhereNobodyCounted) {
  FormatProfile profile = blocks_with(0);
  profile.bsr_filling.reset();
  EXPECT_EQ(choose_format(profile, sporos::h100()).format, Format::crs);
}

TEST(FilledBlocks, AreNotLookedForUnlessXIsFinite) {
  FormatProfile rows;
  rows.rows = blocks_with(0).rows;
  for (const bool x_is_finite : {false, true}) {
    FormatBudget budget;
    budget.x_is_finite = x_is_finite;
    const auto questions = sporos::detail::format_questions(rows, sporos::h100(), budget, {32, 1});
    EXPECT_TRUE(questions.blocks);
    EXPECT_EQ(questions.full_blocks_only, !x_is_finite);
  }
}

}  // namespace filled_blocks_tests
