// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A number by which execution space instances whose work runs in order can be told from others.
#pragma once

#include <cstdint>

#include "formats/Sporos_Kokkos.hpp"

namespace sporos {

/// \brief Equal for instances that share a queue.
template <class ExecutionSpace>
std::uintptr_t instance_key(const ExecutionSpace& exec) {
  return static_cast<std::uintptr_t>(exec.impl_instance_id());
}

}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_InstanceKey_Cuda.hpp"
#endif
