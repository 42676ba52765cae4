// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Where the first kernel of a transposed product without a plan tells the second what it has found.
#pragma once

#include <atomic>

#include "core/device/instance/Sporos_Recording.hpp"
#include "core/setup/Sporos_PerInstance.hpp"
#include "formats/common/Sporos_Arrays.hpp"
#include "policies/crs/Sporos_ScatterRule.hpp"

namespace sporos {
namespace detail {

/// \brief What is found of one matrix, for each instance, kept by PerInstance. It does not affect whether a result is
/// right: products of several threads on one instance may mistake what others have found for their own.
template <class ExecutionSpace>
struct ScatterMemory {
  static constexpr std::size_t max_instances = 256;

  explicit ScatterMemory(const ExecutionSpace& exec)
      : is_crowded(allocate<decltype(is_crowded)>(exec, "sporos::scatter[crowd]", 1)),
        first_rows(allocate<decltype(first_rows)>(exec, "sporos::scatter[first_rows]", most_marked_shares)) {}

  /// \brief That of an instance. Null while a graph is recorded, if none has been made before.
  static std::shared_ptr<ScatterMemory> of(const ExecutionSpace& exec) {
    using Memories = PerInstance<ExecutionSpace, ScatterMemory>;
    if (!is_recording(exec)) return Memories::get(exec);
    std::shared_ptr<ScatterMemory> memory = Memories::find(exec);
    if (memory) memory->is_recorded = true;
    return memory;
  }

  /// \brief Not if a graph may use it.
  bool may_go() const { return !is_recorded; }

  Kokkos::View<int*, typename ExecutionSpace::memory_space> is_crowded;  ///< whether many entries share columns
  Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space> first_rows;  ///< of the shares (RowMarks)
  std::atomic<bool> is_recorded{false};
};

}  // namespace detail
}  // namespace sporos
