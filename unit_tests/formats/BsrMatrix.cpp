// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/Sporos_BsrMatrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "formats/Sporos_FromBsr.hpp"
#include "formats/Sporos_Generate.hpp"
#include "formats/Sporos_ToBsr.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::BlockLayout;
using sporos::BsrOptions;
using sporos_test::complaint;
using sporos_test::elements;
using sporos_test::Pattern;

BsrOptions blocks_of(int size, BlockLayout layout = BlockLayout::block_by_block) {
  BsrOptions options;
  options.block_size = size;
  options.layout = layout;
  return options;
}

// | 1 . . . |
// | 2 3 4 . |
// | . . 6 7 |
// | . . 8 . |
auto drawn() {
  const auto matrix = sporos_test::make_matrix<double>({"", 4, {{0}, {0, 1, 2}, {2, 3}, {2}}});
  const std::vector<double> values{1, 2, 3, 4, 6, 7, 8};
  std::copy(values.begin(), values.end(), matrix.values.data());
  return sporos::copy_to<Space>(matrix);
}

// Every block of a coarse pattern is full.
Pattern blown_up(const Pattern& coarse, std::int64_t size) {
  Pattern pattern{coarse.name, coarse.num_columns * size, {}};
  for (const auto& blocks : coarse.rows) {
    std::vector<std::int64_t> row;
    for (const std::int64_t block : blocks) {
      for (std::int64_t i = 0; i < size; ++i) row.push_back(block * size + i);
    }
    for (std::int64_t i = 0; i < size; ++i) pattern.rows.push_back(row);
  }
  return pattern;
}

const Pattern coarse{"coarse", 12, {{0, 1, 5}, {2}, {}, {0, 3, 11}, {4, 6}}};

template <class Pattern>
auto on_device(const Pattern& pattern) {
  return sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
}

