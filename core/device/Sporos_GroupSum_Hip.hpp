// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief HIP: the register exchange of a wavefront, and sums by it. Compiled, but never run: see docs/hip.md.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/Sporos_Wavefront.hpp"

namespace sporos {
namespace detail {

/// \brief 64 lanes on CDNA, 32 on RDNA. Lanes that are elsewhere in the code do not take part, which the hardware knows
/// without a mask.
struct HipWave {
  static constexpr int lanes = Kokkos::Impl::HIPTraits::WarpSize;

  template <class Word>
  KOKKOS_FORCEINLINE_FUNCTION static Word down([[maybe_unused]] Word word, [[maybe_unused]] int delta,
                                               [[maybe_unused]] int width) {
#if defined(__HIP_DEVICE_COMPILE__)
    word = __shfl_down(word, static_cast<unsigned>(delta), width);
#endif
    return word;
  }
  template <class Word>
  KOKKOS_FORCEINLINE_FUNCTION static Word from([[maybe_unused]] Word word, [[maybe_unused]] int lane,
                                               [[maybe_unused]] int width) {
#if defined(__HIP_DEVICE_COMPILE__)
    word = __shfl(word, lane, width);
#endif
    return word;
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t ballot([[maybe_unused]] bool asks) {
#if defined(__HIP_DEVICE_COMPILE__)
    return __ballot(asks);
#else
    return 0;
#endif
  }
  // The lanes of a wavefront run in step: the compiler alone could move a read of scratch before a write.
  KOKKOS_FORCEINLINE_FUNCTION static void sync() {
#if defined(__HIP_DEVICE_COMPILE__)
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
#endif
  }
};

template <>
struct Reductions<Kokkos::HIP> {
  static constexpr Reduction preferred = Reduction::shuffle;
  static constexpr bool supports(Reduction how) { return how == Reduction::shuffle || how == Reduction::scratch; }
  static constexpr bool independent_groups = true;
};

template <SyncScope Who>
struct GroupBarrier<Kokkos::HIP, Who> {
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void wait(const Member&, int) {
    HipWave::sync();
  }
};

template <class T, SyncScope Who>
class GroupSum<Kokkos::HIP, Reduction::shuffle, T, Who> : public WaveGroupSum<HipWave, T> {
 public:
  using WaveGroupSum<HipWave, T>::WaveGroupSum;
};

}  // namespace detail
}  // namespace sporos
