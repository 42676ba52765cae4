// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Row blocks through team scratch: IPCSR, and CSR-Adaptive with long rows apart.
///
/// Who computes what: team `b` takes the rows `first_row[b]` to `first_row[b + 1] - 1`, whose products fit its tile,
/// or one single row, which all its threads sum in place. A row of more than `long_row` entries is a block of which
/// nothing is done; its pieces have teams of their own, before all others so that they do not come late (CSR-Adaptive;
/// IPCSR has no such limit). The launch must give a team for each piece and each block, and `scratch_bytes`.
///
/// Bytes: as CoopKernel, and `sizeof(int64)` a block. Source: He & Gao 2016, sections 3 and 4; Greathouse & Daga 2014.
#pragma once

#include "core/kernels/Sporos_LongRowPieces.hpp"
#include "core/kernels/Sporos_TileSums.hpp"

namespace sporos {

template <class Operand, class Y, Reduction How>
struct RowBlockKernel {
  using Sum = typename Operand::sum_t;
  using entry_index = typename Operand::entry_index;

  static constexpr std::size_t scratch_bytes(int block_size, int tile) {
    return TileSums<Operand, How>::scratch_bytes(block_size, tile);
  }

  Operand a;
  Y* y;
  Sum alpha;
  Sum beta;
  const std::int64_t* first_row;
  int tile;
  std::int64_t long_row;
  LongRowPieces<Sum> pieces;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const TileSums<Operand, How> sums(member, tile);
    const std::int64_t block = member.league_rank() - pieces.num_pieces;
    if (block < 0) {
      pieces.run(member, a, y, alpha, beta, member.league_rank(), sums.scratch());
      return;
    }
    const std::int64_t first = first_row[block];
    const auto rows = static_cast<int>(first_row[block + 1] - first);
    const entry_index begin = a.row_begin(first);
    const entry_index end = a.row_begin(first + rows);
    if (rows == 1) {
      if (end - begin > static_cast<std::uint64_t>(long_row)) return;
      constexpr int in_flight = 4;
      const Sum partial = a.template strided_sum<in_flight>(begin + static_cast<entry_index>(member.team_rank()), end,
                                                            member.team_size());
      const Sum sum = team_sum(member, sums.scratch(), partial);
      if (member.team_rank() == 0) store(y[first], alpha, sum, beta);
      return;
    }
    sums.process(
        member, a, begin, static_cast<int>(end - begin), rows,
        [&](int i) { return static_cast<int>(a.row_begin(first + i) - begin); },
        [&](int i, const Sum& sum) { store(y[first + i], alpha, sum, beta); });
  }
};

}  // namespace sporos
