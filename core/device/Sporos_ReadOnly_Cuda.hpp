// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: loads through the read-only data path.
#pragma once

#include <cstring>

#include "core/device/Sporos_ReadOnly.hpp"

namespace sporos {
namespace detail {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
// The compiler makes a policy once for all loads of a kernel.
__device__ inline std::uint64_t cache_policy(bool evicts_first) {
  std::uint64_t first;
  std::uint64_t normal;
  asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(first));
  asm("createpolicy.fractional.L2::evict_unchanged.b64 %0;" : "=l"(normal));
  return evicts_first ? first : normal;
}
__device__ inline void load_bits(const void* address, std::uint64_t policy, std::uint16_t& bits) {
  asm("ld.global.nc.L2::cache_hint.u16 %0, [%1], %2;" : "=h"(bits) : "l"(address), "l"(policy));
}
__device__ inline void load_bits(const void* address, std::uint64_t policy, std::uint32_t& bits) {
  asm("ld.global.nc.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(bits) : "l"(address), "l"(policy));
}
__device__ inline void load_bits(const void* address, std::uint64_t policy, std::uint64_t& bits) {
  asm("ld.global.nc.L2::cache_hint.u64 %0, [%1], %2;" : "=l"(bits) : "l"(address), "l"(policy));
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

  // Complex numbers are loaded as usual.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T load_once(const T* address, [[maybe_unused]] bool evicts_first) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (sizeof(T) == 1) {
      std::uint16_t bits;
      asm("ld.global.nc.L2::cache_hint.u8 %0, [%1], %2;" : "=h"(bits) : "l"(address), "l"(cache_policy(evicts_first)));
      return static_cast<T>(bits);
    } else if constexpr (sizeof(T) == alignof(T) && sizeof(T) <= 8) {
      std::conditional_t<sizeof(T) == 2, std::uint16_t,
                         std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>
          bits;
      load_bits(address, cache_policy(evicts_first), bits);
      T value;
      memcpy(static_cast<void*>(&value), &bits, sizeof(value));
      return value;
    } else {
      return load(address);
    }
#else
    return load(address);
#endif
  }
};

}  // namespace detail
}  // namespace sporos
