// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the ballot instruction of a warp (Fermi and later).
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/warp/Sporos_Ballot.hpp"

namespace sporos {
namespace detail {

template <>
struct Ballot<Kokkos::Cuda> {
  static constexpr bool exists = true;
  static constexpr int lanes = warp_lanes;

  /// How many lanes of the warp ask. All lanes must call this.
  KOKKOS_FORCEINLINE_FUNCTION static int count([[maybe_unused]] bool asks) {
#if defined(__CUDA_ARCH__)
    return __popc(__ballot_sync(0xffffffffu, asks));
#else
    return 0;
#endif
  }

  /// Calls `help(lane)` in all lanes of the warp, once for each lane that asks. All lanes must call this.
  template <class Help>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each_asking([[maybe_unused]] bool asks,
                                                          [[maybe_unused]] const Help& help) {
#if defined(__CUDA_ARCH__)
    for (unsigned asking = __ballot_sync(0xffffffffu, asks); asking != 0; asking &= asking - 1) {
      help(__ffs(static_cast<int>(asking)) - 1);
    }
#endif
  }
};

}  // namespace detail
}  // namespace sporos
