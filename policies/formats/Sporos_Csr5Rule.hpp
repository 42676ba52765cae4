// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The teams that work on CSR5's tiles.
#pragma once

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief Threads of a team, each group of `omega` of which takes a tile; on a host one thread takes it all.
constexpr int csr5_block_size(const Machine& machine) { return machine.kind == MachineKind::host ? 1 : 128; }

}  // namespace detail
}  // namespace sporos
