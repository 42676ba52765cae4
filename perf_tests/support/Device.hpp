// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a benchmark wants to know of the processor behind an execution space.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::perf {

/// \brief Everywhere without a file of its own: nothing is known.
template <class ExecutionSpace>
struct Device {
  /// \brief Size of each of the two buffers of the copy.
  static std::size_t copy_buffer_bytes() { return std::size_t{256} << 20; }
  /// \brief Names and values for the environment of a report.
  static std::vector<std::pair<std::string, std::string>> facts() { return {}; }
};

}  // namespace sporos::perf

#if defined(KOKKOS_ENABLE_CUDA)
#include "perf_tests/support/Device_Cuda.hpp"
#endif
