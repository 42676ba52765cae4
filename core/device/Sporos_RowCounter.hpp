// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The counter from which LightSpMV takes rows.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The next row, and the number of teams that are finished.
struct RowCounter {
  std::uint64_t next_row;
  std::uint64_t teams_done;
};

/// \brief Operations on a counter that all teams share.
template <class ExecutionSpace>
struct AtomicCounter {
  /// \brief Adds `count` and returns the old value.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t fetch_add(std::uint64_t* counter, std::uint64_t count) {
    return Kokkos::atomic_fetch_add(counter, count);
  }
  /// \brief To be called between writing results and counting, and between counting and reading the results of others.
  KOKKOS_FORCEINLINE_FUNCTION static void memory_fence() { Kokkos::memory_fence(); }
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_RowCounter_Cuda.hpp"
#endif
