// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: loads through the read-only data path.
#pragma once

#include "core/device/Sporos_ReadOnly.hpp"

namespace sporos {
namespace detail {

template <>
struct ReadOnly<Kokkos::Cuda> {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T load(const T* address) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 350
    if constexpr (is_narrow_value<T>) {
      const unsigned short bits = __ldg(reinterpret_cast<const unsigned short*>(address));
      T value;
      memcpy(static_cast<void*>(&value), &bits, sizeof(value));
      return value;
    } else {
      return __ldg(address);
    }
#else
    return *address;
#endif
  }

  // One wide load if the type is aligned for it (a Kokkos option), otherwise one load for each part.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static Kokkos::complex<T> load(const Kokkos::complex<T>* address) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 350
    using Pair = std::conditional_t<sizeof(T) == 4, float2, double2>;
    if constexpr (alignof(Kokkos::complex<T>) >= alignof(Pair)) {
      const Pair pair = __ldg(reinterpret_cast<const Pair*>(address));
      return {pair.x, pair.y};
    } else {
      const T* const parts = reinterpret_cast<const T*>(address);
      return {__ldg(parts), __ldg(parts + 1)};
    }
#else
    return *address;
#endif
  }
};

}  // namespace detail
}  // namespace sporos
