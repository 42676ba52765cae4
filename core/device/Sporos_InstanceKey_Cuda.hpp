// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the stream, and the thread where streams are by thread.
#pragma once

#include <functional>
#include <thread>

#include "core/device/Sporos_InstanceKey.hpp"

namespace sporos {

template <>
inline std::uintptr_t instance_key(const Kokkos::Cuda& exec) {
  if (exec.cuda_stream() == cudaStreamPerThread) return std::hash<std::thread::id>()(std::this_thread::get_id());
  return reinterpret_cast<std::uintptr_t>(exec.cuda_stream());
}

}  // namespace sporos
