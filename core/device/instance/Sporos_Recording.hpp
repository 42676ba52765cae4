// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Whether work is being recorded instead of run.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief True while work that is given to `exec` becomes part of a graph, to be run later.
template <class ExecutionSpace>
bool is_recording(const ExecutionSpace&) {
  return false;
}

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/instance/Sporos_Recording_Cuda.hpp"
#endif
