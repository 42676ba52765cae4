// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The teams that work on CSR5's tiles.
#pragma once

#include "policies/Sporos_Machine.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// \brief Threads of a team, each group of `omega` of which takes a tile; on a host one thread takes it all.
constexpr int csr5_block_size(const Machine& machine) { return machine.kind == MachineKind::host ? 1 : 128; }

/// \brief 64 and 80 registers a thread: with fewer the walk along a lane spills.
template <class Sum>
using Csr5Occupancy = std::conditional_t<(sizeof(Sum) <= 8), Occupancy<128, 8>, Occupancy<128, 6>>;

}  // namespace detail
}  // namespace sporos
