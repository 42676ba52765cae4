// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Block matrices of Kokkos Kernels as a BsrMatrix, without a copy.
///
/// Every type with the members of `KokkosSparse::BsrMatrix` will do: `graph.row_map`, `graph.entries`, `values`,
/// `numRows()` and `numCols()` in blocks, `blockDim()`.
#pragma once

#include <cstdint>

#include "formats/bsr/Sporos_BsrMatrix.hpp"
#include "formats/common/Sporos_Require.hpp"

namespace sporos {

/// \brief A BsrMatrix that shares the arrays (and their reference counts) of `blocks`; copies nothing. It has no map,
/// so new values must be written into the arrays.
/// \param layout  row_by_row for a `KokkosSparse::Experimental::BlockCrsMatrix`
/// \throws std::invalid_argument where the extents contradict each other (constant time; contents are not checked)
template <class Blocks>
auto bsr_matrix(const Blocks& blocks, BlockLayout layout = BlockLayout::block_by_block) {
  using Offsets = std::decay_t<decltype(blocks.graph.row_map)>;
  using Columns = std::decay_t<decltype(blocks.graph.entries)>;
  using Values = std::decay_t<decltype(blocks.values)>;
  using Matrix = BsrMatrix<typename Values::non_const_value_type, typename Columns::non_const_value_type,
                           typename Offsets::non_const_value_type, typename Values::memory_space>;
  detail::require_known("bsr_matrix", "layout", layout);
  const auto block_size = static_cast<std::int64_t>(blocks.blockDim());
  const auto block_rows = static_cast<std::int64_t>(blocks.numRows());
  const auto num_blocks = static_cast<std::int64_t>(blocks.graph.entries.extent(0));
  const auto num_values = static_cast<std::int64_t>(blocks.values.extent(0));
  const auto num_offsets = static_cast<std::int64_t>(blocks.graph.row_map.extent(0));
  detail::require(block_size >= 1 && block_size <= INT32_MAX, "bsr_matrix", "a block cannot have ", block_size,
                  " rows");
  detail::require(num_offsets == block_rows + 1 || (block_rows == 0 && num_offsets == 0), "bsr_matrix", "row_map has ",
                  num_offsets, " elements, but ", block_rows, " block rows need ", block_rows + 1);
  detail::require(num_values == num_blocks * block_size * block_size, "bsr_matrix", "values has ", num_values,
                  " elements, but ", num_blocks, " blocks of ", block_size, " x ", block_size, " need ",
                  num_blocks * block_size * block_size);
  Matrix matrix;
  matrix.num_rows = block_rows * block_size;
  matrix.num_columns = static_cast<std::int64_t>(blocks.numCols()) * block_size;
  matrix.num_entries = num_values;
  matrix.block_size = static_cast<int>(block_size);
  matrix.layout = layout;
  matrix.block_offsets = detail::share<decltype(matrix.block_offsets)>(blocks.graph.row_map);
  matrix.block_columns = detail::share<decltype(matrix.block_columns)>(blocks.graph.entries);
  matrix.values = detail::share<decltype(matrix.values)>(blocks.values);
  return matrix;
}

}  // namespace sporos
