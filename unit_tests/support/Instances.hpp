// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several instances of an execution space.
#pragma once

#include <vector>

#include "formats/Sporos_Kokkos.hpp"

namespace sporos_test {

/// \brief `count` instances that are not the default one, where the space can have several; else copies of it.
template <class ExecutionSpace>
std::vector<ExecutionSpace> make_instances(int count) {
#if KOKKOS_VERSION >= 40000
  return Kokkos::Experimental::partition_space(ExecutionSpace(), std::vector<int>(static_cast<std::size_t>(count), 1));
#else
  return std::vector<ExecutionSpace>(static_cast<std::size_t>(count));
#endif
}

}  // namespace sporos_test
