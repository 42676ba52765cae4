// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A team's search for the rows that begin in its share of the work.
#pragma once

#include <cstdint>

#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/kernels/crs/Sporos_RowsOfAShare.hpp"

namespace sporos {
namespace detail {

/// \brief Searches among the items of work before each row: its entries and rows.
///
/// What an earlier product of the same matrix has found is only checked, which takes two loads. If it is wrong, for the
/// arrays hold another matrix now, or if there is none, warps search (first_that_by_warp). If it is wrong, what is
/// known of the rows is, too: the message about them is cleared, and the next product looks again.
template <class Operand>
struct SearchWork {
  using Vote = Ballot<typename Operand::execution_space>;

  static constexpr std::size_t scratch_bytes = 4 * sizeof(std::int64_t);  // of which two may be lost to alignment

  /// The rows with at least `begin` and fewer than `end` items before them. To be called by all threads of a team,
  /// once.
  /// \param remembered  what this team has found before, if anything; null if there is no memory for it
  /// \param message     about the rows; null if nothing has been found before, or if nobody reads it
  template <class Member>
  KOKKOS_INLINE_FUNCTION static RowsOfAShare rows_between(const Member& member, const Operand& a, std::int64_t begin,
                                                          std::int64_t end, RowsOfAShare* remembered,
                                                          std::int64_t* message) {
    if (remembered != nullptr) {
      const RowsOfAShare rows = *remembered;
      if (is_first(a, rows.first, begin) && is_first(a, rows.last, end)) return rows;
    }
    auto* const found = static_cast<std::int64_t*>(member.team_scratch(0).get_shmem(2 * sizeof(std::int64_t)));
    const int searchers = member.team_size() < Vote::lanes ? 1 : member.team_size() / Vote::lanes;
    for (int i = member.team_rank() / Vote::lanes; i < 2; i += searchers) {
      const std::int64_t row = first_row(member.team_rank() % Vote::lanes, a, i == 0 ? begin : end);
      if (member.team_rank() % Vote::lanes == 0) found[i] = row;
    }
    member.team_barrier();
    const RowsOfAShare rows = {found[0], found[1]};
    if (remembered != nullptr && member.team_rank() == 0) {
      *remembered = rows;
      if (message != nullptr) *message = 0;
    }
    return rows;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static bool has_less(const Operand& a, std::int64_t row, std::int64_t work) {
    return static_cast<std::int64_t>(a.row_begin(row) - a.row_begin(0)) + row < work;
  }

  KOKKOS_FORCEINLINE_FUNCTION static bool is_first(const Operand& a, std::int64_t row, std::int64_t work) {
    if (row < 0 || row > a.matrix.num_rows) return false;
    return (row == a.matrix.num_rows || !has_less(a, row, work)) && (row == 0 || has_less(a, row - 1, work));
  }

  KOKKOS_INLINE_FUNCTION static std::int64_t first_row(int lane, const Operand& a, std::int64_t work) {
    return first_that_by_warp<typename Operand::execution_space>(
        lane, 0, a.matrix.num_rows, [&](std::int64_t row) { return !has_less(a, row, work); });
  }
};

}  // namespace detail
}  // namespace sporos
