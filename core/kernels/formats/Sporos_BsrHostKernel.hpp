// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Block sparse rows where a team is one thread: `y = alpha*A*x + beta*y`.
///
/// Who computes what: team `t` takes `block_rows_per_team` block rows from `t * block_rows_per_team` on, one after the
/// other, with a sum for each row of the block. `Block`, `RowTile` and the bytes are as in BsrKernel.
#pragma once

#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/formats/Sporos_BsrKernel.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue, int Block, int RowTile>
struct BsrHostKernel {
  using Sum = typename Operand::sum_t;
  using Value = typename Operand::Arrays::value_type;

  Operand operand;
  Epilogue epilogue;
  std::int64_t block_rows_per_team;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const auto& a = operand.matrix;
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * block_rows_per_team;
    const std::int64_t end =
        first + block_rows_per_team < a.num_block_rows ? first + block_rows_per_team : a.num_block_rows;
    for (std::int64_t block_row = first; block_row < end; ++block_row) {
      for (int top = 0; top < size(); top += RowTile) multiply(block_row, top);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return Block > 0 ? Block : operand.matrix.block_size; }

  KOKKOS_FORCEINLINE_FUNCTION void multiply(std::int64_t block_row, int top) const {
    const auto& a = operand.matrix;
    const auto first = static_cast<std::int64_t>(a.block_offsets[block_row]);
    const std::int64_t blocks = static_cast<std::int64_t>(a.block_offsets[block_row + 1]) - first;
    const BlockStrides strides(a.layout, size(), blocks);
    const Value* values = a.values + first * size() * size() + top * strides.row;
    const int rows = Block > 0 || size() - top >= RowTile ? RowTile : size() - top;
    Sum sums[RowTile] = {};
    for (std::int64_t block = first; block < first + blocks; ++block, values += strides.block) {
      const std::int64_t column = static_cast<std::int64_t>(a.block_columns[block]) * size();
      if (column + size() <= a.num_columns) {
        add(column, size(), values, strides.row, rows, sums);
      } else {
        add(column, static_cast<int>(a.num_columns - column), values, strides.row, rows, sums);
      }
    }
    const std::int64_t row = block_row * size() + top;
    for (int i = 0; i < rows && row + i < a.num_rows; ++i) epilogue(row + i, sums[i]);
  }

  KOKKOS_FORCEINLINE_FUNCTION void add(std::int64_t column, int columns, const Value* values, std::int64_t row_stride,
                                       int rows, Sum* sums) const {
    for (int c = 0; c < columns; ++c) {
      const Sum factor = operand.x_of(column + c);
      for (int r = 0; r < (Block > 0 ? RowTile : rows); ++r) {
        sums[r] += Operand::product(values[r * row_stride + c], factor);
      }
    }
  }
};

}  // namespace detail
}  // namespace sporos
