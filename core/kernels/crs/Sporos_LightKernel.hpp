// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief LightSpMV: no row is assigned in advance; lanes that are free take the next rows from a counter.
///
/// Who computes what: `width` lanes share a row. At vector level the first lane of such a group takes one row by an
/// atomic increment; at warp level the first lane of a warp takes rows for all groups of the warp at once. The other
/// lanes get the row by GroupBroadcast. If a whole warp shares a row, the first step is shorter, so that the later ones
/// begin at multiples of the warp size.
///
/// If the groups of a team cannot wait separately, the team takes rows for all its groups. On a host a thread takes one
/// row, or as many rows as a warp would.
///
/// The launch must give as many teams as the machine runs at once, and the scratch of GroupSum and GroupBroadcast. The
/// counter must be zero, and is zero again afterwards: the last team that finds no rows left resets it, without the
/// host. Source: Liu & Schmidt 2015. Bytes: as CoopKernel, and one atomic operation each time that rows are taken.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/Sporos_RowCounter.hpp"
#include "core/device/warp/Sporos_GroupBroadcast.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "policies/Sporos_RowShape.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue, Reduction How, SyncScope Who>
struct LightKernel {
  using execution_space = typename Operand::execution_space;
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  using Share = GroupBroadcast<execution_space, How, Who>;
  using Counter = AtomicCounter<execution_space>;

  Operand a;
  Epilogue epilogue;
  int width;   // lanes that share a row
  int takers;  // lanes that take rows together; the rows they take are `rows_taken`
  int rows_taken;
  RowCounter* counter;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const GroupSum<execution_space, How, Sum, Who> group(member);
    const Share share(member);
    const int lane = member.team_rank() % width;
    const int slot = member.team_rank() % takers / width;
    const int slots = takers / width;
    const std::int64_t num_rows = a.matrix.num_rows;
    for (;;) {
      std::int64_t first = 0;
      if (member.team_rank() % takers == 0) {
        first =
            static_cast<std::int64_t>(Counter::fetch_add(&counter->next_row, static_cast<std::uint64_t>(rows_taken)));
      }
      first = share.from_first(member, first, takers);
      if (first >= num_rows) break;
      for (int i = slot; i < rows_taken; i += slots) {
        const std::int64_t row = first + i;
        const Sum sum = group.sum(member, row < num_rows ? row_part(row, lane) : Sum(0), width);
        if (lane == 0 && row < num_rows) epilogue(row, sum);
      }
    }
    member.team_barrier();
    if (member.team_rank() == 0) {
      if (Counter::fetch_add(&counter->teams_done, 1) + 1 == static_cast<std::uint64_t>(member.league_size())) {
        counter->next_row = 0;
        counter->teams_done = 0;
      }
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Sum row_part(std::int64_t row, int lane) const {
    const entry_index begin = a.row_begin(row);
    const entry_index end = a.row_begin(row + 1);
    entry_index k = begin + static_cast<entry_index>(lane);
    Sum sum(0);
    if (width == max_coop) {
      const entry_index aligned = begin - begin % max_coop + static_cast<entry_index>(lane);
      if (aligned >= begin && aligned < end) sum += a.product(a.entry(aligned));
      k = aligned + max_coop;
    }
    return sum + strided_sum<1>(a, k, end, width);
  }
};

}  // namespace detail
}  // namespace sporos
