// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Prefetches memory that a thread of a host will read soon.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Prefetches the cache line of `array[i]`, which need not exist. Does nothing on GPUs and with compilers that
/// cannot.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION void prefetch(const T* array, std::int64_t i) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__) && !defined(__SYCL_DEVICE_ONLY__)
  // Computed in integers, because the pointer `array + i` must not leave the array.
  const auto address = reinterpret_cast<std::uintptr_t>(array) + static_cast<std::uintptr_t>(i) * sizeof(T);
  __builtin_prefetch(reinterpret_cast<const void*>(address));
#else
  static_cast<void>(array);
  static_cast<void>(i);
#endif
}

}  // namespace detail
}  // namespace sporos
