// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*A*x + beta*y` for delta CRS: one team per tile.
///
/// Who computes what: team `t` reads the entries of tile `t` in storage order, decodes them in registers, and sums its
/// rows from products in team scratch, as TileSums does. On hosts its only thread takes row by row. A row that has a
/// tile of its own is summed by all threads. A row that is longer than a tile is cut into pieces; the sum of a piece
/// goes to `pieces`, for FixUpKernel. The launch must give a team for each tile, of at most `tile_entries` threads, and
/// `scratch_bytes` of team scratch for tiles of `tile_entries` entries.
///
/// Bytes: as DeltaRowsKernel. The order of additions is always the same.
#pragma once

#include "core/device/Sporos_TeamSum.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "core/kernels/Sporos_TileSums.hpp"
#include "core/kernels/formats/Sporos_DeltaCrsOperand.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

template <class Source, class Epilogue, Reduction How>
struct DeltaCrsKernel {
  using Sum = typename Source::sum_t;
  using Column = typename Source::Column;
  using High = typename Source::High;
  using Load = typename Source::Load;
  template <class AnyHigh>
  using Operand = typename Source::template Operand<AnyHigh>;

  static constexpr std::size_t scratch_bytes(int block_size, int tile) {
    return How == Reduction::thread ? 0 : TileSums<Operand<void>, How>::scratch_bytes(block_size, tile);
  }

  Source source;
  Epilogue epilogue;
  Sum* pieces;
  int tile_entries;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const auto& matrix = source.matrix;
    const DeltaTile<Column>& tile = matrix.tiles[member.league_rank()];
    const std::int64_t first = Load::load(&tile.first_entry);
    const std::int64_t first_high = Load::load(&tile.first_high);
    const Column base = Load::load(&tile.base);
    const std::uint16_t* const offsets = matrix.column_offsets + first;
    if (first_high < 0) {
      run(member, tile, first, Operand<void>{source.numbers.from(first), offsets, nullptr, 0, base, source.x});
    } else {
      run(member, tile, first,
          Operand<High>{source.numbers.from(first), offsets, matrix.column_highs + first_high, 0, base, source.x});
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
      return static_cast<int>(static_cast<std::int64_t>(Load::load(source.matrix.row_offsets + first_row + i)) - first);
    };
    const auto finish = [&](int i, const Sum& sum) { epilogue(first_row + i, sum); };
    const auto finish_only = [&](const Sum& sum) {
      const std::int32_t piece = Load::load(&tile.piece);
      if (piece < 0) {
        finish(0, sum);
      } else {
        pieces[piece] = sum;
      }
    };
    constexpr int in_flight = InFlight::in_long_row;
    if constexpr (How == Reduction::thread) {
      if (rows > 1) {
        for (int i = 0; i < rows; ++i) finish(i, strided_sum<in_flight>(a, begin(i), begin(i + 1), 1));
      } else {
        finish_only(strided_sum<in_flight>(a, 0, count, 1));
      }
    } else {
      const TileSums<AnyOperand, How> sums(member, tile_entries);
      if (rows > 1) {
        sums.process(member, a, 0, count, rows, begin, finish);
        return;
      }
      const Sum sum = TeamSum<typename AnyOperand::execution_space>::sum(
          member, sums.scratch(), strided_sum<in_flight>(a, member.team_rank(), count, member.team_size()));
      if (member.team_rank() == 0) finish_only(sum);
    }
  }
};

}  // namespace detail
}  // namespace sporos
