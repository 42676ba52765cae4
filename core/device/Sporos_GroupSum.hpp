// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The sum over neighbouring lanes that share a row.
#pragma once

#include <cstddef>

#include "formats/common/Sporos_Kokkos.hpp"
#include "policies/Sporos_Target.hpp"

namespace sporos {
namespace detail {

/// \brief The ways in which an execution space can combine partial sums, and its default.
///
/// `independent_groups`: the lanes of one group may wait for each other while other groups of the team are elsewhere in
/// the code.
template <class ExecutionSpace>
struct Reductions {
  static constexpr Reduction preferred = is_host_execution<ExecutionSpace> ? Reduction::thread : Reduction::scratch;
  static constexpr bool supports(Reduction how) { return how == preferred; }
  static constexpr bool independent_groups = is_host_execution<ExecutionSpace>;
};

/// \brief Which lanes call together: all lanes of a warp, or only those of one group while others may be elsewhere.
enum class SyncScope { warp, group };

/// \brief Waits until the `width` lanes of a group see each other's writes to team scratch. By default the whole team
/// waits.
template <class ExecutionSpace, SyncScope Who>
struct GroupBarrier {
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void wait(const Member& member, int) {
    member.team_barrier();
  }
};

/// \brief Sums over groups of consecutive lanes; the size of a group is a power of two up to a warp. A kernel makes one
/// GroupSum and calls sum() as often as it needs.
///
/// This form runs on every backend: a tree in team scratch, as in figure 3 of Reguly & Giles. Backends with register
/// shuffles specialise it.
template <class ExecutionSpace, Reduction How, class T, SyncScope Who = SyncScope::warp>
class GroupSum {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = How == Reduction::thread ? 0 : sizeof(T);

  /// Takes `team_size * scratch_bytes_per_lane` bytes of the team's scratch.
  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit GroupSum(const Member& member)
      : partial_(static_cast<T*>(member.team_scratch(0).get_shmem(member.team_size() * scratch_bytes_per_lane))) {}

  /// The sum of `value` over the group, valid in its first lane. All lanes that `Who` names must call it together, and
  /// all lanes of the team equally often unless `Reductions::independent_groups`.
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
#if defined(KOKKOS_ENABLE_HIP)
#include "core/device/Sporos_GroupSum_Hip.hpp"
#endif
