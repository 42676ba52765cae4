// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the machine from the attributes of the instance's device.
#pragma once

#include "core/device/Sporos_DetectMachine.hpp"

namespace sporos {

inline Machine detect_machine(const Kokkos::Cuda& exec) {
  const auto attribute = [device = exec.cuda_device()](cudaDeviceAttr which) {
    int value = 0;
    cudaDeviceGetAttribute(&value, which, device);
    return value;
  };
  return {MachineKind::gpu,
          attribute(cudaDevAttrWarpSize),
          attribute(cudaDevAttrMultiProcessorCount),
          attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
          attribute(cudaDevAttrMaxThreadsPerBlock),
          attribute(cudaDevAttrMaxSharedMemoryPerBlock),
          10 * attribute(cudaDevAttrComputeCapabilityMajor) + attribute(cudaDevAttrComputeCapabilityMinor),
          attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor)};
}

}  // namespace sporos
