// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the name in the properties of the instance's device.
#pragma once

#include "core/device/instance/Sporos_DeviceName.hpp"

namespace sporos {
namespace detail {

inline std::string device_name(const Kokkos::Cuda& exec) {
  cudaDeviceProp properties;
  return cudaGetDeviceProperties(&properties, exec.cuda_device()) == cudaSuccess ? properties.name : "gpu";
}

}  // namespace detail
}  // namespace sporos
