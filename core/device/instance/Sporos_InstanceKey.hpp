// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A number that identifies an execution space instance whose work runs in order.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace, class = void>
struct has_internal_instance : std::false_type {};
template <class ExecutionSpace>
struct has_internal_instance<
    ExecutionSpace, std::void_t<decltype(std::declval<const ExecutionSpace&>().impl_internal_space_instance())>>
    : std::true_type {};

/// \brief Equal for copies of an instance, different for instances whose work may run at the same time. (Kokkos' own
/// number of an instance is the same for all partitions of a host's threads.)
template <class ExecutionSpace>
std::uintptr_t instance_key(const ExecutionSpace& exec) {
  if constexpr (is_host_execution<ExecutionSpace> && has_internal_instance<ExecutionSpace>::value) {
    return reinterpret_cast<std::uintptr_t>(exec.impl_internal_space_instance());
  } else {
    return static_cast<std::uintptr_t>(exec.impl_instance_id());
  }
}

/// \brief Whether the key stands for the calling thread's part of an instance. No other thread ever gets such a key.
template <class ExecutionSpace>
bool ends_with_thread(const ExecutionSpace&) {
  return false;
}

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/instance/Sporos_InstanceKey_Cuda.hpp"
#endif
