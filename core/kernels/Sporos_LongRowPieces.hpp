// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Long rows apart: a row in pieces, one piece a team, added up by the team that comes last.
///
/// Row `i` of the list has the pieces `first_piece[i]` to `first_piece[i + 1] - 1`, of `piece_entries` entries each but
/// the last. The pieces are added in their order whoever does it, so the result does not depend on the timing.
/// `arrived` counts the finished pieces of each row; it must be zero and is zero again afterwards.
///
/// Bytes: those of the long rows' entries, and one Sum a piece, written and read. Source: Reguly & Giles 2012, section
/// 5.2 (dc1), and CSR-Adaptive (Greathouse & Daga 2014).
#pragma once

#include "core/device/Sporos_RowCounter.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_TeamSum.hpp"

namespace sporos {

template <class Sum>
struct LongRowPieces {
  std::int64_t num_pieces;
  std::int64_t num_rows;
  const std::int64_t* rows;
  const std::int64_t* first_piece;
  std::int64_t piece_entries;
  Sum* pieces;
  std::uint64_t* arrived;

  /// Sums piece `piece` with all threads of the team. `scratch` holds a Sum for each of them.
  template <class Member, class Operand, class Y>
  KOKKOS_INLINE_FUNCTION void run(const Member& member, const Operand& a, Y* y, const Sum& alpha, const Sum& beta,
                                  std::int64_t piece, Sum* scratch) const {
    using entry_index = typename Operand::entry_index;
    const std::int64_t i = row_of(piece);
    const std::int64_t row = rows[i];
    const entry_index begin = a.row_begin(row) + static_cast<entry_index>((piece - first_piece[i]) * piece_entries);
    const entry_index row_end = a.row_begin(row + 1);
    const auto length = static_cast<entry_index>(piece_entries);
    constexpr int in_flight = 4;
    const Sum partial =
        a.template strided_sum<in_flight>(begin + static_cast<entry_index>(member.team_rank()),
                                          row_end - begin < length ? row_end : begin + length, member.team_size());
    const Sum sum = team_sum(member, scratch, partial);
    const std::int64_t count = first_piece[i + 1] - first_piece[i];
    auto* const is_last = reinterpret_cast<int*>(scratch + 1);
    if (member.team_rank() == 0) {
      pieces[piece] = sum;
      Kokkos::memory_fence();
      *is_last =
          TakeNumbers<typename Operand::execution_space>::take(arrived + i, 1) + 1 == static_cast<std::uint64_t>(count);
    }
    member.team_barrier();
    const bool adds_up = *is_last != 0;
    member.team_barrier();
    if (!adds_up) return;
    Kokkos::memory_fence();
    Sum whole(0);
    for (std::int64_t k = member.team_rank(); k < count; k += member.team_size()) {
      whole += ReadOnly<typename Operand::execution_space>::load_fresh(pieces + first_piece[i] + k);
    }
    whole = team_sum(member, scratch, whole);
    if (member.team_rank() == 0) {
      store(y[row], alpha, whole, beta);
      arrived[i] = 0;
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t row_of(std::int64_t piece) const {
    std::int64_t low = 0;
    for (std::int64_t high = num_rows; high - low > 1;) {
      const std::int64_t middle = (low + high) / 2;
      (first_piece[middle] <= piece ? low : high) = middle;
    }
    return low;
  }
};

}  // namespace sporos
