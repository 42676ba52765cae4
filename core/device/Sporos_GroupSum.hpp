// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The sum over neighbouring lanes that share a row.
#pragma once

#include <cstddef>

#include "formats/common/Sporos_Kokkos.hpp"
#include "policies/Sporos_Target.hpp"

namespace sporos {
namespace detail {

/// \brief How an execution space may combine partial sums, and what it does unless told otherwise.
///
/// `independent_groups`: the lanes of one group may wait for each other while other groups of the team are elsewhere.
template <class ExecutionSpace>
struct Reductions {
  static constexpr Reduction preferred = is_host_execution<ExecutionSpace> ? Reduction::thread : Reduction::scratch;
  static constexpr bool supports(Reduction how) { return how == preferred; }
  static constexpr bool independent_groups = is_host_execution<ExecutionSpace>;
};

/// \brief Who calls: all lanes of a warp together, or the lanes of one group while others may be elsewhere.
enum class SyncScope { warp, group };

/// \brief Waits until the `width` lanes of a group see each other's team scratch. Everywhere: the whole team waits.
template <class ExecutionSpace, SyncScope Who>
struct GroupBarrier {
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void wait(const Member& member, int) {
    member.team_barrier();
  }
};

/// \brief Sums over groups of consecutive lanes, a power of two up to a warp; a kernel makes one and calls sum() as
/// often as it needs.
///
/// This is the form that runs on every backend, and the one of Reguly & Giles' figure 3: a tree in team scratch.
/// Backends with register shuffles specialise it.
template <class ExecutionSpace, Reduction How, class T, SyncScope Who = SyncScope::warp>
class GroupSum {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = How == Reduction::thread ? 0 : sizeof(T);

  /// Takes `team_size * scratch_bytes_per_lane` bytes of the team's scratch.
  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit GroupSum(const Member& member)
      : partial_(static_cast<T*>(member.team_scratch(0).get_shmem(member.team_size() * scratch_bytes_per_lane))) {}

  /// The sum of `value` over the group, valid in its first lane. All of `Who` must call it, and every lane of the
  /// team equally often unless `Reductions::independent_groups`.
  template <class Member>
  KOKKOS_INLINE_FUNCTION T sum(const Member& member, const T& value, int width) const {
    if constexpr (How == Reduction::thread) {
      return value;
    } else {
      if (width == 1) return value;
      using Barrier = GroupBarrier<ExecutionSpace, Who>;
      const int thread = member.team_rank();
      const int lane = thread % width;
      partial_[thread] = value;
      Barrier::wait(member, width);
      for (int stride = width / 2; stride > 0; stride /= 2) {
        if (lane < stride) partial_[thread] += partial_[thread + stride];
        Barrier::wait(member, width);
      }
      return partial_[thread];
    }
  }

 private:
  T* partial_;
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_GroupSum_Cuda.hpp"
#endif
