// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Rows through team scratch without any preparation.
///
/// Who computes what: team `t` takes `rows_per_team` consecutive rows. If their products fit into its tile, as they
/// usually do, it works like RowBlockKernel on one block. Otherwise it cuts its rows into blocks as it goes, and takes
/// them one after the other. A row that does not fit into the tile is summed directly by all threads. A row of more
/// than `long_row` entries is left to LongRowsKernel; or, without a plan, it is summed like the others and told to
/// `news`. The launch must give teams for all rows and `scratch_bytes` of team scratch.
///
/// Bytes: as CoopKernel.
#pragma once

#include "core/device/Sporos_TeamSum.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_RowNews.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "core/kernels/Sporos_TeamRows.hpp"
#include "core/kernels/Sporos_TileSums.hpp"
#include "formats/common/Sporos_BinarySearch.hpp"
#include "policies/Sporos_LongRows.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue, Reduction How>
struct StreamKernel {
  using Sum = typename Operand::sum_t;
  using entry_index = typename Operand::entry_index;

  static constexpr std::size_t scratch_bytes(int block_size, int tile) {
    return TileSums<Operand, How>::scratch_bytes(block_size, tile);
  }

  Operand a;
  Epilogue epilogue;
  int rows_per_team;
  int tile;
  LongRows limits;
  RowNews news;  ///< if it is told nothing, other kernels sum the long rows

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if (news.are_uneven()) return;
    const TileSums<Operand, How> sums(member, tile);
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * rows_per_team;
    const std::int64_t last = first + rows_per_team < a.matrix.num_rows ? first + rows_per_team : a.matrix.num_rows;
    // The usual case is apart from the loop, because the compiler makes slower code inside it.
    if (take(member, sums, first, last)) return;
    const auto row_begin = [&](std::int64_t row) { return a.row_begin(row); };
    for (std::int64_t row = first; row < last;) {
      const std::int64_t next = rows_that_fit(row, last, static_cast<entry_index>(tile), row_begin);
      if (!take(member, sums, row, next) && is_ours(member, row)) sum_in_place(member, sums.scratch(), row);
      row = next;
      if (row < last) member.team_barrier();
    }
  }

  /// \brief See TeamDotsKernel.
  KOKKOS_FORCEINLINE_FUNCTION TeamRows rows_of_team(int team, int) const {
    return TeamRows::equal(team, rows_per_team, a.matrix.num_rows);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION entry_index length(std::int64_t row) const {
    return a.row_begin(row + 1) - a.row_begin(row);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION bool is_ours(const Member& member, std::int64_t row) const {
    if (length(row) <= static_cast<std::uint64_t>(limits.long_row)) return true;
    if (news.told == nullptr) return false;
    if (member.team_rank() == 0) news.tell(static_cast<std::int64_t>(length(row)));
    return true;
  }

  // Sums the rows `first` to `last - 1` as one tile, if they fit.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION bool take(const Member& member, const TileSums<Operand, How>& sums, std::int64_t first,
                                        std::int64_t last) const {
    const entry_index begin = a.row_begin(first);
    const entry_index count = a.row_begin(last) - begin;
    if (count > static_cast<entry_index>(tile)) return false;
    sums.process(
        member, a, begin, static_cast<int>(count), static_cast<int>(last - first),
        [&](int i) { return static_cast<int>(a.row_begin(first + i) - begin); },
        [&](int i, const Sum& sum) { epilogue(first + i, sum); });
    return true;
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void sum_in_place(const Member& member, Sum* scratch, std::int64_t row) const {
    constexpr int in_flight = InFlight::in_long_row;
    const Sum partial = long_strided_sum<in_flight>(a, a.row_begin(row) + static_cast<entry_index>(member.team_rank()),
                                                    a.row_begin(row + 1), member.team_size());
    const Sum sum = TeamSum<typename Operand::execution_space>::sum(member, scratch, partial);
    if (member.team_rank() == 0) epilogue(row, sum);
  }
};

}  // namespace detail
}  // namespace sporos
