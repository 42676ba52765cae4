// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: 64-bit atomic instructions. For some types Kokkos uses a compare-and-swap loop instead, in which
/// thousands of groups would wait for each other.
#pragma once

#include "core/device/Sporos_RowCounter.hpp"

namespace sporos {
namespace detail {

template <>
struct AtomicCounter<Kokkos::Cuda> {
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t fetch_add([[maybe_unused]] std::uint64_t* counter,
                                                             [[maybe_unused]] std::uint64_t count) {
#if defined(__CUDA_ARCH__)
    return atomicAdd(reinterpret_cast<unsigned long long*>(counter), static_cast<unsigned long long>(count));
#else
    return 0;
#endif
  }
  KOKKOS_FORCEINLINE_FUNCTION static void memory_fence() { Kokkos::memory_fence(); }
};

}  // namespace detail
}  // namespace sporos
