// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Where transposed products without a plan tell their kernels whether many entries are in one column.
#pragma once

#include <atomic>

#include "core/device/instance/Sporos_Recording.hpp"
#include "core/setup/Sporos_PerInstance.hpp"
#include "formats/common/Sporos_Arrays.hpp"

namespace sporos {
namespace detail {

/// \brief One number for each instance, kept by PerInstance. It does not affect whether a result is right: products of
/// several threads on one instance may mistake it for their own.
template <class ExecutionSpace>
struct CrowdMemory {
  static constexpr std::size_t max_instances = 256;

  explicit CrowdMemory(const ExecutionSpace& exec)
      : is_crowded(allocate<decltype(is_crowded)>(exec, "sporos::scatter[crowd]", 1)) {}

  /// \brief The number of an instance. Null while a graph is recorded, if none has been made before.
  static std::shared_ptr<CrowdMemory> of(const ExecutionSpace& exec) {
    using Memories = PerInstance<ExecutionSpace, CrowdMemory>;
    if (!is_recording(exec)) return Memories::get(exec);
    std::shared_ptr<CrowdMemory> memory = Memories::find(exec);
    if (memory) memory->is_recorded = true;
    return memory;
  }

  /// \brief Not if a graph may use it.
  bool may_go() const { return !is_recorded; }

  Kokkos::View<int*, typename ExecutionSpace::memory_space> is_crowded;
  std::atomic<bool> is_recorded{false};
};

}  // namespace detail
}  // namespace sporos
