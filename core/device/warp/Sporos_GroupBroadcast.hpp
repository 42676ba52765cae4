// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Passes a number from the first of some neighbouring lanes to the others.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/device/Sporos_GroupSum.hpp"

namespace sporos {
namespace detail {

/// \brief The default: through team scratch, one number for each lane that may be a first one.
template <class ExecutionSpace, Reduction How, SyncScope Who>
class GroupBroadcast {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = How == Reduction::thread ? 0 : sizeof(std::int64_t);

  /// Takes `team_size * scratch_bytes_per_lane` bytes of the team's scratch.
  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit GroupBroadcast(const Member& member)
      : shared_(
            static_cast<std::int64_t*>(member.team_scratch(0).get_shmem(member.team_size() * scratch_bytes_per_lane))) {
  }

  /// The value of the first of `width` lanes, in all of them.
  template <class Member>
  KOKKOS_INLINE_FUNCTION std::int64_t from_first(const Member& member, std::int64_t value, int width) const {
    if constexpr (How == Reduction::thread) {
      return value;
    } else {
      using Barrier = GroupBarrier<ExecutionSpace, Who>;
      const int first = member.team_rank() / width * width;
      if (member.team_rank() == first) shared_[first] = value;
      Barrier::wait(member, width);
      const std::int64_t result = shared_[first];
      Barrier::wait(member, width);
      return result;
    }
  }

 private:
  std::int64_t* shared_;
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/warp/Sporos_GroupBroadcast_Cuda.hpp"
#endif
#if defined(KOKKOS_ENABLE_HIP)
#include "core/device/warp/Sporos_GroupBroadcast_Hip.hpp"
#endif
