// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The transpose of a matrix of blocks, with a map from each transposed block to its original.
#pragma once

#include "formats/bsr/Sporos_BsrMatrix.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/crs/Sporos_TransposedCrs.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset>
struct BlocksOf {
  BlockLayout layout;
  const Offset* block_offsets;
  const Column* block_columns;
  Value* values;

  template <class Matrix>
  explicit BlocksOf(const Matrix& bsr)
      : layout(bsr.layout),
        block_offsets(bsr.block_offsets.data()),
        block_columns(bsr.block_columns.data()),
        values(bsr.values.data()) {}

  KOKKOS_FORCEINLINE_FUNCTION Value& value(std::int64_t block_row, std::int64_t block, int size, int row,
                                           int column) const {
    const auto first = static_cast<std::int64_t>(block_offsets[block_row]);
    const BlockStrides strides(layout, size, static_cast<std::int64_t>(block_offsets[block_row + 1]) - first);
    return values[first * size * size + strides.place(block - first, row, column)];
  }
};

/// \brief One index per value. The block column of a transposed block is the block row of the original and vice versa.
template <class Value, class Column, class Offset>
struct TransposeBlocks {
  BlocksOf<Value, Column, Offset> from;
  BlocksOf<Value, Column, Offset> to;
  const Offset* map;
  int size;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const {
    const std::int64_t block = place / (size * size);
    const int row = static_cast<int>(place % (size * size)) / size;
    const int column = static_cast<int>(place % size);
    const auto old_block = static_cast<std::int64_t>(map[block]);
    const auto old_row = static_cast<std::int64_t>(to.block_columns[block]);
    to.value(static_cast<std::int64_t>(from.block_columns[old_block]), block, size, row, column) =
        from.value(old_row, old_block, size, column, row);
  }
};

/// \brief Block `k` of the transpose is block `map(k)` of the matrix, transposed.
template <class Value, class Column, class Offset, class MemorySpace>
struct TransposedBsr {
  using Matrix = BsrMatrix<Value, Column, Offset, MemorySpace>;

  Matrix matrix;
  typename Matrix::template array<Offset> map;

  std::int64_t bytes() const { return matrix.bytes() + bytes_of(map); }

  /// \brief Copies the present values of the matrix; asynchronous.
  template <class ExecutionSpace>
  void take(const ExecutionSpace& exec, const Matrix& from) const {
    using Blocks = BlocksOf<Value, Column, Offset>;
    launch_kernel("sporos::transpose[blocks]",
                  IndexRange<ExecutionSpace>(exec, 0, matrix.num_blocks() * matrix.block_size * matrix.block_size),
                  TransposeBlocks<Value, Column, Offset>{Blocks(from), Blocks(matrix), map.data(), matrix.block_size});
  }

  /// \brief The same with numbers of its own, in the same pattern; asynchronous.
  template <class ExecutionSpace>
  TransposedBsr with_own_values(const ExecutionSpace& exec) const {
    TransposedBsr own = *this;
    own.matrix.values = fresh_array<decltype(own.matrix.values)>(exec, "sporos::transpose[values]",
                                                                 static_cast<std::int64_t>(matrix.values.extent(0)));
    if (matrix.values.extent(0) > 0) Kokkos::deep_copy(exec, own.matrix.values, matrix.values);
    return own;
  }
};

/// \brief The number of block columns, including a last one that is not full.
template <class Matrix>
std::int64_t block_columns_of(const Matrix& bsr) {
  return bsr.block_size < 1 ? 0 : (bsr.num_columns + bsr.block_size - 1) / bsr.block_size;
}

/// \brief The bytes of the transpose.
template <class V, class C, class O, class M>
std::int64_t bytes_of_transposed(const BsrMatrix<V, C, O, M>& bsr) {
  return bytes_as_bsr(bsr.num_columns, bsr.num_blocks(), bsr.block_size, sizeof(V), sizeof(C), sizeof(O)) +
         bsr.num_blocks() * static_cast<std::int64_t>(sizeof(O));
}

/// \brief The transpose, with the blocks of each block column in the order of the block rows; waits.
/// \throws std::invalid_argument where the type of the columns is too narrow for the block rows
template <class ExecutionSpace, class V, class C, class O, class M>
TransposedBsr<V, C, O, M> transposed(const ExecutionSpace& exec, const BsrMatrix<V, C, O, M>& bsr,
                                     const char* function) {
  constexpr auto largest = static_cast<std::int64_t>(std::numeric_limits<C>::max());
  require(bsr.num_block_rows() - 1 <= largest, function, "the transposed matrix has ", bsr.num_block_rows(),
          " block columns, which its column type (up to ", largest, ") cannot number");
  using Matrix = BsrMatrix<V, C, O, M>;
  using Offsets = typename Matrix::template array<O>;
  using Columns = typename Matrix::template array<C>;
  CrsView<V, C, O, M> pattern;
  pattern.num_rows = bsr.num_block_rows();
  pattern.num_columns = block_columns_of(bsr);
  pattern.row_offsets = bsr.block_offsets;
  pattern.columns = bsr.block_columns;
  const std::int64_t blocks = bsr.num_blocks();
  const auto offsets = fresh_array<Offsets>(exec, "sporos::transpose[block offsets]", pattern.num_columns + 1);
  const auto columns = fresh_array<Columns>(exec, "sporos::transpose[block columns]", blocks);
  TransposedBsr<V, C, O, M> result;
  result.map = fresh_array<Offsets>(exec, "sporos::transpose[map]", blocks);
  if (blocks == 0) {
    Kokkos::deep_copy(exec, offsets, O(0));
  } else {
    sort_by_column(
        exec, pattern, 0, blocks, offsets, columns, result.map,
        column_sort_shape(is_host_execution<ExecutionSpace>, concurrency(exec), pattern.num_columns, blocks));
  }
  result.matrix.num_rows = bsr.num_columns;
  result.matrix.num_columns = bsr.num_rows;
  result.matrix.num_entries = bsr.num_entries;
  result.matrix.block_size = bsr.block_size;
  result.matrix.layout = bsr.layout;
  result.matrix.block_offsets = offsets;
  result.matrix.block_columns = columns;
  result.matrix.values = fresh_array<decltype(result.matrix.values)>(exec, "sporos::transpose[values]",
                                                                     blocks * bsr.block_size * bsr.block_size);
  result.take(exec, bsr);
  return result;
}

}  // namespace detail
}  // namespace sporos
