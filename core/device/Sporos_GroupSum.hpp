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

/// \brief Sums over groups of `Coop` consecutive lanes; a kernel makes one and calls sum() as often as it needs.
///
/// This is the form that runs on every backend, and the one of Reguly & Giles' figure 3: a tree in team scratch.
/// Backends with register shuffles specialise it.
template <class ExecutionSpace, Reduction How, int Coop, class T>
class GroupSum {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = Coop == 1 ? 0 : sizeof(T);

  /// Takes `team_size * scratch_bytes_per_lane` bytes of the team's scratch.
  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit GroupSum(const Member& member)
      : partial_(static_cast<T*>(member.team_scratch(0).get_shmem(member.team_size() * scratch_bytes_per_lane))) {}

  /// The sum of `value` over the group, valid in its first lane. Every lane of the team must call it, equally often.
  template <class Member>
  KOKKOS_INLINE_FUNCTION T sum(const Member& member, const T& value) const {
    if constexpr (Coop == 1) {
      return value;
    } else {
      using Barrier = GroupBarrier<ExecutionSpace, Coop>;
      const int thread = member.team_rank();
      const int lane = thread % Coop;
      partial_[thread] = value;
      Barrier::wait(member);
      for (int stride = Coop / 2; stride > 0; stride /= 2) {
        if (lane < stride) partial_[thread] += partial_[thread + stride];
        Barrier::wait(member);
      }
      return partial_[thread];
    }
  }

 private:
  T* partial_;
};

}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_GroupSum_Cuda.hpp"
#endif
