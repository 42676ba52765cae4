// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several columns, those of a row of x contiguous, and even rows: `y = alpha*A*x + beta*y`, the matrix read
/// once for all columns.
///
/// Who computes what: the columns are divided into blocks of as many as a Sum holds. A group of `2^group_bits` lanes
/// has a row at a time, `2^coop_bits` neighbouring ones of them one block, of which they stride the row; the first of
/// these hands the sums to the epilogue. So the lanes of a warp load neighbouring numbers of x. A row of more than
/// `long_row` entries is left to LongColumnRowsKernel; or, without a plan, it is summed here and told to `news`.
///
/// For backends with a Ballot. The launch must give teams for all rows, of a multiple of a warp's lanes, and
/// `scratch_bytes` of scratch.
///
/// Bytes: as CoopKernel, with x and y once per column.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_RowNews.hpp"
#include "core/kernels/crs/Sporos_BlocksOfRow.hpp"

namespace sporos {
namespace detail {

/// \brief How the threads of a team divide rows and blocks.
struct ColumnGroups {
  int group_bits;
  int coop_bits;
};

/// \tparam Operand   reads x by a ColumnsReader of one block
/// \tparam Epilogue  has `columns_from<N>(column)` for the columns of a block
template <class Operand, class Epilogue, Reduction How>
struct ColumnRowsKernel {
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  using Blocks = BlocksOfRow<Operand>;
  using Group = GroupSum<typename Operand::execution_space, How, Sum>;

  Blocks blocks;
  Epilogue epilogue;
  ColumnGroups groups;
  std::int64_t rows_of_a_team;  ///< as many as it has groups, but for more rows than an int counts teams
  std::int64_t long_row;
  RowNews news;  ///< if it is told nothing, other kernels sum the long rows

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int team_size) {
    return Group::scratch_bytes_per_lane * static_cast<std::size_t>(team_size);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if (news.are_uneven()) return;
    const Group group(member);
    const int thread = member.team_rank() & ((1 << groups.group_bits) - 1);
    const int block = thread >> groups.coop_bits;
    const int lane = thread & ((1 << groups.coop_bits) - 1);
    const bool has_block = block < blocks.count;
    const Operand a = blocks.of(has_block ? block : 0);
    const int rows_of_sweep = member.team_size() >> groups.group_bits;
    const std::int64_t begin_row = static_cast<std::int64_t>(member.league_rank()) * rows_of_a_team;
    const std::int64_t behind = begin_row + rows_of_a_team;
    const std::int64_t end_row = behind < a.matrix.num_rows ? behind : a.matrix.num_rows;
    for (std::int64_t first = begin_row; first < end_row; first += rows_of_sweep) {
      const std::int64_t row = first + (member.team_rank() >> groups.group_bits);
      entry_index begin = 0;
      entry_index end = 0;
      if (row < end_row) {
        begin = a.row_begin(row);
        end = a.row_begin(row + 1);
      }
      const bool is_long = end - begin > static_cast<std::uint64_t>(long_row);
      if (is_long && thread == 0 && news.told != nullptr) news.tell(static_cast<std::int64_t>(end - begin));
      const bool writes = has_block && row < end_row && (!is_long || news.told != nullptr);
      Sum sum(0);
      if (writes) {
        sum = ordered_strided_sum<InFlight::in_column_lanes>(a, begin + static_cast<entry_index>(lane), end,
                                                             1 << groups.coop_bits);
      }
      if (groups.coop_bits > 0) sum = group.sum(member, sum, 1 << groups.coop_bits);
      if (writes && lane == 0) epilogue.template columns_from<Blocks::width>(block * Blocks::width)(row, sum);
    }
  }
};

}  // namespace detail
}  // namespace sporos
