// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: sums by register shuffles, and barriers of a warp for the sums in scratch.
///
/// Groups that run separately name only their own lanes in the mask. Where the whole warp runs together, naming all of
/// it is faster.
#pragma once

#include <cstring>

#include "core/device/Sporos_GroupSum.hpp"

namespace sporos {
namespace detail {

/// \brief The lanes of a warp, as the instructions below take them.
inline constexpr int warp_lanes = 32;

template <SyncScope Who>
__device__ inline unsigned sync_mask(int thread, int width) {
  return Who == SyncScope::warp || width == warp_lanes
             ? 0xffffffffu
             : ((1u << width) - 1u) << ((thread & (warp_lanes - 1)) & ~(width - 1));
}

// Copies other types word by word.
template <class T>
__device__ inline T shuffle_down(unsigned mask, T value, int delta, int width) {
  if constexpr (std::is_arithmetic<T>::value) {
    return __shfl_down_sync(mask, value, delta, width);
  } else {
    static_assert(sizeof(T) % sizeof(unsigned) == 0 && std::is_trivially_copyable<T>::value, "not whole words");
    unsigned words[sizeof(T) / sizeof(unsigned)];
    std::memcpy(words, &value, sizeof(T));
    for (unsigned& word : words) word = __shfl_down_sync(mask, word, delta, width);
    std::memcpy(&value, words, sizeof(T));
    return value;
  }
}
template <class T>
__device__ inline Kokkos::complex<T> shuffle_down(unsigned mask, const Kokkos::complex<T>& value, int delta,
                                                  int width) {
  return {__shfl_down_sync(mask, value.real(), delta, width), __shfl_down_sync(mask, value.imag(), delta, width)};
}

template <>
struct Reductions<Kokkos::Cuda> {
  static constexpr Reduction preferred = Reduction::shuffle;
  static constexpr bool supports(Reduction how) { return how == Reduction::shuffle || how == Reduction::scratch; }
  static constexpr bool independent_groups = true;
};

template <SyncScope Who>
struct GroupBarrier<Kokkos::Cuda, Who> {
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void wait([[maybe_unused]] const Member& member, [[maybe_unused]] int width) {
#if defined(__CUDA_ARCH__)
    __syncwarp(sync_mask<Who>(member.team_rank(), width));
#endif
  }
};

template <class T, SyncScope Who>
class GroupSum<Kokkos::Cuda, Reduction::shuffle, T, Who> {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = 0;

  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit GroupSum(const Member&) {}

  // If `width` is a constant, the compiler unrolls this completely.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION T sum([[maybe_unused]] const Member& member, T value, [[maybe_unused]] int width) const {
#if defined(__CUDA_ARCH__)
    const unsigned mask = sync_mask<Who>(member.team_rank(), width);
#pragma unroll
    for (int delta = warp_lanes / 2; delta > 0; delta /= 2) {
      if (delta < width) value += shuffle_down(mask, value, delta, width);
    }
#endif
    return value;
  }
};

}  // namespace detail
}  // namespace sporos
