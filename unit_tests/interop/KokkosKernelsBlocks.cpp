// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/interop/Sporos_KokkosKernelsBlocks.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/launch/formats/Sporos_LaunchBsr.hpp"
#include "unit_tests/support/FormatTests.hpp"

#if __has_include(<KokkosSparse_BsrMatrix.hpp>)
#include <KokkosSparse_BsrMatrix.hpp>
#else
#include <KokkosSparse_BlockCrsMatrix.hpp>
#endif

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::BlockLayout;

#if __has_include(<KokkosSparse_BsrMatrix.hpp>)
using Blocks = KokkosSparse::Experimental::BsrMatrix<double, int, Exec, void, int>;
constexpr BlockLayout layout = BlockLayout::block_by_block;
#else
using Blocks = KokkosSparse::Experimental::BlockCrsMatrix<double, int, Exec, void, int>;
constexpr BlockLayout layout = BlockLayout::row_by_row;
#endif

// Our blocks as a matrix of Kokkos Kernels.
Blocks blocks_of(const sporos::CrsMatrix<double, int, int, Space>& crs, int size) {
  sporos::BsrOptions options;
  options.block_size = size;
  options.layout = layout;
  options.max_bytes = 1 << 28;
  const auto bsr = sporos::to_bsr(Exec(), crs, options);
  const Kokkos::View<int*, Space> columns("columns", bsr.block_columns.extent(0));
  const Kokkos::View<int*, Space> offsets("offsets", bsr.block_offsets.extent(0));
  Kokkos::deep_copy(columns, bsr.block_columns);
  Kokkos::deep_copy(offsets, bsr.block_offsets);
  const int block_columns = static_cast<int>((crs.num_columns + size - 1) / size);
  return Blocks("blocks", static_cast<int>(bsr.num_block_rows()), block_columns, static_cast<int>(bsr.num_blocks()),
                bsr.values, offsets, columns, size);
}

// The second block of the first block row, as Kokkos Kernels reads it.
struct ReadBlock {
  Blocks blocks;
  Kokkos::View<double*, Space> found;

  KOKKOS_FUNCTION void operator()(int i) const { found(i) = blocks.block_row_Const(0).block(1)(i / 2, i % 2); }
};

TEST(KokkosKernelsBlocks, AreMultipliedAsTheyAre) {
  const auto pattern = sporos_test::random_pattern("", 60, 90, [](auto row) { return row % 11; });
  for (const int size : {2, 3, 5, 10}) {
    SCOPED_TRACE(size);
    sporos_test::ProductCase<double> matrix_case(pattern);
    const Blocks blocks = blocks_of(matrix_case.matrix, size);
    const auto matrix = sporos::bsr_matrix(blocks, layout);
    EXPECT_EQ(matrix.num_rows, 60);
    EXPECT_EQ(matrix.num_columns, 90);
    EXPECT_EQ(matrix.values.data(), blocks.values.data());
    EXPECT_EQ(matrix.block_columns.data(), blocks.graph.entries.data());
    EXPECT_EQ(matrix.block_offsets.data(), blocks.graph.row_map.data());
    sporos_test::check_products(matrix_case, matrix);
  }
}

TEST(KokkosKernelsBlocks, AreReadInTheOrderOfKokkosKernels) {
  const auto crs =
      sporos_test::make_matrix<double>({"", 6, {{0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {0, 1, 4, 5}, {0, 1, 4, 5}}});
  const Blocks blocks = blocks_of(sporos::copy_to<Space>(crs), 2);
  const auto back = to_crs(Exec(), sporos::bsr_matrix(blocks, layout));
  sporos_test::expect_same_crs(back, crs);
  const Kokkos::View<double*, Space> found("found", 4);
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(0, 4), ReadBlock{blocks, found});
  EXPECT_EQ(sporos_test::elements(found),
            (std::vector<double>{crs.values(2), crs.values(3), crs.values(8), crs.values(9)}));
}

struct Inconsistent {
  struct {
    Kokkos::View<int*, Space> row_map{"row_map", 3};
    Kokkos::View<int*, Space> entries{"entries", 4};
  } graph;
  Kokkos::View<double*, Space> values{"values", 16};
  int rows = 2;
  int numRows() const { return rows; }
  int numCols() const { return 5; }
  int blockDim() const { return 2; }
};

TEST(KokkosKernelsBlocks, AreRefusedWhereTheirExtentsContradictEachOther) {
  Inconsistent blocks;
  EXPECT_EQ(sporos::bsr_matrix(blocks).num_columns, 10);
  blocks.rows = 3;
  EXPECT_EQ(sporos_test::complaint([&] { sporos::bsr_matrix(blocks); }),
            "sporos::bsr_matrix: row_map has 3 elements, but 3 block rows need 4");
  blocks.rows = 2;
  blocks.values = Kokkos::View<double*, Space>("values", 15);
  EXPECT_EQ(sporos_test::complaint([&] { sporos::bsr_matrix(blocks); }),
            "sporos::bsr_matrix: values has 15 elements, but 4 blocks of 2 x 2 need 16");
}

}  // namespace
