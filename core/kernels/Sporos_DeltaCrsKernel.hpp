// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*A*x + beta*y` for delta CRS: a team a tile.
///
/// Who computes what: team `t` reads the entries of tile `t` in storage order, decodes them in registers, and adds up
/// its rows from products in team scratch, as TileSums does; on hosts its only thread takes row by row. A row that has
/// a tile to itself is summed by all threads; the sum of a piece of a row goes to `pieces`, and CombineKernel follows.
/// With `ByRows`, for rows of about the same length, `lanes` neighbouring threads share a row as in CoopKernel. The
/// launch must give a team for each tile and `scratch_bytes` of team scratch for tiles of `tile_entries`, of which a
/// team has no more threads than that; `lanes` divide the team.
///
/// Bytes, for each entry: 2 of column (more in wide tiles), 1, `sizeof(narrow)` or `sizeof(Value)` of number; 2 a row
/// and `sizeof(DeltaTile)` a tile; x and y as CoopKernel. Always the same order of additions.
#pragma once

#include "core/kernels/Sporos_DeltaCrsOperand.hpp"
#include "core/kernels/Sporos_TeamSum.hpp"
#include "core/kernels/Sporos_TileSums.hpp"
#include "formats/Sporos_DeltaCrsMatrix.hpp"

namespace sporos {

template <class ExecutionSpace, class Numbers, class Column, class Reader, class Sum, class Y, Reduction How,
          bool ByRows = false>
struct DeltaCrsKernel {
  using High = detail::delta_high<Column>;
  using Load = ReadOnly<ExecutionSpace>;
  template <class AnyHigh>
  using Operand = DeltaCrsOperand<ExecutionSpace, Numbers, Column, AnyHigh, Reader, Sum>;

  static constexpr std::size_t scratch_bytes(int block_size, int tile) {
    if (ByRows)
      return static_cast<std::size_t>(block_size) * GroupSum<ExecutionSpace, How, Sum>::scratch_bytes_per_lane;
    return How == Reduction::thread ? 0 : TileSums<Operand<void>, How>::scratch_bytes(block_size, tile);
  }

  Numbers numbers;
  const DeltaTile<Column>* tiles;
  const std::uint16_t* row_begins;
  const std::uint16_t* column_offsets;
  const High* column_highs;
  Reader x;
  Y* y;
  Sum alpha;
  Sum beta;
  Sum* pieces;
  int tile_entries;
  int lanes;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const DeltaTile<Column>& tile = tiles[member.league_rank()];
    const std::int64_t first = Load::load(&tile.first_entry);
    const std::int64_t first_high = Load::load(&tile.first_high);
    const Column base = Load::load(&tile.base);
    const std::uint16_t* const offsets = column_offsets + first;
    if (first_high < 0) {
      run(member, tile, first, Operand<void>{numbers.from(first), offsets, nullptr, base, x});
    } else {
      run(member, tile, first, Operand<High>{numbers.from(first), offsets, column_highs + first_high, base, x});
    }
  }

 private:
  template <class Member, class AnyOperand>
  KOKKOS_FORCEINLINE_FUNCTION void run(const Member& member, const DeltaTile<Column>& tile, std::int64_t first,
                                       const AnyOperand& a) const {
    const DeltaTile<Column>& next = *(&tile + 1);
    const auto count = static_cast<int>(Load::load(&next.first_entry) - first);
    const std::int64_t first_row = Load::load(&tile.first_row);
    const auto rows = static_cast<int>(Load::load(&next.first_row) - first_row);
    const auto begin = [&](int i) {
      return i == rows ? count : static_cast<int>(Load::load(row_begins + first_row + i));
    };
    const auto finish = [&](int i, const Sum& sum) { store(y[first_row + i], alpha, sum, beta); };
    const auto finish_only = [&](const Sum& sum) {
      const std::int32_t piece = Load::load(&tile.piece);
      if (piece < 0) {
        finish(0, sum);
      } else {
        pieces[piece] = sum;
      }
    };
    constexpr int in_flight = 4;
    if constexpr (ByRows) {
      const GroupSum<ExecutionSpace, How, Sum> group(member);
      const int groups = member.team_size() / lanes;
      const int lane = member.team_rank() % lanes;
      const int sums = rows > 1 ? rows : 1;
      int i = member.team_rank() / lanes;
      for (int sweep = 0; sweep < sums; sweep += groups, i += groups) {
        Sum partial(0);
        if (i < sums) {
          const int from = rows > 1 ? begin(i) : 0;
          partial = a.template strided_sum<in_flight>(from + lane, rows > 1 ? begin(i + 1) : count, lanes);
        }
        const Sum sum = group.sum(member, partial, lanes);
        if (lane == 0 && i < sums) rows > 1 ? finish(i, sum) : finish_only(sum);
      }
    } else if constexpr (How == Reduction::thread) {
      if (rows > 1) {
        for (int i = 0; i < rows; ++i) finish(i, a.template strided_sum<in_flight>(begin(i), begin(i + 1), 1));
      } else {
        finish_only(a.template strided_sum<in_flight>(0, count, 1));
      }
    } else {
      const TileSums<AnyOperand, How> sums(member, tile_entries);
      if (rows > 1) {
        sums.process(member, a, 0, count, rows, begin, finish);
        return;
      }
      const Sum sum = team_sum(member, sums.scratch(),
                               a.template strided_sum<in_flight>(member.team_rank(), count, member.team_size()));
      if (member.team_rank() == 0) finish_only(sum);
    }
  }
};

}  // namespace sporos
