// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: page-locked host memory.
#pragma once

#include "core/device/instance/Sporos_InstanceKey.hpp"
#include "core/device/instance/Sporos_PinnedSpace.hpp"

namespace sporos {
namespace detail {

template <>
struct PinnedSpace<Kokkos::Cuda> {
  static constexpr bool exists = true;
  using type = Kokkos::CudaHostPinnedSpace;
  // Not with streams by thread: their handle stands for many streams, which do not wait for each other. And not if the
  // host must not touch managed memory while a kernel runs: the caller might do so next.
  static bool is_seen_at_once(const Kokkos::Cuda& exec) {
    int may_go_on = 0;
    cudaDeviceGetAttribute(&may_go_on, cudaDevAttrConcurrentManagedAccess, exec.cuda_device());
    return may_go_on != 0 && !is_stream_by_thread(exec.cuda_stream());
  }
};

}  // namespace detail
}  // namespace sporos
