// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Block sparse rows: `y = alpha*A*x + beta*y`, several lanes to a block row.
///
/// Who computes what: the columns of all blocks of a block row are dealt out, in order, to its `width` lanes. A lane
/// reads x once for its column and multiplies it by that column of the block, from the first row to the last:
/// neighbouring lanes read neighbouring values of each row. So every lane has a sum for every row of the block; the
/// sums of the lanes are then added, row by row. `InFlight` columns are loaded before any is multiplied. If `Block`,
/// the size of the blocks, is 0, it is known only at run time, and `RowTile` rows of the block are computed at a time.
///
/// The launch must give `team_size / width` block rows to each team, with `width` a power of two up to a warp, and
/// GroupSum's scratch. Bytes: `blocks * (Block * Block * sizeof(Value) + sizeof(Column)) + rows * sizeof(Y) + columns *
/// sizeof(X)` and an offset for each block row.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_FormatOperand.hpp"
#include "core/kernels/Sporos_TeamRows.hpp"
#include "formats/bsr/Sporos_BsrMatrix.hpp"

namespace sporos {
namespace detail {

/// \brief Raw pointers to the arrays of a BsrMatrix.
template <class Value, class Column, class Offset>
struct BsrArrays {
  using value_type = Value;
  using column_type = Column;

  std::int64_t num_rows;
  std::int64_t num_columns;
  std::int64_t num_block_rows;
  int block_size;
  BlockLayout layout;
  const Offset* block_offsets;
  const Column* block_columns;
  const Value* values;
};

template <class Value, class Column, class Offset, class MemorySpace>
BsrArrays<Value, Column, Offset> bsr_arrays(const BsrMatrix<Value, Column, Offset, MemorySpace>& matrix) {
  return {matrix.num_rows, matrix.num_columns,          matrix.num_block_rows(),     matrix.block_size,
          matrix.layout,   matrix.block_offsets.data(), matrix.block_columns.data(), matrix.values.data()};
}

/// \brief Compile-time properties of blocks.
template <int BlockSize, int RowsAtOnce, int ColumnsInFlight>
struct BsrTile {
  static constexpr int block = BlockSize;
  static constexpr int rows = RowsAtOnce;
  static constexpr int in_flight = ColumnsInFlight;
};

template <class Operand, class Epilogue, Reduction How, class Tile>
struct BsrKernel {
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  using Value = typename Operand::Arrays::value_type;
  static constexpr int Block = Tile::block;
  static constexpr int RowTile = Tile::rows;
  static constexpr int InFlight = Tile::in_flight;

  Operand operand;
  Epilogue epilogue;
  int width;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const auto& a = operand.matrix;
    const GroupSum<typename Operand::execution_space, How, Sum> group(member);
    const int lane = member.team_rank() % width;
    const std::int64_t block_row =
        static_cast<std::int64_t>(member.league_rank()) * (member.team_size() / width) + member.team_rank() / width;
    std::int64_t first = 0;
    std::int64_t blocks = 0;
    if (block_row < a.num_block_rows) {
      first = static_cast<std::int64_t>(Load::load(a.block_offsets + block_row));
      blocks = static_cast<std::int64_t>(Load::load(a.block_offsets + block_row + 1)) - first;
    }
    // Every lane makes every step: on some backends the sum in scratch waits for the whole team.
    for (int top = 0; top < size(); top += RowTile) {
      Sum sums[RowTile] = {};
      add_up(first, blocks, lane, top, sums);
      for (int i = 0; i < RowTile; ++i) {
        const std::int64_t row = block_row * size() + top + i;
        const Sum sum = group.sum(member, sums[i], width);
        if (lane == 0 && top + i < size() && row < a.num_rows) epilogue(row, sum);
      }
    }
  }

  /// \brief See TeamDotsKernel.
  KOKKOS_FORCEINLINE_FUNCTION TeamRows rows_of_team(int team, int team_size) const {
    return TeamRows::equal(team, static_cast<std::int64_t>(team_size / width) * size(), operand.matrix.num_rows);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return Block > 0 ? Block : operand.matrix.block_size; }

  KOKKOS_FORCEINLINE_FUNCTION void add_up(std::int64_t first, std::int64_t blocks, int lane, int top, Sum* sums) const {
    const auto& a = operand.matrix;
    const BlockStrides strides(a.layout, size(), blocks);
    const auto* const block_columns = a.block_columns + first;
    const Value* const values = a.values + first * size() * size() + top * strides.row;
    std::int64_t block = lane / size();
    int in_block = lane % size();
    while (block < blocks) {
      std::int64_t column[InFlight];
      Value value[InFlight][RowTile];
      for (int i = 0; i < InFlight; ++i) {
        const bool inside = block < blocks;
        column[i] =
            inside ? static_cast<std::int64_t>(Load::load(block_columns + block)) * size() + in_block : a.num_columns;
        const Value* const in_first_row = values + block * strides.block + in_block;
        for (int r = 0; r < RowTile; ++r) {
          value[i][r] = inside && top + r < size() ? Load::load(in_first_row + r * strides.row) : Value(0);
        }
        block += width / size();
        in_block += width % size();
        if (in_block >= size()) {
          in_block -= size();
          ++block;
        }
      }
      // Columns of the last blocks may be past the end of the matrix.
      Sum factor[InFlight];
      for (int i = 0; i < InFlight; ++i) {
        factor[i] = column[i] < a.num_columns ? operand.x_of(column[i]) : Sum(0);
      }
      for (int i = 0; i < InFlight; ++i) {
        for (int r = 0; r < RowTile; ++r) sums[r] += Operand::product(value[i][r], factor[i]);
      }
    }
  }
};

}  // namespace detail
}  // namespace sporos
