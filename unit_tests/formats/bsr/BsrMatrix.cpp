// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/bsr/Sporos_BsrMatrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "formats/bsr/Sporos_FromBsr.hpp"
#include "formats/bsr/Sporos_ToBsr.hpp"
#include "unit_tests/formats/bsr/BlockPatterns.hpp"

namespace bsr_matrix_tests {

using sporos::BlockLayout;
using sporos::BsrOptions;
using sporos_test::blown_up;
using sporos_test::coarse;
using sporos_test::complaint;
using sporos_test::elements;
using sporos_test::Exec;
using sporos_test::on_device;
using sporos_test::Space;

BsrOptions blocks_of(int size, BlockLayout layout = BlockLayout::block_by_block) {
  BsrOptions options;
  options.block_size = size;
  options.layout = layout;
  return options;
}

BsrOptions unlimited(BsrOptions options) {
  options.max_bytes = std::int64_t(1) << 40;
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
      options.max_bytes = 1 << 24;
      EXPECT_EQ(sporos::to_bsr(Exec(), crs, options).bytes(),
                sporos::bytes_as_bsr(crs.num_rows, sporos::count_blocks(Exec(), crs, size), size, sizeof(float),
                                     sizeof(std::int64_t), sizeof(int)));
    }
  }
}

// On a GPU several threads share a long block row; on a host they never do.
TEST(BsrMatrix, IsTheSameInHoweverManyParts) {
  using sporos::detail::NumberedBlocks;
  using Ints = Kokkos::View<int*, Space>;
  auto patterns = sporos_test::gallery();
  patterns.push_back(blown_up(coarse, 5));
  for (const auto& pattern : patterns) {
    const auto crs = on_device(pattern);
    const auto rows = sporos::detail::rows_by_column(Exec(), sporos::crs_view(crs));
    for (const int size : {2, 3, 8}) {
      for (const auto layout : {BlockLayout::block_by_block, BlockLayout::row_by_row}) {
        const auto bsr = sporos::to_bsr(Exec(), crs, unlimited(blocks_of(size, layout)));
        for (const int parts : {1, 2, 5, 32}) {
          SCOPED_TRACE(sporos::detail::concat(pattern.name, ", size ", size, ", ", name(layout), ", parts ", parts));
          const Ints offsets("offsets", static_cast<std::size_t>(bsr.num_block_rows() * parts + 1));
          const NumberedBlocks<Ints> blocks{size, sporos::detail::number_blocks(Exec(), rows, size, offsets, parts),
                                            offsets, parts};
          ASSERT_EQ(blocks.count, bsr.num_blocks());
          const Ints columns("columns", bsr.block_columns.extent(0));
          const Ints places("places", bsr.places.extent(0));
          sporos::detail::for_block_rows(
              "test[place]", Exec(), rows, size, parts,
              sporos::detail::PlaceEntries<int, int>{layout, offsets.data(), columns.data(), places.data()});
          EXPECT_EQ(elements(sporos::detail::block_offsets_of(Exec(), blocks)), elements(bsr.block_offsets));
          EXPECT_EQ(elements(columns), elements(bsr.block_columns));
          EXPECT_EQ(elements(places), elements(bsr.places));
        }
      }
    }
  }
}

TEST(BsrMatrix, PartsOfLongBlockRowsAreAboutAsLong) {
  const auto crs = on_device(sporos_test::random_pattern("", 6, 4000, [](auto) { return 800; }));
  const auto rows = sporos::detail::rows_by_column(Exec(), sporos::crs_view(crs));
  const Kokkos::View<int*, Space> offsets("offsets", 2 * 8 + 1);
  const auto blocks = sporos::detail::number_blocks(Exec(), rows, 3, offsets, 8);
  const auto begins = elements(offsets);
  for (std::size_t part = 0; part < 16; ++part) {
    SCOPED_TRACE(part);
    EXPECT_NEAR(begins[part + 1] - begins[part], static_cast<double>(blocks) / 16,
                0.3 * static_cast<double>(blocks) / 16);
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
              "sporos::update_values: the matrix was converted with keep_map = false, or shares the blocks of another");
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
  EXPECT_EQ(
      complaint([&] { sporos::to_bsr(Exec(), crs, blocks_of(64)); }),
      sporos::detail::concat("sporos::to_bsr: the matrix would take ", sporos::bytes_as_bsr(5000, blocks, 64, 8, 4, 4),
                             " bytes, but max_bytes is 1608592 (four times the 140004 bytes of its compressed rows and "
                             "a mebibyte)"));
  auto options = blocks_of(2);
  options.max_bytes = 100;
  EXPECT_EQ(complaint([&] { sporos::to_bsr(Exec(), drawn(), options); }),
            "sporos::to_bsr: the matrix would take 120 bytes, but max_bytes is 100");
}

TEST(BsrMatrix, RefusesPlacesThatTheOffsetsCannotNumber) {
  const auto crs = sporos::copy_to<Space>(sporos_test::make_matrix<double, int, std::int8_t>({"", 40, {{0}, {30}}}));
  EXPECT_EQ(complaint([&] { sporos::to_bsr(Exec(), crs, blocks_of(20)); }),
            "sporos::to_bsr: the row offsets of the matrix hold at most 127, but its 2 blocks have 800 places");
}

// As in an adapted matrix, whose offsets only count blocks.
TEST(BsrMatrix, OfMorePlacesThanOffsetsCountDoesNotComeBack) {
  sporos::BsrMatrix<double, int, std::int8_t, Space> bsr;
  bsr.num_rows = bsr.num_columns = 12;
  bsr.block_size = 12;
  const Kokkos::View<std::int8_t*, Kokkos::LayoutRight, Space> offsets("offsets", 2);
  Kokkos::deep_copy(Kokkos::subview(offsets, 1), std::int8_t(1));
  bsr.block_offsets = offsets;
  bsr.block_columns = Kokkos::View<int*, Kokkos::LayoutRight, Space>("columns", 1);
  bsr.values = decltype(bsr.values)("values", 144);
  EXPECT_EQ(complaint([&] { to_crs(Exec(), bsr); }),
            "sporos::to_crs: the blocks have 144 places, but row offsets of their type end at 127");
}

TEST(BsrMatrix, RefusesValuesThatDoNotLieSideBySide) {
  const Kokkos::View<double* [2], Kokkos::LayoutRight, Space> pairs("pairs", 7);
  const auto bsr = sporos::to_bsr(Exec(), drawn());
  EXPECT_NE(complaint([&] {
              update_values(Exec(), bsr, Kokkos::subview(pairs, Kokkos::ALL(), 1));
            }).find("update_values: values must be contiguous, but its 7 elements span 1"),
            std::string::npos);
}

TEST(BsrMatrix, RefusesOptionsThatSayNonsense) {
  for (const int size : {0, -2, 1025}) {
    EXPECT_EQ(complaint([&] { sporos::to_bsr(Exec(), drawn(), blocks_of(size)); }),
              sporos::detail::concat("sporos::to_bsr: block_size = ", size, " is not in [1, 1024]"));
  }
  BsrOptions options;
  options.min_fill = 0;
  EXPECT_EQ(complaint([&] { sporos::to_bsr(Exec(), drawn(), options); }),
            "sporos::to_bsr: min_fill = 0 is not in (0, 1]");
  EXPECT_EQ(complaint([&] { sporos::detect_block_size(Exec(), drawn(), 1.5); }),
            "sporos::detect_block_size: min_fill = 1.5 is not in (0, 1]");
}

}  // namespace bsr_matrix_tests
