// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief HIP: passes numbers on by shuffles.
#pragma once

#include "core/device/Sporos_GroupSum_Hip.hpp"
#include "core/device/warp/Sporos_GroupBroadcast.hpp"

namespace sporos {
namespace detail {

template <SyncScope Who>
class GroupBroadcast<Kokkos::HIP, Reduction::shuffle, Who> : public WaveBroadcast<HipWave> {
 public:
  using WaveBroadcast<HipWave>::WaveBroadcast;
};

}  // namespace detail
}  // namespace sporos
