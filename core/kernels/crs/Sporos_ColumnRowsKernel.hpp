// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several columns, those of a row of x contiguous: `y = alpha*A*x + beta*y`, the matrix read once for all of
/// them.
///
/// Who computes what: the columns are divided into blocks of as many as a Sum holds. A group of `2^group_bits` lanes
/// has a row at a time, `2^coop_bits` neighbouring ones of them one block, of which they stride the row; the first of
/// these hands the sums to the epilogue. So the lanes of a warp load neighbouring numbers of x. `Teams` says which rows
/// a team has, of which all its groups take one at a time.
///
/// Unless OnlyShortRows, the warp sums a row of more than `warp_row` entries for all blocks, and the team, in the end,
/// one of more than `team_row` (BlocksOfRow). A row of more than `long_row` entries is left to LongColumnRowsKernel;
/// or, without a plan, it is summed here and told to `news`.
///
/// For backends with a Ballot. The launch must give enough teams of a multiple of a warp's lanes and, per team,
/// `scratch_bytes`.
///
/// Bytes: as CoopKernel, with x and y once per column.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_RowNews.hpp"
#include "core/kernels/crs/Sporos_BlocksOfRow.hpp"
#include "core/kernels/crs/Sporos_RowBlock.hpp"
#include "core/kernels/crs/Sporos_RowsOfAShare.hpp"
#include "core/kernels/crs/Sporos_SearchWork.hpp"
#include "policies/Sporos_LongRows.hpp"

namespace sporos {
namespace detail {

/// \brief The rows that a team is to sum together, and room for its sums.
template <class Sum>
struct TeamRows {
  Sum* sums;
  int* count;
  int* rows;  ///< counted from the first one of the team
  int most;   ///< rows

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(std::size_t bytes_of_sums, int most_rows) {
    return bytes_of_sums + alignof(Sum) + bytes_of_list(most_rows);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION static TeamRows in_scratch(const Member& member, std::size_t bytes_of_sums, int most_rows) {
    auto* const sums = static_cast<Sum*>(member.team_scratch(0).get_shmem_aligned(bytes_of_sums, alignof(Sum)));
    auto* const count = static_cast<int*>(member.team_scratch(0).get_shmem(bytes_of_list(most_rows)));
    return {sums, count, count + 1, most_rows};
  }

 private:
  // Whole words of 8 bytes, so that what follows is aligned.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t bytes_of_list(int most_rows) {
    return static_cast<std::size_t>(most_rows + 2) / 2 * 2 * sizeof(int);
  }
};

/// \brief How the threads of a team divide rows and blocks.
struct ColumnGroups {
  int group_bits;
  int coop_bits;
};

/// \brief The rows of a team: as many to each, or a row block.
struct RowsOfTeams {
  std::int64_t rows_of_a_team;
  const RowBlock* list;  ///< of row blocks, or null

  template <class Operand>
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return 0;
  }

  KOKKOS_FORCEINLINE_FUNCTION bool return_at_once(const RowNews& news) const { return news.are_uneven(); }

  template <class Member, class Operand>
  KOKKOS_FORCEINLINE_FUNCTION RowsOfAShare of(const Member& member, const Operand& a, const RowNews&) const {
    const std::int64_t team = member.league_rank();
    if (list != nullptr) return {list[team].first_row, list[team].first_row + list[team].num_rows};
    const std::int64_t first = team * rows_of_a_team;
    const std::int64_t end = first + rows_of_a_team;
    return {first, end < a.matrix.num_rows ? end : a.matrix.num_rows};
  }
};

/// \brief The rows that begin in a team's share of the work, which it looks for, as EqualWorkKernel: for uneven rows,
/// of which none is longer than `longest`.
struct RowsOfShares {
  int log_items;
  std::int64_t longest;
  RowsOfAShare* remembered;  ///< of each share; null: nothing is
  bool has_remembered;       ///< whether an earlier product has written there

  template <class Operand>
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return SearchWork<Operand>::scratch_bytes;
  }

  KOKKOS_FORCEINLINE_FUNCTION bool return_at_once(const RowNews& news) const {
    return news.are_even() || news.are_longer_than(longest);
  }

  template <class Member, class Operand>
  KOKKOS_FORCEINLINE_FUNCTION RowsOfAShare of(const Member& member, const Operand& a, const RowNews& news) const {
    const std::int64_t share = member.league_rank();
    return SearchWork<Operand>::rows_between(member, a, share << log_items, (share + 1) << log_items,
                                             remembered == nullptr ? nullptr : remembered + share,
                                             has_remembered ? news.told : nullptr);
  }
};

/// \tparam Operand   reads x by a ColumnsReader of one block
/// \tparam Epilogue  has `columns_from<N>(column)` for the columns of a block
/// \tparam Teams     RowsOfTeams or RowsOfShares
template <class Operand, class Epilogue, Reduction How, bool OnlyShortRows, class Teams = RowsOfTeams>
struct ColumnRowsKernel {
  using execution_space = typename Operand::execution_space;
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  using Blocks = BlocksOfRow<Operand>;
  using Vote = typename Blocks::Vote;
  using Group = GroupSum<execution_space, How, Sum>;

