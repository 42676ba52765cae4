// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief HIP: the ballot instruction of a wavefront.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/warp/Sporos_Ballot.hpp"

namespace sporos {
namespace detail {

template <>
struct Ballot<Kokkos::HIP> : WaveBallot<HipWave> {};

}  // namespace detail
}  // namespace sporos
