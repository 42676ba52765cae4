// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the machine from the attributes of the instance's device.
#pragma once

#include <vector>

#include "core/device/instance/Sporos_DetectMachine.hpp"

namespace sporos {

namespace detail {

inline Machine machine_of_device(int device) {
  const auto attribute = [device](cudaDeviceAttr which) {
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
          attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
          HostLevel::portable,
          attribute(cudaDevAttrL2CacheSize)};
}

inline std::vector<Machine> machines_of_all_devices() {
  int count = 0;
  cudaGetDeviceCount(&count);
  std::vector<Machine> machines;
  for (int device = 0; device < count; ++device) machines.push_back(machine_of_device(device));
  return machines;
}

}  // namespace detail

// Cached, because every product without a plan needs it, and it takes eight calls of the driver.
inline Machine detect_machine(const Kokkos::Cuda& exec) {
  static const std::vector<Machine> machines = detail::machines_of_all_devices();
  return machines.at(static_cast<std::size_t>(exec.cuda_device()));
}

}  // namespace sporos
