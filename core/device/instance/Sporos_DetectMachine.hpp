// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The machine behind an execution space instance.
#pragma once

#include "core/device/instance/Sporos_DetectHostLevel.hpp"
#include "formats/common/Sporos_Kokkos.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {

/// \brief The properties of the processor that `exec` runs on; constant time, no synchronisation.
///
/// For a GPU without a file here, they are those that Kokkos knows.
template <class ExecutionSpace>
Machine detect_machine(const ExecutionSpace& exec) {
  if constexpr (detail::is_host_execution<ExecutionSpace>) {
    return host_machine(detail::concurrency(exec), detail::host_level());
  } else {
    constexpr int lanes = 32;
    constexpr int threads_per_multiprocessor = 2048;
    return {MachineKind::gpu,
            lanes,
            detail::concurrency(exec) / threads_per_multiprocessor,
            threads_per_multiprocessor,
            256,
            32768,
            0,
            65536};
  }
}

}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/instance/Sporos_DetectMachine_Cuda.hpp"
#endif
#if defined(KOKKOS_ENABLE_HIP)
#include "core/device/instance/Sporos_DetectMachine_Hip.hpp"
#endif
