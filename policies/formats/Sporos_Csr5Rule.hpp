// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Teams for products with CSR5 matrices.
#pragma once

#include "policies/Sporos_Machine.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// \brief The threads of a team: each group of `omega` threads multiplies a tile; on a host one thread does.
constexpr int csr5_block_size(const Machine& machine) { return machine.kind == MachineKind::host ? 1 : 128; }

/// \brief 64 or 80 registers a thread; with fewer the kernel spills.
template <class Sum>
using Csr5Occupancy = std::conditional_t<(sizeof(Sum) <= 8), Occupancy<128, 8>, Occupancy<128, 6>>;

}  // namespace detail
}  // namespace sporos
