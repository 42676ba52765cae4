// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The counter from which LightSpMV takes rows.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The next row, and how many teams are done.
struct RowCounter {
  std::uint64_t next_row;
  std::uint64_t teams_done;
};

/// \brief Operations on a counter that all teams share.
template <class ExecutionSpace>
struct AtomicCounter {
  /// \brief Adds to it and returns what was there before.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t fetch_add(std::uint64_t* counter, std::uint64_t count) {
    return Kokkos::atomic_fetch_add(counter, count);
  }
  /// \brief Makes a counter at least `least`.
  KOKKOS_FORCEINLINE_FUNCTION static void fetch_max(std::uint64_t* counter, std::uint64_t least) {
    static_cast<void>(Kokkos::atomic_fetch_max(counter, least));
  }
  /// \brief What a team has written before is in memory before it counts, and what it reads after is read after.
  KOKKOS_FORCEINLINE_FUNCTION static void memory_fence() { Kokkos::memory_fence(); }
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_RowCounter_Cuda.hpp"
#endif
