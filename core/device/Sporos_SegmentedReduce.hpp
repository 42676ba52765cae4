// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sums over runs of neighbouring lanes in a group.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"

namespace sporos {
namespace detail {

/// \brief The default: through team scratch. All lanes of the team must call it equally often.
template <class ExecutionSpace, Reduction How, class T>
class SegmentedReduce {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = sizeof(T);

  /// Takes `team_size * scratch_bytes_per_lane` bytes of the team's scratch.
  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit SegmentedReduce(const Member& member)
      : shared_(static_cast<T*>(member.team_scratch(0).get_shmem(member.team_size() * scratch_bytes_per_lane))) {}

  /// The sum of a lane's value and those of the `run` lanes after it, in groups of `width` lanes, a power of two. If
  /// lane l has a run of n > 0, lane l + 1 must have one of n - 1; no run may leave its group. O(log width).
  template <class Member>
  KOKKOS_INLINE_FUNCTION T sum_of_run(const Member& member, T value, int run, int width) const {
    const int thread = member.team_rank();
    for (int delta = 1; delta < width; delta *= 2) {
      shared_[thread] = value;
      member.team_barrier();
      if (delta <= run) value += shared_[thread + delta];
      member.team_barrier();
    }
    return value;
  }

  /// The value of the next lane in the group; 0 for the last lane.
  template <class Member>
  KOKKOS_INLINE_FUNCTION T from_next(const Member& member, const T& value, int width) const {
    const int thread = member.team_rank();
    shared_[thread] = value;
    member.team_barrier();
    const T next = thread % width + 1 < width ? shared_[thread + 1] : T(0);
    member.team_barrier();
    return next;
  }

 private:
  T* shared_;
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_SegmentedReduce_Cuda.hpp"
#endif
#if defined(KOKKOS_ENABLE_HIP)
#include "core/device/Sporos_SegmentedReduce_Hip.hpp"
#endif
