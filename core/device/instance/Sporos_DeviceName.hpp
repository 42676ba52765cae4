// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The name of the processor of an execution space instance.
#pragma once

#include <algorithm>
#include <fstream>
#include <string>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The processor in a text in the form of /proc/cpuinfo: its name (x86 and POWER), or the numbers of its maker
/// and of its model (ARM), otherwise "host".
inline std::string processor_name(std::istream& list) {
  std::string maker;
  for (std::string line; std::getline(list, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = line.substr(0, line.find_last_not_of(" \t:", colon) + 1);
    const std::string value = line.substr(std::min(line.size(), line.find_first_not_of(" \t", colon + 1)));
    if (value.empty()) continue;
    if (key == "model name" || key == "cpu") return value;
    if (key == "CPU implementer") maker = value;
    if (key == "CPU part") return "ARM " + maker + ' ' + value;
  }
  return "host";
}

/// \brief The name of the processor if the system tells it, otherwise "host" or "gpu".
template <class ExecutionSpace>
std::string device_name(const ExecutionSpace&) {
  if (!is_host_execution<ExecutionSpace>) return "gpu";
  std::ifstream list("/proc/cpuinfo");
  return processor_name(list);
}

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/instance/Sporos_DeviceName_Cuda.hpp"
#endif
