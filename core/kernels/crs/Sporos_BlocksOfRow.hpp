// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sums over the entries of one row for several blocks of columns at once, by a team.
///
/// Neighbouring lanes take neighbouring entries for one block, and all blocks of an entry lie in one warp: where the
/// columns of a row of x are contiguous, their loads are neighbours. For backends with a Ballot, whose lanes exchange
/// registers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

/// \tparam Operand  reads x by a ColumnsReader of one block
template <class Operand>
struct BlocksOfRow {
  using Sum = typename Operand::sum_t;
  using entry_index = typename Operand::entry_index;
  using Vote = Ballot<typename Operand::execution_space>;
  static constexpr int width = decltype(Operand::x)::columns;

  Operand a;
  int count;  ///< of blocks, at most as many as a warp has lanes

  /// \brief The scratch of by_team(), in bytes.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int team_size, int count) {
    return static_cast<std::size_t>(team_size / Vote::lanes * count) * sizeof(Sum);
  }

  /// \brief The operand of one block.
  KOKKOS_FORCEINLINE_FUNCTION Operand of(int block) const {
    Operand some = a;
    some.x.data += static_cast<std::int64_t>(block) * width * a.x.column_stride;
    some.x.count = a.x.count - block * width;
    return some;
  }

  /// \brief Calls `store(block, sum)` with the sums of the entries from `begin` to `end - 1`. To be called by a whole
  /// team.
  template <class Member, class Group, class Store>
  KOKKOS_INLINE_FUNCTION void by_team(const Member& member, const Group& group, Sum* scratch, entry_index begin,
                                      entry_index end, const Store& store) const {
    sum_of_parts(
        member, group, scratch,
        [&](int lane, int lanes, int stride, int before) {
          return part(lane, lanes, stride, begin + static_cast<entry_index>(before), end);
        },
        store);
  }

  /// \brief Calls `store(block, sum)` with the sums of what `part_of(lane, lanes, stride, before)` returns to each lane
  /// of a team: `lanes` neighbouring ones have one block, and the lanes of the warps before have `before` items of it.
  /// There is a team barrier at the end.
  template <class Member, class Group, class PartOf, class Store>
  KOKKOS_INLINE_FUNCTION void sum_of_parts(const Member& member, const Group& group, Sum* scratch,
                                           const PartOf& part_of, const Store& store) const {
    const int lanes = lanes_a_block(Vote::lanes, count);
    const int lane = member.team_rank() % Vote::lanes;
    const int warp = member.team_rank() / Vote::lanes;
    const int warps = member.team_size() / Vote::lanes;
    const Sum sum = group.sum(member, part_of(lane, lanes, lanes * warps, lanes * warp), lanes);
    if (lane % lanes == 0 && lane / lanes < count) scratch[warp * count + lane / lanes] = sum;
    member.team_barrier();
    if (member.team_rank() < count) {
      Sum total = scratch[member.team_rank()];
      for (int w = 1; w < warps; ++w) total += scratch[w * count + member.team_rank()];
      store(member.team_rank(), total);
    }
    member.team_barrier();
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Sum part(int lane, int lanes, int stride, entry_index begin, entry_index end) const {
    if (lane / lanes >= count) return Sum(0);
    return ordered_strided_sum<InFlight::in_column_row>(of(lane / lanes),
                                                        begin + static_cast<entry_index>(lane % lanes), end, stride);
  }
};

}  // namespace detail
}  // namespace sporos
