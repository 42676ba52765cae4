// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Work that is launched again and again, in the way that costs the host least.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Launches the same work repeatedly. Everywhere: by calling it.
template <class ExecutionSpace>
class Replay {
 public:
  /// \param work  launches on `exec` alone, does not wait, and launches the same kernels with the same arguments in
  ///              every call
  template <class Work>
  void run(const ExecutionSpace&, const Work& work) {
    work();
  }
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/instance/Sporos_Replay_Cuda.hpp"
#endif
