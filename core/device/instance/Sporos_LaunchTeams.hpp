// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of a kernel that the host waits for, so that the time of the launch itself counts.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Launches functors that ask of their team its ranks and sizes, barriers and one piece of scratch, and nothing
/// else.
template <class ExecutionSpace>
struct LaunchTeams {
  /// \tparam Bound  a Kokkos::LaunchBounds of at least `team_size`
  template <class Bound, class Functor>
  static void launch(const char* label, const ExecutionSpace& exec, std::int64_t teams, int team_size,
                     std::size_t scratch_bytes, const Functor& functor) {
    Kokkos::TeamPolicy<ExecutionSpace, Bound> policy(exec, static_cast<int>(teams), team_size, 1);
    policy.set_scratch_size(0, scratch_of_team(scratch_bytes));
    // Otherwise Kokkos copies what is larger than 512 bytes into constant memory, and may wait.
    constexpr auto light = Kokkos::Experimental::WorkItemProperty::HintLightWeight;
    Kokkos::parallel_for(label, Kokkos::Experimental::require(policy, light), functor);
  }
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/instance/Sporos_LaunchTeams_Cuda.hpp"
#endif
