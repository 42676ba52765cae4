// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Cooperating lanes: `y = alpha*A*x + beta*y`, `Coop` lanes to a row.
///
/// Who computes what: the threads of a team form `block_size / Coop` groups. Team `t` has `repeat * block_size / Coop`
/// consecutive rows, which it takes in `repeat` sweeps; in each sweep a group takes one row. The lanes of a group
/// stride through the row and add up their partial sums; the first of them writes y.
///
/// With `WarpForLongRows`, a row of more than `warp_row` entries is summed by the whole warp, if the backend has a
/// Ballot. A row of more than `long_row` entries is left to LongRowsKernel; or, without a plan and with
/// `WarpForLongRows`, it is summed here and told to `news`.
///
/// The launch must give `block_count(shape, num_rows)` teams of `block_size` threads with vector length 1, and
/// GroupSum's scratch for each team. Lanes come from `team_rank()` and not from `ThreadVectorRange`, whose run-time
/// vector length costs a quarter of the speed.
///
/// Bytes: at least `nnz * (sizeof(Value) + sizeof(Column)) + rows * (sizeof(Offset) + sizeof(Y)) + columns *
/// sizeof(X)`. Source: Reguly & Giles 2012, section 4 and figure 3. With `Coop` 1 and 32 these are the scalar and the
/// vector kernel of Bell & Garland 2008.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_RowNews.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "core/kernels/Sporos_TeamRows.hpp"
#include "policies/Sporos_LongRows.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

/// \brief Compile-time properties of the lanes of a row.
template <int LanesOfARow, int EntriesInFlight, bool WarpForLongRows>
struct CoopLanes {
  static constexpr int count = LanesOfARow;
  static constexpr int in_flight = EntriesInFlight;
  static constexpr bool warp_for_long_rows = WarpForLongRows;
};

template <class Operand, class Epilogue, Reduction How, class Lanes>
struct CoopKernel {
  static constexpr int Coop = Lanes::count;
  using execution_space = typename Operand::execution_space;
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  using Vote = Ballot<execution_space>;
  static constexpr bool warp_for_long_rows = Lanes::warp_for_long_rows && Vote::lanes > Coop;

  Operand a;
  Epilogue epilogue;
  int repeat;
  LongRows limits;
  RowNews news;  ///< if it is told nothing, other kernels sum the long rows

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if (news.are_uneven()) return;
    const int groups = member.team_size() / Coop;
    const int lane = member.team_rank() % Coop;
    std::int64_t row = static_cast<std::int64_t>(member.league_rank()) * repeat * groups + member.team_rank() / Coop;
    const GroupSum<execution_space, How, Sum> group(member);
    const auto limit = static_cast<std::uint64_t>(warp_for_long_rows ? limits.warp_row : limits.long_row);
    // Every lane makes every sweep: on some backends the sum in scratch waits for the whole team.
    for (int sweep = 0; sweep < repeat; ++sweep, row += groups) {
      entry_index begin = 0;
      entry_index end = 0;
      if (row < a.matrix.num_rows) {
        begin = a.row_begin(row);
        end = a.row_begin(row + 1);
      }
      bool ours = end - begin <= limit;
      if constexpr (Lanes::warp_for_long_rows && !warp_for_long_rows) ours = ours || takes_long_row(lane, end - begin);
      Sum partial(0);
      if (ours) partial = strided_sum<Lanes::in_flight>(a, begin + static_cast<entry_index>(lane), end, Coop);
      const Sum sum = group.sum(member, partial, Coop);
      if (lane == 0 && ours && row < a.matrix.num_rows) epilogue(row, sum);
      if constexpr (warp_for_long_rows) {
        const std::int64_t first_row = row - member.team_rank() % Vote::lanes / Coop;
        Vote::for_each_asking(lane == 0 && !ours,
                              [&](int asking) { sum_by_warp(member, group, first_row + asking / Coop); });
      }
    }
  }

  /// \brief See TeamDotsKernel.
  KOKKOS_FORCEINLINE_FUNCTION TeamRows rows_of_team(int team, int team_size) const {
    return TeamRows::equal(team, static_cast<std::int64_t>(repeat) * (team_size / Coop), a.matrix.num_rows);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION bool takes_long_row(int lane, entry_index length) const {
    if (news.told == nullptr) return false;
    if (lane == 0) news.tell(static_cast<std::int64_t>(length));
    return true;
  }

  template <class Member, class Group>
  KOKKOS_INLINE_FUNCTION void sum_by_warp(const Member& member, const Group& group, std::int64_t row) const {
    const int lane = member.team_rank() % Vote::lanes;
    const entry_index begin = a.row_begin(row);
    const entry_index end = a.row_begin(row + 1);
    if (end - begin > static_cast<std::uint64_t>(limits.long_row) && !takes_long_row(lane, end - begin)) return;
    const Sum partial = strided_sum<InFlight::in_warp_row>(a, begin + static_cast<entry_index>(lane), end, Vote::lanes);
    const Sum sum = group.sum(member, partial, Vote::lanes);
    if (lane == 0) epilogue(row, sum);
  }
};

}  // namespace detail
}  // namespace sporos
