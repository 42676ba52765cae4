// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/bsr/Sporos_DetectBlockSize.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "formats/bsr/Sporos_ToBsr.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/formats/bsr/BlockPatterns.hpp"

namespace detect_block_size_tests {

using sporos_test::blown_up;
using sporos_test::coarse;
using sporos_test::Exec;
using sporos_test::on_device;
using sporos_test::Pattern;

template <class Crs>
sporos::detail::SampledFill sampled_fill(const Crs& crs) {
  return {Exec(), sporos::detail::rows_by_column(Exec(), sporos::crs_view(crs)), [](int) { return true; }};
}

template <class Crs>
double fill_of(const Crs& crs, int size) {
  const auto places = sporos::count_blocks(Exec(), crs, size) * size * size;
  return places == 0 ? 1 : static_cast<double>(crs.nnz()) / static_cast<double>(places);
}

TEST(SampledFill, OfFullBlocksIsExactlyOne) {
  for (int size = 2; size <= 8; ++size) EXPECT_EQ(sampled_fill(on_device(blown_up(coarse, size)))(size), 1) << size;
}

// Unsorted and repeated columns, empty rows, a last block row that is short.
TEST(SampledFill, OfAllEntriesIsThatOfAllBlocks) {
  auto patterns = sporos_test::gallery();
  patterns.push_back({"repeated", 2, {{1, 0, 1, 1}, {0, 0}}});
  patterns.push_back({"repeated often", 5, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2}, {1, 1, 1, 3}, {3, 4, 4}}});
  for (const auto& pattern : patterns) {
    if (pattern.nnz() > sporos::detail::max_sampled_entries<Exec>) continue;
    const auto crs = on_device(pattern);
    const auto fill = sampled_fill(crs);
    for (int size = 2; size <= 8; ++size) {
      EXPECT_NEAR(fill(size), fill_of(crs, size), 1e-7) << pattern.name << ", size " << size;
    }
  }
}

// From one sample to the next there are as many entries as in one row or in four, of which only two share a block.
TEST(SampledFill, OfSomeEntriesDoesNotDependOnWhereTheyLieInTheirRows) {
  Pattern pattern{"", 100, {}};
  pattern.rows.assign(16384, {0, 1, 10, 20, 30});
  for (std::size_t row = 1; row < pattern.rows.size(); row += 2) pattern.rows[row] = {0, 1, 13, 23, 33};
  const auto crs = on_device(pattern);
  EXPECT_NEAR(sampled_fill(crs)(2), fill_of(crs, 2), 0.01);
}

TEST(SampledFill, LooksAtNothingButCandidates) {
  const auto crs = on_device(blown_up(coarse, 6));
  const sporos::detail::SampledFill fill(Exec(), sporos::detail::rows_by_column(Exec(), sporos::crs_view(crs)),
                                         [](int size) { return size == 3; });
  EXPECT_TRUE(fill.has(3));
  EXPECT_FALSE(fill.has(6));
  EXPECT_EQ(fill(3), 1);
}

TEST(DetectBlockSize, FindsTheLargestFullBlocks) {
  for (int size = 2; size <= 8; ++size) {
    SCOPED_TRACE(size);
    const auto crs = on_device(blown_up(coarse, size));
    EXPECT_EQ(sporos::detect_block_size(Exec(), crs, 1.0), size);
    EXPECT_EQ(sporos::to_bsr(Exec(), crs).block_size, size);
  }
}

TEST(DetectBlockSize, TakesTheLargestThatIsFullEnough) {
  const auto crs = on_device(blown_up(coarse, 2));
  // 36 entries; 8 blocks of 4 have 128 places, 12 blocks of 3 have 108.
  EXPECT_EQ(sporos::detect_block_size(Exec(), crs, 36.0 / 128), 4);
  EXPECT_EQ(sporos::detect_block_size(Exec(), crs, 36.5 / 128), 3);
  EXPECT_EQ(sporos::detect_block_size(Exec(), crs, 36.5 / 108), 2);
}

TEST(DetectBlockSize, LooksAtSomeOfManyEntries) {
  const auto crs = sporos::copy_to<Exec::memory_space>(sporos::generate<double, int, int>("fem3:30"));
  ASSERT_GT(crs.nnz(), sporos::detail::max_sampled_entries<Exec>);
  EXPECT_EQ(sporos::detect_block_size(Exec(), crs), 3);
}

TEST(DetectBlockSize, DoesNotMindTheOrderOfColumns) {
  auto pattern = blown_up(coarse, 3);
  for (auto& row : pattern.rows) std::reverse(row.begin(), row.end());
  EXPECT_EQ(sporos::detect_block_size(Exec(), on_device(pattern), 1.0), 3);
}

TEST(DetectBlockSize, IsOneWhereThereAreNoBlocks) {
  EXPECT_EQ(sporos::detect_block_size(Exec(), on_device(Pattern{"", 3, {{0}, {1}, {2}}})), 1);
  EXPECT_EQ(sporos::detect_block_size(Exec(), on_device(Pattern{"", 3, {{}, {}, {}}})), 1);
  EXPECT_EQ(sporos::detect_block_size(Exec(), on_device(Pattern{"", 0, {}})), 1);
}

}  // namespace detect_block_size_tests
