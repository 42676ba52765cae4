// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What the benchmark programs need to know about the processor of an execution space.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/device/instance/Sporos_DetectHostLevel.hpp"
#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::perf {

/// \brief The default for execution spaces without a file of their own: nothing is known.
template <class ExecutionSpace>
struct Device {
  /// \brief Size of each of the two buffers of the copy.
  static std::size_t copy_buffer_bytes() { return std::size_t{256} << 20; }
  /// \brief Names and values for the environment of a report.
  static std::vector<std::pair<std::string, std::string>> facts() {
    return {{"host_level", name(detail::host_level())}};
  }
};

}  // namespace sporos::perf

#if defined(KOKKOS_ENABLE_CUDA)
#include "perf_tests/support/Device_Cuda.hpp"
#endif
