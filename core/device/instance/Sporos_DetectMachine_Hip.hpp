// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief HIP: the machine from the attributes of the instance's device.
#pragma once

#include <vector>

#include "core/device/instance/Sporos_DetectMachine.hpp"

namespace sporos {

namespace detail {

inline Machine machine_of_hip_device(int device) {
  const auto attribute = [device](hipDeviceAttribute_t which) {
    int value = 0;
    static_cast<void>(hipDeviceGetAttribute(&value, which, device));
    return value;
  };
  return {MachineKind::gpu,
          Kokkos::Impl::HIPTraits::WarpSize,
          attribute(hipDeviceAttributeMultiprocessorCount),
          attribute(hipDeviceAttributeMaxThreadsPerMultiProcessor),
          attribute(hipDeviceAttributeMaxThreadsPerBlock),
          attribute(hipDeviceAttributeMaxSharedMemoryPerBlock),
          0,
          attribute(hipDeviceAttributeMaxSharedMemoryPerMultiprocessor)};
}

inline std::vector<Machine> machines_of_all_hip_devices() {
  int count = 0;
  static_cast<void>(hipGetDeviceCount(&count));
  std::vector<Machine> machines;
  for (int device = 0; device < count; ++device) machines.push_back(machine_of_hip_device(device));
  return machines;
}

}  // namespace detail

// Cached, because every product without a plan needs it.
inline Machine detect_machine(const Kokkos::HIP& exec) {
  static const std::vector<Machine> machines = detail::machines_of_all_hip_devices();
  return machines.at(static_cast<std::size_t>(exec.hip_device()));
}

}  // namespace sporos
