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
  // A team has at most 32 warps, so the first warp can add up the sums of all.
  template <class Member, class T>
  KOKKOS_FORCEINLINE_FUNCTION static T sum([[maybe_unused]] const Member& member, [[maybe_unused]] T* scratch,
                                           T value) {
#if defined(__CUDA_ARCH__)
    constexpr unsigned everyone = 0xffffffffu;
    const int thread = member.team_rank();
    const int lane = thread % 32;
    const int lanes = member.team_size() - (thread - lane);
    for (int delta = 16; delta > 0; delta /= 2) {
      const T ahead = shuffle_down(everyone, value, delta, 32);
      if (lane + delta < lanes) value += ahead;
    }
    if (lane == 0) scratch[thread / 32] = value;
    member.team_barrier();
    value = 32 * thread < member.team_size() ? scratch[thread] : T{};
    for (int delta = 16; delta > 0; delta /= 2) value += shuffle_down(everyone, value, delta, 32);
#endif
    return value;
  }
};

}  // namespace detail
}  // namespace sporos
