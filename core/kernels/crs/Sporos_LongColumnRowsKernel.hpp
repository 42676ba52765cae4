// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The long rows of a plan for several blocks of columns at once, one segment per team.
///
/// As LongRowSums, with a sum of each block in the slot of a segment. The launch must give a team for each segment, of
/// a multiple of a warp's lanes, and `scratch_bytes`. Bytes: those of LongRowSums, with x and y once per column.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/Sporos_RowCounter.hpp"
#include "core/kernels/crs/Sporos_BlocksOfRow.hpp"
#include "core/kernels/crs/Sporos_LongRowSums.hpp"

namespace sporos {
namespace detail {

/// \tparam Epilogue  has `columns_from<N>(column)` for the columns of a block
template <class Operand, class Epilogue, Reduction How>
struct LongColumnRowsKernel {
  using execution_space = typename Operand::execution_space;
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  using Blocks = BlocksOfRow<Operand>;

  Blocks blocks;  ///< at most max_lane_blocks of them
  Epilogue epilogue;
  const LongRowSegment* segments;
  SegmentSlot* slots;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int team_size, int count) {
    return GroupSum<execution_space, How, Sum>::scratch_bytes_per_lane * static_cast<std::size_t>(team_size) +
           Blocks::scratch_bytes(team_size, count) + alignof(Sum) + sizeof(std::int64_t);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    using Counter = AtomicCounter<execution_space>;
    const GroupSum<execution_space, How, Sum> group(member);
    const std::size_t bytes = Blocks::scratch_bytes(member.team_size(), blocks.count);
    auto* const sums = static_cast<Sum*>(member.team_scratch(0).get_shmem_aligned(bytes, alignof(Sum)));
    auto* const is_last = static_cast<int*>(member.team_scratch(0).get_shmem(sizeof(std::int64_t)));
    const std::int64_t place = member.league_rank();
    const LongRowSegment segment = segments[place];
    const std::int64_t first = place - segment.index;
    blocks.by_team(member, group, sums, static_cast<entry_index>(segment.begin), static_cast<entry_index>(segment.end),
                   [&](int block, const Sum& sum) {
                     *slots[place].template sum<Sum>(block) = sum;
                     Counter::memory_fence();
                   });
    if (member.team_rank() == 0) {
      Counter::memory_fence();
      *is_last = Counter::fetch_add(&slots[first].arrived, 1) + 1 == static_cast<std::uint64_t>(segment.count);
    }
    member.team_barrier();
    if (*is_last == 0) return;
    Counter::memory_fence();
    blocks.sum_of_parts(
        member, group, sums,
        [&](int lane, int lanes, int stride, int before) {
          Sum whole(0);
          if (lane / lanes >= blocks.count) return whole;
          for (std::int64_t i = before + lane % lanes; i < segment.count; i += stride) {
            whole += load_fresh(slots[first + i].template sum<Sum>(lane / lanes));
          }
          return whole;
        },
        [&](int block, const Sum& whole) {
          epilogue.template columns_from<Blocks::width>(block * Blocks::width)(segment.row, whole);
        });
    if (member.team_rank() == 0) slots[first].arrived = 0;
  }
};

}  // namespace detail
}  // namespace sporos
