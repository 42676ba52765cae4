// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Loads of the matrix, which no kernel writes, and of what other teams have written.
#pragma once

#include "formats/common/Sporos_ValueTypes.hpp"

namespace sporos {
namespace detail {

/// \brief Loads from arrays that are not written while the kernel runs. By default these are ordinary loads.
template <class ExecutionSpace>
struct ReadOnly {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T load(const T* address) {
    return *address;
  }

  /// \brief As load(), of what is loaded once. With `evicts_first` the second-level cache drops it first (CacheRule).
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T load_once(const T* address, bool) {
    return *address;
  }

  /// \brief load_once() of two neighbours, of which the first has an even number in an aligned array.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static void load_two_once(const T* address, bool, T* two) {
    two[0] = address[0];
    two[1] = address[1];
  }

  /// \brief Calls `batch()` `count` times, which loads several elements before it uses one. Compilers of backends with
  /// a file here do not unroll this loop: more copies of a batch would take registers (rows with patterns in float: 56
  /// bytes of them were spilled).
  template <class Index, class Batch>
  KOKKOS_FORCEINLINE_FUNCTION static void repeat(Index count, const Batch& batch) {
    for (; count > 0; --count) batch();
  }
};

/// \brief Loads an element that another team has just written, never from a cache that may still hold the old value.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T load_fresh(const T* address) {
  return *const_cast<const volatile T*>(address);
}
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<T> load_fresh(const Kokkos::complex<T>* address) {
  const T* const parts = reinterpret_cast<const T*>(address);
  return {load_fresh(parts), load_fresh(parts + 1)};
}

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_ReadOnly_Cuda.hpp"
#endif
