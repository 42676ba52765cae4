// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Reads of the matrix itself: no kernel writes it.
#pragma once

#include "formats/Sporos_Kokkos.hpp"

namespace sporos {

/// \brief Loads an element of an array that nobody writes during the kernel; everywhere an ordinary load.
template <class ExecutionSpace>
struct ReadOnly {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T load(const T* address) {
    return *address;
  }
};

}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_ReadOnly_Cuda.hpp"
#endif
