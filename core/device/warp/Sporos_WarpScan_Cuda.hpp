// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: sums over the lanes before by shuffles.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/warp/Sporos_WarpScan.hpp"

namespace sporos {
namespace detail {

template <>
struct WarpScan<Kokkos::Cuda> {
  /// The sum of `value` over the lanes before `lane`, the caller's. All lanes of the warp must call this. Fast where
  /// all values are equal.
  KOKKOS_FORCEINLINE_FUNCTION static int sum_before([[maybe_unused]] int lane, int value) {
#if defined(__CUDA_ARCH__)
    if (__all_sync(0xffffffffu, value == __shfl_sync(0xffffffffu, value, 0))) return lane * value;
    int sum = value;
#pragma unroll
    for (int delta = 1; delta < warp_lanes; delta *= 2) {
      const int before = __shfl_up_sync(0xffffffffu, sum, delta);
      if (lane >= delta) sum += before;
    }
    return sum - value;
#else
    return value;
#endif
  }
};

}  // namespace detail
}  // namespace sporos
