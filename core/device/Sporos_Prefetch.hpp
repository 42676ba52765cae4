// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Asks the memory for what a host's thread will read soon.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The cache line of `array[i]`, which need not exist; nothing where a compiler or a GPU has no word for it.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION void prefetch(const T* array, std::int64_t i) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__) && !defined(__SYCL_DEVICE_ONLY__)
  // In integers: `array + i` may not leave the array.
  const auto address = reinterpret_cast<std::uintptr_t>(array) + static_cast<std::uintptr_t>(i) * sizeof(T);
  __builtin_prefetch(reinterpret_cast<const void*>(address));
#else
  static_cast<void>(array);
  static_cast<void>(i);
#endif
}

}  // namespace detail
}  // namespace sporos
