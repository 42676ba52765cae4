// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Row blocks through team scratch: IPCSR, and CSR-Adaptive with its long rows separate.
///
/// Who computes what: team `b` takes the rows of `blocks[b]`. They are rows whose products fit into its tile, or a
/// single row, which all its threads sum directly. The team of a row of more than `long_row` entries does nothing: the
/// teams of long rows, which come first, sum it (in CSR-Adaptive; IPCSR has no such limit). The launch must give the
/// teams of the long rows, one for each block, and `scratch_bytes`.
///
/// Bytes: as CoopKernel, and a RowBlock per team. Source: He & Gao 2016, sections 3 and 4; Greathouse & Daga 2014.
#pragma once

#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "core/kernels/Sporos_TeamRows.hpp"
#include "core/kernels/Sporos_TileSums.hpp"
#include "core/kernels/crs/Sporos_LongRowsKernel.hpp"
#include "core/kernels/crs/Sporos_RowBlock.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue, Reduction How>
struct RowBlockKernel {
  using Sum = typename Operand::sum_t;
  using entry_index = typename Operand::entry_index;

  static constexpr std::size_t scratch_bytes(int block_size, int tile) {
    const std::size_t tiles = TileSums<Operand, How>::scratch_bytes(block_size, tile);
    const std::size_t long_rows = ListedSegments<Sum>::scratch_bytes(block_size);
    return tiles > long_rows ? tiles : long_rows;
  }

  Operand a;
  Epilogue epilogue;
  const RowBlock* blocks;
  int tile;
  std::int64_t long_row;
  ListedSegments<Sum> long_rows;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t block = member.league_rank() - long_rows.count();
    if (block < 0) return long_rows.run(member, member.league_rank(), a, epilogue);
    const TileSums<Operand, How> sums(member, tile);
    const RowBlock work = blocks[block];
    const std::int64_t first = work.first_row;
    const auto rows = static_cast<int>(work.num_rows);
    const auto begin = static_cast<entry_index>(work.begin);
    const auto end = static_cast<entry_index>(work.end);
    if (rows == 1) {
      if (end - begin > static_cast<std::uint64_t>(long_row)) return;
      constexpr int in_flight = InFlight::in_long_row;
      const Sum partial =
          long_strided_sum<in_flight>(a, begin + static_cast<entry_index>(member.team_rank()), end, member.team_size());
      const Sum sum = TeamSum<typename Operand::execution_space>::sum(member, sums.scratch(), partial);
      if (member.team_rank() == 0) epilogue(first, sum);
      return;
    }
    sums.process(
        member, a, begin, static_cast<int>(end - begin), rows,
        [&](int i) { return static_cast<int>(a.row_begin(first + i) - begin); },
        [&](int i, const Sum& sum) { epilogue(first + i, sum); });
  }

  /// \brief See TeamDotsKernel; there must be no segments of long rows.
  KOKKOS_FORCEINLINE_FUNCTION TeamRows rows_of_team(int team, int) const {
    const std::int64_t first = blocks[team].first_row;
    return {first, first + blocks[team].num_rows};
  }
};

}  // namespace detail
}  // namespace sporos
