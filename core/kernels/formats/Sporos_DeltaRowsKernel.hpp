// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*A*x + beta*y` for delta CRS with rows of about the same length: `Coop` lanes per row.
///
/// Who computes what: as CoopKernel with `repeat = 1`, except that each lane finds the tile of its row by the number of
/// the row, and decodes the entries in registers. All tiles but the last have `2^tile_shift` rows, and no row is cut
/// into pieces. The launch must give teams for all rows and GroupSum's scratch for each team.
///
/// Bytes per entry: 2 for the column (more in wide tiles), and 1, `sizeof(narrow)` or `sizeof(Value)` for the number;
/// `sizeof(Offset)` per row and `sizeof(DeltaTile)` per tile; x and y as CoopKernel. The order of additions is always
/// the same.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/kernels/Sporos_CrsArrays.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "core/kernels/Sporos_TeamRows.hpp"
#include "core/kernels/formats/Sporos_DeltaCrsOperand.hpp"

namespace sporos {
namespace detail {

template <class Source, class Epilogue, Reduction How, int Coop, int InFlight>
struct DeltaRowsKernel {
  using Sum = typename Source::sum_t;
  using Column = typename Source::Column;
  using High = typename Source::High;
  using Index = entry_index_t<typename Source::Arrays::offset_type>;
  using Load = typename Source::Load;
  template <class AnyHigh>
  using Operand = typename Source::template Operand<AnyHigh, Index>;

  Source source;
  Epilogue epilogue;
  std::int64_t num_rows;
  int tile_shift;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int groups = member.team_size() / Coop;
    const int lane = member.team_rank() % Coop;
    const std::int64_t row = static_cast<std::int64_t>(member.league_rank()) * groups + member.team_rank() / Coop;
    const GroupSum<typename Source::execution_space, How, Sum> group(member);
    const auto& matrix = source.matrix;
    Sum partial(0);
    if (row < num_rows) {
      // None of these loads depends on another.
      const DeltaTile<Column>& tile = matrix.tiles[row >> tile_shift];
      const std::int64_t first_high = Load::load(&tile.first_high);
      const Column base = Load::load(&tile.base);
      const Index begin = static_cast<Index>(Load::load(matrix.row_offsets + row)) + static_cast<Index>(lane);
      const Index end = static_cast<Index>(Load::load(matrix.row_offsets + row + 1));
      if (first_high < 0) {
        const Operand<void> a{source.numbers, matrix.column_offsets, nullptr, 0, base, source.x};
        partial = strided_sum<InFlight>(a, begin, end, Coop);
      } else {
        const auto without_highs = static_cast<Index>(Load::load(&tile.first_entry) - first_high);
        const Operand<High> a{source.numbers, matrix.column_offsets, matrix.column_highs, without_highs, base,
                              source.x};
        partial = strided_sum<InFlight>(a, begin, end, Coop);
      }
    }
    const Sum sum = group.sum(member, partial, Coop);
    if (lane == 0 && row < num_rows) epilogue(row, sum);
  }

  /// \brief See TeamDotsKernel.
  KOKKOS_FORCEINLINE_FUNCTION TeamRows rows_of_team(int team, int team_size) const {
    return TeamRows::equal(team, team_size / Coop, num_rows);
  }
};

}  // namespace detail
}  // namespace sporos
