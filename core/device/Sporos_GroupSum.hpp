// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The sum over the `Coop` neighbouring lanes that share a row.
#pragma once

#include <cstddef>

#include "formats/Sporos_Kokkos.hpp"
#include "policies/Sporos_Target.hpp"

namespace sporos {

/// \brief How an execution space may combine partial sums, and what it does unless told otherwise.
template <class ExecutionSpace>
struct Reductions {
  static constexpr Reduction usual = is_host_execution<ExecutionSpace> ? Reduction::thread : Reduction::scratch;
  static constexpr bool supports(Reduction how) { return how == usual; }
};

/// \brief Waits until the lanes of a group see each other's team scratch. Everywhere: the whole team waits.
template <class ExecutionSpace, int Coop>
struct GroupBarrier {
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void wait(const Member& member) {
    member.team_barrier();
  }
};

/// \brief Sums `value` over groups of `Coop` consecutive lanes; the result is valid in the first lane of each group.
///
/// Every lane of the team must call it, equally often. This is the form that runs on every backend, and the one of
/// Reguly & Giles' figure 3: a tree in team scratch. Backends with register shuffles specialise it.
template <class ExecutionSpace, Reduction How, int Coop>
struct GroupSum {
  static constexpr std::size_t scratch_bytes_per_lane(std::size_t value_bytes) { return Coop == 1 ? 0 : value_bytes; }

  template <class Member, class T>
  KOKKOS_INLINE_FUNCTION static T sum(const Member& member, const T& value) {
    if (Coop == 1) return value;
    using Barrier = GroupBarrier<ExecutionSpace, Coop>;
    T* const partial = static_cast<T*>(member.team_scratch(0).get_shmem(member.team_size() * sizeof(T)));
    const int thread = member.team_rank();
    const int lane = thread % Coop;
    partial[thread] = value;
    Barrier::wait(member);
    for (int stride = Coop / 2; stride > 0; stride /= 2) {
      if (lane < stride) partial[thread] += partial[thread + stride];
      Barrier::wait(member);
    }
    return partial[thread];
  }
};

}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_GroupSum_Cuda.hpp"
#endif
