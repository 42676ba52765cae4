// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sums long rows: each team sums one segment, and the last team to finish a row adds up its segments.
///
/// The sums of the segments of a row are added in their order, whichever team does it, so the result does not depend on
/// timing. Each segment has a slot. The slot of a row's first segment counts the segments that are finished; the last
/// of them resets the count. A count is zero before the first launch, and again after every launch.
///
/// Bytes: those of the entries of long rows, and one Sum per segment, written and read. Source: Reguly & Giles 2012,
/// section 5.2 (dc1), and CSR-Adaptive (Greathouse & Daga 2014).
#pragma once

#include "core/device/Sporos_RowCounter.hpp"
#include "core/device/Sporos_TeamSum.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "core/kernels/crs/Sporos_LongRowSegment.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

/// \brief Memory for sums of any type, and the counter.
struct alignas(16) SegmentSlot {
  unsigned char sums[max_lane_blocks][16];  ///< one, or one of each block of columns
  std::uint64_t arrived;                    ///< finished segments of the row

  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION Sum* sum(int i) {
    static_assert(sizeof(Sum) <= sizeof(sums[0]),
                  "sporos::detail::SegmentSlot: a sum of this type does not fit into a slot");
    return reinterpret_cast<Sum*>(sums[i]);
  }
};

template <class Sum>
struct LongRowSums {
  SegmentSlot* slots;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int block_size) {
    return (static_cast<std::size_t>(block_size) + 1) * sizeof(Sum);
  }

  /// Sums one segment, whose slot is `place`. To be called by all threads of a team. `scratch` holds `scratch_bytes`;
  /// between an earlier use of it and this call there must be a team barrier.
  template <class Member, class Operand, class Epilogue>
  KOKKOS_INLINE_FUNCTION void add(const Member& member, const Operand& a, const Epilogue& epilogue,
                                  const LongRowSegment& segment, std::int64_t place, Sum* scratch) const {
    using entry_index = typename Operand::entry_index;
    using Team = TeamSum<typename Operand::execution_space>;
    using Counter = AtomicCounter<typename Operand::execution_space>;
    constexpr int in_flight = InFlight::in_long_row;
    const Sum partial = strided_sum<in_flight>(
        a, static_cast<entry_index>(segment.begin) + static_cast<entry_index>(member.team_rank()),
        static_cast<entry_index>(segment.end), member.team_size());
    const Sum sum = Team::sum(member, scratch, partial);
    const std::int64_t first = place - segment.index;
    auto* const is_last = reinterpret_cast<int*>(scratch + member.team_size());
    if (member.team_rank() == 0) {
      *slots[place].template sum<Sum>(0) = sum;
      Counter::memory_fence();
      *is_last = Counter::fetch_add(&slots[first].arrived, 1) + 1 == static_cast<std::uint64_t>(segment.count);
    }
    member.team_barrier();
    if (*is_last == 0) return;
    member.team_barrier();
    Counter::memory_fence();
    Sum whole(0);
    for (std::int64_t i = member.team_rank(); i < segment.count; i += member.team_size()) {
      whole += load_fresh(slots[first + i].template sum<Sum>(0));
    }
    whole = Team::sum(member, scratch, whole);
    if (member.team_rank() == 0) {
      epilogue(segment.row, whole);
      slots[first].arrived = 0;
    }
  }
};

}  // namespace detail
}  // namespace sporos
