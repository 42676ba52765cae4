// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Many columns by cooperating lanes: `y = alpha*A*x + beta*y`, `Coop` lanes to each row and block of columns,
/// the matrix read once for all columns.
///
/// Who computes what: the columns are divided into `blocks` of as many as a Sum holds. The threads of a team form
/// `block_size / Coop` groups, each of which takes a pair of a row and a block at a time; team `t` has `repeat` sweeps
/// of consecutive pairs (ColumnPairs). The lanes of a group stride the row and add up their partial sums; the first of
/// them hands the sums to the epilogue. The whole warp sums a row of more than `warp_row` entries, if the backend has a
/// Ballot. A row of more than `long_row` entries is left to LongRowsKernel; or, without a plan, it is summed here and
/// told to `news`.
///
/// The launch must give enough teams of `block_size` threads with vector length 1 and, per team, GroupSum's scratch.
///
/// Bytes: as CoopKernel, with x and y once per column.
#pragma once

#include "core/device/Sporos_ColumnsReader.hpp"
#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_RowNews.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "policies/Sporos_LongRows.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

/// \brief Which pair of a row and a block of columns belongs to which group.
///
/// Where the columns of a row of x are contiguous, the pairs are numbered row by row: neighbouring groups read the same
/// entries at the same time, which the hardware loads once, and neighbouring numbers of x. Otherwise a team takes as
/// many rows as it has groups for all their blocks, and numbers its pairs block by block: neighbouring groups read x as
/// in a product of one column, and the entries come from the cache for all blocks but one.
struct ColumnPairs {
  int blocks;
  bool block_by_block;  ///< only if a team has at least `blocks` groups

  /// \brief The rows that a team of so many groups takes in a sweep, if the pairs are numbered block by block.
  KOKKOS_FORCEINLINE_FUNCTION int rows_of_sweep(int groups) const { return groups / blocks; }

  /// \brief The sweeps of all teams together.
  std::int64_t sweeps(std::int64_t num_rows, int groups) const {
    const std::int64_t pairs = block_by_block ? rows_of_sweep(groups) : groups;
    return ((block_by_block ? num_rows : num_rows * blocks) + pairs - 1) / pairs;
  }

  struct Pair {
    std::int64_t row;
    int block;  ///< `blocks` or more: none
  };

  /// \brief The pair of a group in one of the sweeps of all teams.
  KOKKOS_FORCEINLINE_FUNCTION Pair of(std::int64_t sweep, int groups, int group) const {
    if (block_by_block) {
      const int rows = rows_of_sweep(groups);
      return {sweep * rows + group % rows, group / rows};
    }
    const std::int64_t first = sweep * groups;
    const int behind = static_cast<int>(first % blocks) + group;
    return {first / blocks + behind / blocks, behind % blocks};
  }
};

/// \tparam Operand   reads x by a ColumnsReader of one block
/// \tparam Epilogue  has `columns_from<N>(column)` for the columns of a block
template <class Operand, class Epilogue, Reduction How, int Coop>
struct ColumnLanesKernel {
  using execution_space = typename Operand::execution_space;
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  using Vote = Ballot<execution_space>;
  static constexpr bool warp_for_long_rows = Vote::lanes > Coop;
  static constexpr int width = decltype(Operand::x)::columns;

  Operand a;
  Epilogue epilogue;
  ColumnPairs pairs;
  int repeat;
  LongRows limits;
  RowNews news;  ///< if it is told nothing, other kernels sum the long rows

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if (news.are_uneven()) return;
    const int groups = member.team_size() / Coop;
    const int lane = member.team_rank() % Coop;
    const GroupSum<execution_space, How, Sum> group(member);
    const auto limit = static_cast<std::uint64_t>(warp_for_long_rows ? limits.warp_row : limits.long_row);
    std::int64_t sweep = static_cast<std::int64_t>(member.league_rank()) * repeat;
    // Every lane makes every sweep: on some backends the sum in scratch waits for the whole team.
    for (const std::int64_t end_sweep = sweep + repeat; sweep < end_sweep; ++sweep) {
      const auto pair = pairs.of(sweep, groups, member.team_rank() / Coop);
      entry_index begin = 0;
      entry_index end = 0;
      const bool exists = pair.row < a.matrix.num_rows && pair.block < pairs.blocks;
      if (exists) {
        begin = a.row_begin(pair.row);
        end = a.row_begin(pair.row + 1);
      }
      bool ours = end - begin <= limit;
      if constexpr (!warp_for_long_rows) ours = ours || takes_long_row(lane, end - begin);
      Sum partial(0);
      if (ours && exists) {
        partial = strided_sum<InFlight::in_column_lanes>(of_block(pair.block), begin + static_cast<entry_index>(lane),
                                                         end, Coop);
      }
      const Sum sum = group.sum(member, partial, Coop);
      if (lane == 0 && ours && exists) epilogue_of(pair.block)(pair.row, sum);
      if constexpr (warp_for_long_rows) {
        const int first = member.team_rank() - member.team_rank() % Vote::lanes;
        Vote::for_each_asking(lane == 0 && !ours, [&](int asking) {
          sum_by_warp(member, group, pairs.of(sweep, groups, (first + asking) / Coop));
        });
      }
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION bool takes_long_row(int lane, entry_index length) const {
    if (news.told == nullptr) return false;
    if (lane == 0) news.tell(static_cast<std::int64_t>(length));
    return true;
  }

  KOKKOS_FORCEINLINE_FUNCTION Operand of_block(int block) const {
    Operand some = a;
    some.x.data += static_cast<std::int64_t>(block) * width * a.x.column_stride;
    some.x.count = a.x.count - block * width;
    return some;
  }

  KOKKOS_FORCEINLINE_FUNCTION auto epilogue_of(int block) const {
    return epilogue.template columns_from<width>(block * width);
  }

  template <class Member, class Group>
  KOKKOS_INLINE_FUNCTION void sum_by_warp(const Member& member, const Group& group,
                                          const ColumnPairs::Pair& pair) const {
    const int lane = member.team_rank() % Vote::lanes;
    const entry_index begin = a.row_begin(pair.row);
    const entry_index end = a.row_begin(pair.row + 1);
    if (end - begin > static_cast<std::uint64_t>(limits.long_row) && !takes_long_row(lane, end - begin)) return;
    const Sum partial = strided_sum<InFlight::in_warp_row>(of_block(pair.block), begin + static_cast<entry_index>(lane),
                                                           end, Vote::lanes);
    const Sum sum = group.sum(member, partial, Vote::lanes);
    if (lane == 0) epilogue_of(pair.block)(pair.row, sum);
  }
};

}  // namespace detail
}  // namespace sporos
