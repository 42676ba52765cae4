// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several instances of an execution space, and whether several host threads may use them.
#pragma once

#include <vector>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos_test {

/// \brief False if Kokkos itself counts the owners of Views without atomics: before 4.0 with Serial alone, or if its
/// atomics are turned off.
#if defined(KOKKOS_INTERNAL_NOT_PARALLEL) || defined(KOKKOS_ENABLE_ATOMICS_BYPASS)
inline constexpr bool serves_several_threads = false;
#else
inline constexpr bool serves_several_threads = true;
#endif

/// \brief `count` instances other than the default one, if the space can have several; otherwise copies of it.
template <class ExecutionSpace>
std::vector<ExecutionSpace> make_instances(int count) {
#if KOKKOS_VERSION >= 40000
  // Kokkos 4 aborts if its OpenMP has fewer threads.
  if (KOKKOS_VERSION < 50000 && sporos::detail::is_host_execution<ExecutionSpace> &&
      sporos::detail::concurrency(ExecutionSpace()) < count) {
    return std::vector<ExecutionSpace>(static_cast<std::size_t>(count));
  }
  return Kokkos::Experimental::partition_space(ExecutionSpace(), std::vector<int>(static_cast<std::size_t>(count), 1));
#else
  return std::vector<ExecutionSpace>(static_cast<std::size_t>(count));
#endif
}

}  // namespace sporos_test
