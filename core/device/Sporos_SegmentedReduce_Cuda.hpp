// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: sums over runs of lanes by shuffles.
#pragma once

#include "core/device/Sporos_SegmentedReduce.hpp"

namespace sporos {
namespace detail {

template <class T>
class SegmentedReduce<Kokkos::Cuda, Reduction::shuffle, T> {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = 0;

  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit SegmentedReduce(const Member&) {}

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION T sum_of_run([[maybe_unused]] const Member& member, T value, [[maybe_unused]] int run,
                                           [[maybe_unused]] int width) const {
#if defined(__CUDA_ARCH__)
    const unsigned mask = sync_mask<SyncScope::warp>(member.team_rank(), width);
#pragma unroll
    for (int delta = 1; delta < warp_lanes; delta *= 2) {
      if (delta < width) {
        const T ahead = shuffle_down(mask, value, delta, width);
        if (delta <= run) value += ahead;
      }
    }
#endif
    return value;
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION T from_next([[maybe_unused]] const Member& member, const T& value,
                                          [[maybe_unused]] int width) const {
#if defined(__CUDA_ARCH__)
    const T next = shuffle_down(sync_mask<SyncScope::warp>(member.team_rank(), width), value, 1, width);
    return member.team_rank() % width + 1 < width ? next : T(0);
#else
    return value;
#endif
  }
};

}  // namespace detail
}  // namespace sporos