  Blocks blocks;  ///< from the first one on
  Epilogue epilogue;
  ColumnGroups groups;
  Teams teams;
  LongRows limits;
  std::int64_t team_row;
  RowNews news;  ///< if it is told nothing, other kernels sum the long rows

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int team_size, int blocks) {
    return Group::scratch_bytes_per_lane * static_cast<std::size_t>(team_size) +
           Teams::template scratch_bytes<Operand>() +
           (OnlyShortRows ? 0 : TeamRows<Sum>::scratch_bytes(Blocks::scratch_bytes(team_size, blocks), team_size));
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if (teams.return_at_once(news)) return;
    const Group group(member);
    [[maybe_unused]] TeamRows<Sum> for_team = {};
    if constexpr (!OnlyShortRows) {
      for_team = TeamRows<Sum>::in_scratch(member, Blocks::scratch_bytes(member.team_size(), blocks.count),
                                           member.team_size());
      if (member.team_rank() == 0) *for_team.count = 0;
      member.team_barrier();
    }
    const int thread = member.team_rank() & ((1 << groups.group_bits) - 1);
    const int block = thread >> groups.coop_bits;
    const int lane = thread & ((1 << groups.coop_bits) - 1);
    const bool has_block = block < blocks.count;
    const Operand a = blocks.of(has_block ? block : 0);
    const int rows_of_sweep = member.team_size() >> groups.group_bits;
    const int row_of_sweep = member.team_rank() >> groups.group_bits;
    const RowsOfAShare rows = teams.of(member, a, news);
    // Every lane makes every sweep: votes and sums wait for all.
    for (std::int64_t first = rows.first; first < rows.last; first += rows_of_sweep) {
      const std::int64_t row = first + row_of_sweep;
      entry_index begin = 0;
      entry_index end = 0;
      if (row < rows.last) {
        begin = a.row_begin(row);
        end = a.row_begin(row + 1);
      }
      const bool ours = OnlyShortRows || end - begin <= static_cast<std::uint64_t>(limits.warp_row);
      if (OnlyShortRows && thread == 0 && is_long(end - begin)) tell(end - begin);
      const bool writes = ours && has_block && row < rows.last;
      Sum sum(0);
      if (writes) {
        sum = ordered_strided_sum<InFlight::in_column_lanes>(a, begin + static_cast<entry_index>(lane), end,
                                                             1 << groups.coop_bits);
      }
      if (groups.coop_bits > 0) sum = group.sum(member, sum, 1 << groups.coop_bits);
      if (writes && lane == 0) store(block, row, sum);
      if constexpr (!OnlyShortRows) {
        sum_by_warps(member, group, for_team, rows.first, first - rows.first, thread == 0 && !ours, end - begin);
      }
    }
    if constexpr (!OnlyShortRows) {
      member.team_barrier();
      const int count = *for_team.count < for_team.most ? *for_team.count : for_team.most;
      for (int i = 0; i < count; ++i) {
        sum_row(rows.first + for_team.rows[i], [&](entry_index begin, entry_index end, const auto& to) {
          blocks.by_team(member, group, for_team.sums, begin, end, to);
        });
      }
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void tell(entry_index length) const {
    if (news.told != nullptr) news.tell(static_cast<std::int64_t>(length));
  }

  KOKKOS_FORCEINLINE_FUNCTION void store(int block, std::int64_t row, const Sum& sum) const {
    epilogue.template columns_from<Blocks::width>(block * Blocks::width)(row, sum);
  }

  KOKKOS_FORCEINLINE_FUNCTION bool is_long(entry_index length) const {
    return length > static_cast<std::uint64_t>(limits.long_row);
  }

  // The warp sums the rows that its groups ask for, but for those that it leaves to the team or to another kernel.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void sum_by_warps(const Member& member, const Group& group, const TeamRows<Sum>& for_team,
                                           std::int64_t first, std::int64_t of_sweep, bool asks,
                                           entry_index length) const {
    bool asks_warp = asks;
    if (asks && is_long(length)) {
      asks_warp = news.told != nullptr;
      tell(length);
    }
    if (asks_warp && length > static_cast<std::uint64_t>(team_row)) {
      const int place = Kokkos::atomic_fetch_add(for_team.count, 1);
      if (place < for_team.most) {
        for_team.rows[place] = static_cast<int>(of_sweep) + (member.team_rank() >> groups.group_bits);
        asks_warp = false;
      }
    }
    const int warp = member.team_rank() - member.team_rank() % Vote::lanes;
    Vote::for_each_asking(asks_warp, [&](int asking) {
      sum_row(
          first + of_sweep + ((warp + asking) >> groups.group_bits),
          [&](entry_index begin, entry_index end, const auto& to) { blocks.by_warp(member, group, begin, end, to); });
    });
  }

  // `sum_up(begin, end, to)` for a row.
  template <class SumUp>
  KOKKOS_FORCEINLINE_FUNCTION void sum_row(std::int64_t row, const SumUp& sum_up) const {
    sum_up(blocks.a.row_begin(row), blocks.a.row_begin(row + 1),
           [&](int block, const Sum& sum) { store(block, row, sum); });
  }
};

}  // namespace detail
}  // namespace sporos
