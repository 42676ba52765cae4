// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: sums by register shuffle, and warp-wide waits in the scratch form.
///
/// Both name the lanes of the group alone, so that groups of one warp may come and go on their own.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"

namespace sporos {
namespace detail {

template <int Coop>
__device__ inline unsigned group_mask(int thread) {
  return Coop == 32 ? 0xffffffffu : ((1u << (Coop % 32)) - 1u) << ((thread & 31) & ~(Coop - 1));
}

template <int Coop, class T>
__device__ inline T shuffle_down(unsigned mask, T value, int delta) {
  return __shfl_down_sync(mask, value, delta, Coop);
}
template <int Coop, class T>
__device__ inline Kokkos::complex<T> shuffle_down(unsigned mask, const Kokkos::complex<T>& value, int delta) {
  return {__shfl_down_sync(mask, value.real(), delta, Coop), __shfl_down_sync(mask, value.imag(), delta, Coop)};
}

}  // namespace detail

template <>
struct Reductions<Kokkos::Cuda> {
  static constexpr Reduction usual = Reduction::shuffle;
  static constexpr bool supports(Reduction how) { return how == Reduction::shuffle || how == Reduction::scratch; }
};

template <int Coop>
struct GroupBarrier<Kokkos::Cuda, Coop> {
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void wait([[maybe_unused]] const Member& member) {
#if defined(__CUDA_ARCH__)
    __syncwarp(detail::group_mask<Coop>(member.team_rank()));
#endif
  }
};

template <int Coop, class T>
class GroupSum<Kokkos::Cuda, Reduction::shuffle, Coop, T> {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = 0;

  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit GroupSum(const Member&) {}

  template <class Member>
  KOKKOS_INLINE_FUNCTION T sum([[maybe_unused]] const Member& member, T value) const {
#if defined(__CUDA_ARCH__)
    const unsigned mask = detail::group_mask<Coop>(member.team_rank());
#pragma unroll
    for (int delta = Coop / 2; delta > 0; delta /= 2) value += detail::shuffle_down<Coop>(mask, value, delta);
#endif
    return value;
  }
};

}  // namespace sporos
