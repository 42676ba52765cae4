// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How a transposed product without a plan is shared among teams.
#pragma once

#include <algorithm>
#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief The launch parameters of ScatterKernel.
struct ScatterShape {
  std::int64_t share;  ///< entries of a team
  int threads;         ///< of a team
  int slots;           ///< of the table in which a team adds up its products by column; a power of two
};

/// \brief On a host: one share per thread and no table. On a GPU: a table with room for the columns of a share of
/// stencil rows. It takes 12 KiB for sums in double, so that a multiprocessor can still hold all its threads. Not
/// measured yet.
inline ScatterShape scatter_shape(const Machine& machine, std::int64_t threads, std::int64_t nnz) {
  if (machine.kind == MachineKind::host) {
    const std::int64_t shares = std::max<std::int64_t>(threads, 1);
    return {std::max<std::int64_t>((nnz + shares - 1) / shares, 1), 1, 0};
  }
  return {2048, 256, 1024};
}

}  // namespace detail
}  // namespace sporos
