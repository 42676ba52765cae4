// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief HIP: the sum over a team by shuffles, first in each wavefront.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/Sporos_TeamSum.hpp"

namespace sporos {
namespace detail {

template <>
struct TeamSum<Kokkos::HIP> : WaveTeamSum<HipWave> {};

}  // namespace detail
}  // namespace sporos
