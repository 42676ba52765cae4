// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the sum over a team by shuffles, first in each warp: one barrier instead of one for each level of a
/// tree.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/Sporos_TeamSum.hpp"

namespace sporos {
namespace detail {

template <>
struct TeamSum<Kokkos::Cuda> {
  // A team has at most as many warps as a warp has lanes, so the first warp can add up the sums of all.
  template <class Member, class T>
  KOKKOS_FORCEINLINE_FUNCTION static T sum([[maybe_unused]] const Member& member, [[maybe_unused]] T* scratch,
                                           T value) {
#if defined(__CUDA_ARCH__)
    constexpr unsigned everyone = 0xffffffffu;
    const int thread = member.team_rank();
    const int lane = thread % warp_lanes;
    const int lanes = member.team_size() - (thread - lane);
    for (int delta = warp_lanes / 2; delta > 0; delta /= 2) {
      const T ahead = shuffle_down(everyone, value, delta, warp_lanes);
      if (lane + delta < lanes) value += ahead;
    }
    if (lane == 0) scratch[thread / warp_lanes] = value;
    member.team_barrier();
    value = warp_lanes * thread < member.team_size() ? scratch[thread] : T{};
    for (int delta = warp_lanes / 2; delta > 0; delta /= 2) value += shuffle_down(everyone, value, delta, warp_lanes);
#endif
    return value;
  }
};

}  // namespace detail
}  // namespace sporos
