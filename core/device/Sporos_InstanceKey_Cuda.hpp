// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the stream.
#pragma once

#include "core/device/Sporos_InstanceKey.hpp"

namespace sporos {

template <>
inline std::uintptr_t instance_key(const Kokkos::Cuda& exec) {
  return reinterpret_cast<std::uintptr_t>(exec.cuda_stream());
}

}  // namespace sporos