TEST(BsrMatrix, LiesInMemoryBlockByBlock) {
  const auto bsr = sporos::to_bsr(Exec(), drawn(), blocks_of(2));
  EXPECT_EQ(bsr.num_rows, 4);
  EXPECT_EQ(bsr.num_columns, 4);
  EXPECT_EQ(bsr.nnz(), 7);
  EXPECT_EQ(bsr.num_blocks(), 3);
  EXPECT_EQ(elements(bsr.block_offsets), (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(elements(bsr.block_columns), (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(elements(bsr.values), (std::vector<double>{1, 0, 2, 3, 0, 0, 4, 0, 6, 7, 8, 0}));
}

TEST(BsrMatrix, LiesInMemoryRowByRow) {
  const auto bsr = sporos::to_bsr(Exec(), drawn(), blocks_of(2, BlockLayout::row_by_row));
  EXPECT_EQ(elements(bsr.block_columns), (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(elements(bsr.values), (std::vector<double>{1, 0, 0, 0, 2, 3, 4, 0, 6, 7, 8, 0}));
}

TEST(BsrMatrix, FillsUpTheLastBlocks) {
  const auto bsr = sporos::to_bsr(Exec(), drawn(), blocks_of(3));
  EXPECT_EQ(elements(bsr.block_offsets), (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(elements(bsr.block_columns), (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(elements(bsr.values),
            (std::vector<double>{1, 0, 0, 2, 3, 4, 0, 0, 6, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0}));
}

TEST(BsrMatrix, KeepsRepeatedEntriesApart) {
  const auto crs = sporos_test::make_matrix<double>({"", 2, {{1, 0, 1, 1}, {0, 0}}});
  for (int k = 0; k < 6; ++k) crs.values(k) = k + 1;
  const auto bsr = sporos::to_bsr(Exec(), sporos::copy_to<Space>(crs), blocks_of(2));
  EXPECT_EQ(elements(bsr.block_columns), (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(elements(bsr.values), (std::vector<double>{2, 1, 5, 0, 0, 3, 6, 0, 0, 4, 0, 0}));
}

TEST(BsrMatrix, CountsBlocksOfEverySize) {
  const auto crs = on_device(blown_up(coarse, 4));
  EXPECT_EQ(sporos::count_blocks(Exec(), crs, 1), 9 * 16);
  EXPECT_EQ(sporos::count_blocks(Exec(), crs, 2), 9 * 4);
  EXPECT_EQ(sporos::count_blocks(Exec(), crs, 4), 9);
  EXPECT_EQ(sporos::count_blocks(Exec(), crs, 8), 3 + 3 + 2);
  EXPECT_EQ(sporos::count_blocks(Exec(), crs, 100), 1);
}

TEST(BsrMatrix, TakesTheBytesThatCanBeAskedForBefore) {
  for (const auto& pattern : sporos_test::structured_gallery()) {
    const auto crs = sporos::copy_to<Space>(sporos_test::make_matrix<float, std::int64_t, int>(pattern));
    for (const int size : {1, 2, 3, 11}) {
      auto options = blocks_of(size);
      options.most_bytes = 1 << 24;
      EXPECT_EQ(sporos::to_bsr(Exec(), crs, options).bytes(),
                sporos::bytes_as_bsr(crs.num_rows, sporos::count_blocks(Exec(), crs, size), size, sizeof(float),
                                     sizeof(std::int64_t), sizeof(int)));
    }
  }
}

TEST(BsrMatrix, ComesBackWithAllPlacesWhereThereIsNoMap) {
  for (const auto layout : {BlockLayout::block_by_block, BlockLayout::row_by_row}) {
    auto options = blocks_of(3, layout);
    options.keep_map = false;
    const auto bsr = sporos::to_bsr(Exec(), drawn(), options);
    const auto crs = to_crs(Exec(), bsr);
    EXPECT_EQ(elements(crs.row_offsets), (std::vector<int>{0, 4, 8, 12, 15}));
    EXPECT_EQ(elements(crs.columns), (std::vector<int>{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2}));
    EXPECT_EQ(elements(crs.values), (std::vector<double>{1, 0, 0, 0, 2, 3, 4, 0, 0, 0, 6, 7, 0, 0, 8}));
    EXPECT_EQ(complaint([&] { update_values(Exec(), bsr, drawn().values); }),
              "sporos::update_values: the matrix was converted with keep_map = false");
  }
}

TEST(BsrMatrix, OfFullBlocksComesBackWithoutAMap) {
  const auto crs = on_device(blown_up(coarse, 5));
  auto options = blocks_of(5);
  options.keep_map = false;
  sporos_test::expect_same_crs(to_crs(Exec(), sporos::to_bsr(Exec(), crs, options)), crs);
}

TEST(BsrMatrix, RefusesAnotherNumberOfValues) {
  const Kokkos::View<double*, Space> values("values", 12);
  EXPECT_EQ(complaint([&] { update_values(Exec(), sporos::to_bsr(Exec(), drawn()), values); }),
            "sporos::update_values: values has 12 elements, but the matrix has 7 entries");
}

TEST(BsrMatrix, RefusesBlocksThatAreNearlyEmpty) {
  const auto crs = on_device(sporos_test::random_pattern("", 5000, 5000, [](auto) { return 2; }));
  const auto blocks = sporos::count_blocks(Exec(), crs, 64);
  EXPECT_EQ(complaint([&] { sporos::to_bsr(Exec(), crs, blocks_of(64)); }),
            sporos::concat("sporos::to_bsr: the matrix would take ", sporos::bytes_as_bsr(5000, blocks, 64, 8, 4, 4),
                           " bytes, but most_bytes is 1608592 (four times the 140004 bytes of its compressed rows and "
                           "a mebibyte)"));
  auto options = blocks_of(2);
  options.most_bytes = 100;
  EXPECT_EQ(complaint([&] { sporos::to_bsr(Exec(), drawn(), options); }),
            "sporos::to_bsr: the matrix would take 120 bytes, but most_bytes is 100");
}

TEST(BsrMatrix, RefusesPlacesThatTheOffsetsCannotNumber) {
  const auto crs = sporos::copy_to<Space>(sporos_test::make_matrix<double, int, std::int8_t>({"", 40, {{0}, {30}}}));
  EXPECT_EQ(complaint([&] { sporos::to_bsr(Exec(), crs, blocks_of(20)); }),
            "sporos::to_bsr: the row offsets of the matrix hold at most 127, but its 2 blocks have 800 places");
}

TEST(BsrMatrix, RefusesOptionsThatSayNonsense) {
  for (const int size : {0, -2, 1025}) {
    EXPECT_EQ(complaint([&] { sporos::to_bsr(Exec(), drawn(), blocks_of(size)); }),
              sporos::concat("sporos::to_bsr: block_size = ", size, " is not in [1, 1024]"));
  }
  BsrOptions options;
  options.least_fill = 0;
  EXPECT_EQ(complaint([&] { sporos::to_bsr(Exec(), drawn(), options); }),
            "sporos::to_bsr: least_fill = 0 is not in (0, 1]");
  EXPECT_EQ(complaint([&] { sporos::detect_block_size(Exec(), drawn(), 1.5); }),
            "sporos::detect_block_size: least_fill = 1.5 is not in (0, 1]");
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

TEST(DetectBlockSize, LooksAtSomeOfManyBlockRows) {
  const auto crs = sporos::copy_to<Exec::memory_space>(sporos::generate<double, int, int>("fem3:30"));
  ASSERT_GT(crs.num_rows / 3, 16384);
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

}  // namespace
