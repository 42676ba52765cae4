// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the device and the stream, or the thread where streams are by thread.
#pragma once

#include <atomic>

#include "core/device/instance/Sporos_InstanceKey.hpp"

namespace sporos {
namespace detail {

/// \brief Whether a handle stands for one stream per thread.
inline bool is_stream_by_thread(cudaStream_t stream) {
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
  if (stream == nullptr) return true;
#endif
  return stream == cudaStreamPerThread;
}

// Never reused after a thread has ended, because its stream may still be busy.
inline std::uintptr_t number_of_thread() {
  static std::atomic<std::uintptr_t> threads{0};
  thread_local const std::uintptr_t number = 2 * ++threads + 1;  // odd, unlike the address of any stream
  return number;
}

template <>
inline std::uintptr_t instance_key(const Kokkos::Cuda& exec) {
  const std::uintptr_t of_device = is_stream_by_thread(exec.cuda_stream())
                                       ? number_of_thread()
                                       : reinterpret_cast<std::uintptr_t>(exec.cuda_stream());
  // The default streams of all devices are null, so the device is included. The highest byte of an address is 0.
  return of_device ^ (static_cast<std::uintptr_t>(exec.cuda_device()) << (8 * sizeof(std::uintptr_t) - 8));
}

template <>
inline bool ends_with_thread(const Kokkos::Cuda& exec) {
  return is_stream_by_thread(exec.cuda_stream());
}

}  // namespace detail
}  // namespace sporos
