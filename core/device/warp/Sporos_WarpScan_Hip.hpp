// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief HIP: sums over the lanes before by shuffles.
#pragma once

#include "core/device/Sporos_GroupSum_Hip.hpp"
#include "core/device/warp/Sporos_WarpScan.hpp"

namespace sporos {
namespace detail {

template <>
struct WarpScan<Kokkos::HIP> : WaveScan<HipWave> {};

}  // namespace detail
}  // namespace sporos
