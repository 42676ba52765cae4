// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How functions that allocate or launch refuse to run while Kokkos does not.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"
#include "formats/common/Sporos_Require.hpp"

namespace sporos {
namespace detail {

/// \throws std::runtime_error before Kokkos::initialize and after Kokkos::finalize, where Kokkos itself would at best
///         abort
inline void require_kokkos(const char* function) {
  if (!Kokkos::is_initialized()) {
    throw std::runtime_error(concat("sporos::", Caller::of(function),
                                    ": Kokkos is not initialized; call it between Kokkos::initialize and "
                                    "Kokkos::finalize"));
  }
}

/// \brief Returns `exec`, after require_kokkos().
template <class ExecutionSpace>
const ExecutionSpace& usable_instance(const char* function, const ExecutionSpace& exec) {
  require_kokkos(function);
  return exec;
}

/// \brief The instance for callers who give none.
template <class ExecutionSpace = Kokkos::DefaultExecutionSpace>
ExecutionSpace default_instance(const char* function) {
  require_kokkos(function);
  return ExecutionSpace();
}

}  // namespace detail
}  // namespace sporos
