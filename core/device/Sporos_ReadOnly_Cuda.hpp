// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: loads through the read-only data path.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/device/Sporos_ReadOnly.hpp"

namespace sporos {
namespace detail {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
// What createpolicy makes on Hopper. As constants they cost nothing; made in the kernel, they are made for each load.
__device__ inline std::uint64_t cache_policy(bool evicts_first) {
  return evicts_first ? 0x12f0000000000000u : 0x1000000000000000u;
}
#endif

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

  template <class Index, class Batch>
  KOKKOS_FORCEINLINE_FUNCTION static void repeat(Index count, const Batch& batch) {
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
    for (; count > 0; --count) batch();
  }

  // Complex and narrow numbers are loaded as usual.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T load_once(const T* address, [[maybe_unused]] bool evicts_first) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    if constexpr (std::is_same<T, double>::value) {
      double value;
      asm("ld.global.nc.L2::cache_hint.f64 %0, [%1], %2;"
          : "=d"(value)
          : "l"(address), "l"(cache_policy(evicts_first)));
      return value;
    } else if constexpr (std::is_same<T, float>::value) {
      float value;
      asm("ld.global.nc.L2::cache_hint.f32 %0, [%1], %2;"
          : "=f"(value)
          : "l"(address), "l"(cache_policy(evicts_first)));
      return value;
    } else if constexpr (std::is_integral<T>::value && sizeof(T) == 4) {
      std::uint32_t value;
      asm("ld.global.nc.L2::cache_hint.u32 %0, [%1], %2;"
          : "=r"(value)
          : "l"(address), "l"(cache_policy(evicts_first)));
      return static_cast<T>(value);
    } else {
      return load(address);
    }
#else
    return load(address);
#endif
  }

  // Numbers of two or four bytes, by one load.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static void load_two_once(const T* address, bool evicts_first, T* two) {
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "wider numbers are loaded one by one");
    using Both = std::conditional_t<sizeof(T) == 2, std::uint32_t, double>;
    const Both both = load_once(reinterpret_cast<const Both*>(address), evicts_first);
    memcpy(static_cast<void*>(two), &both, sizeof(both));
  }
};

}  // namespace detail
}  // namespace sporos
