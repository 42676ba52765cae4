// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The machine and software of a measurement: names and values in the order of printing.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "perf_tests/support/Protocol.hpp"

namespace sporos::perf {

struct Environment {
  std::vector<std::pair<std::string, std::string>> facts;
  double copy_gbs = 0;
};

/// \brief Asks Kokkos, the compiler and the device, and measures the copy bandwidth. Kokkos must be initialized.
Environment detect_environment(const Protocol& protocol);

}  // namespace sporos::perf
