// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Teams for products with COO matrices.
#pragma once

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief The threads of a team, which multiplies one share of the entries.
constexpr int coo_block_size(const Machine& machine) { return machine.kind == MachineKind::gpu ? 128 : 1; }

}  // namespace detail
}  // namespace sporos
