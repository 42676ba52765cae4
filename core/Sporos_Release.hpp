// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Frees what the library keeps for an execution space instance.
#pragma once

#include "core/setup/Sporos_FindPatterns.hpp"
#include "core/setup/Sporos_LongRowMemory.hpp"
#include "core/setup/Sporos_ScatterMemory.hpp"
#include "core/setup/Sporos_SetupMemory.hpp"
#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"

namespace sporos {

/// \brief Waits for all kernels on `exec` and frees the memory that making plans and products without a plan use there.
/// The next of these allocates it again.
///
/// Call this before an instance that has multiplied or made plans is destroyed. Otherwise its memory stays until many
/// other instances have been used, or Kokkos is finalized. The memory of a CUDA stream by thread is freed when the
/// thread ends. Plans and a TuningCache own their memory and may still be used. Graphs that have recorded products
/// without a plan on `exec` must not be used again.
/// \throws std::runtime_error where `exec` records a graph
template <class ExecutionSpace = Kokkos::DefaultExecutionSpace, class = detail::if_space<ExecutionSpace>>
void release(const ExecutionSpace& exec = detail::default_instance<ExecutionSpace>("release")) {
  if (detail::is_recording(exec))
    throw std::runtime_error("sporos::release: called while its instance records a graph");
  detail::LongRowMemory<ExecutionSpace>::release(exec);
  detail::PerInstance<ExecutionSpace, detail::ScatterMemory<ExecutionSpace>>::release(exec);
  detail::PerInstance<ExecutionSpace, detail::SetupMemory<ExecutionSpace>>::release(exec);
  detail::PerInstance<ExecutionSpace, detail::SampleMemory<ExecutionSpace>>::release(exec);
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<detail::Parameters<0, detail::AnInstance>, Given...>>
void release(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::release: the argument is exec; plans and matrices free what they own");
}

}  // namespace sporos
