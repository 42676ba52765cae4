// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches the same work again and again, in the cheapest way for the host.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Launches the same work repeatedly. The default is to call it each time.
template <class ExecutionSpace>
class Replay {
 public:
  /// \param work  must launch only on `exec`, must not wait, and must launch the same kernels with the same arguments
  ///              in every call
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
