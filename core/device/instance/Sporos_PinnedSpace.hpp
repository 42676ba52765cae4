// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Memory that a kernel writes and the host reads without a copy.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief By default the execution space's own memory, if the host can access it. Backends with a file here have better
/// memory. Without any, products without a plan look at the rows each time.
template <class ExecutionSpace>
struct PinnedSpace {
  static constexpr bool exists =
      Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename ExecutionSpace::memory_space>::accessible;
  using type = typename ExecutionSpace::memory_space;
  /// \brief Whether the host sees what a kernel of the instance writes before that kernel ends, and may go on before it
  /// ends.
  static bool is_seen_at_once(const ExecutionSpace&) { return false; }
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/instance/Sporos_PinnedSpace_Cuda.hpp"
#endif
#if defined(KOKKOS_ENABLE_HIP)
#include "core/device/instance/Sporos_PinnedSpace_Hip.hpp"
#endif
