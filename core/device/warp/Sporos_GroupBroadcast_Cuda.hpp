// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: passes numbers on by shuffles.
#pragma once

#include "core/device/warp/Sporos_GroupBroadcast.hpp"

namespace sporos {
namespace detail {

template <SyncScope Who>
class GroupBroadcast<Kokkos::Cuda, Reduction::shuffle, Who> {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = 0;

  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit GroupBroadcast(const Member&) {}

  template <class Member>
  KOKKOS_INLINE_FUNCTION std::int64_t from_first([[maybe_unused]] const Member& member, std::int64_t value,
                                                 [[maybe_unused]] int width) const {
#if defined(__CUDA_ARCH__)
    const long long number = value;
    value = __shfl_sync(sync_mask<Who>(member.team_rank(), width), number, 0, width);
#endif
    return value;
  }
};

}  // namespace detail
}  // namespace sporos
