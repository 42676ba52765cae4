// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What the processor behind an execution space instance calls itself.
#pragma once

#include <fstream>
#include <string>

#include "formats/Sporos_Kokkos.hpp"

namespace sporos {

/// \brief The processor's name where the system tells it, else "host" or "gpu".
template <class ExecutionSpace>
std::string device_name(const ExecutionSpace&) {
  if (!is_host_execution<ExecutionSpace>) return "gpu";
  std::ifstream list("/proc/cpuinfo");
  const std::string wanted = "model name";
  for (std::string line; std::getline(list, line);) {
    const std::size_t name = line.find_first_not_of(" \t:", wanted.size());
    if (line.compare(0, wanted.size(), wanted) == 0 && name != std::string::npos) return line.substr(name);
  }
  return "host";
}

}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_DeviceName_Cuda.hpp"
#endif
