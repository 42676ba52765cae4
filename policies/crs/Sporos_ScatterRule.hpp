// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How a transposed product without a plan is shared among teams.
#pragma once

#include <algorithm>
#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief The launch parameters of ScatterKernel. Those after `threads` are for GPUs.
struct ScatterShape {
  std::int64_t share;      ///< entries of a team
  int threads;             ///< of a team
  int slots = 0;           ///< of the table in which a team adds up its products by column; a power of two
  int crowd = 0;           ///< the table is used where so many of a team's samples, one a thread, share a slot
  int entries_a_lane = 1;  ///< a row of the mean length is shared among one lane for so many entries
  int longest_a_lane = 1;  ///< a row with more entries for each of its lanes is the whole team's
};

/// \brief On a host: one share per thread. On a GPU: chosen by trials with shares, teams, lanes and samples on 13
/// generated matrices, in double and float, on an H100 (docs/results/2026-11-24-h100-scatter.md). The table is slower
/// than plain additions, unless some 3 % of the entries are in one column: then they took up to six times as long.
inline ScatterShape scatter_shape(const Machine& machine, std::int64_t threads, std::int64_t nnz) {
  if (machine.kind == MachineKind::host) {
    const std::int64_t shares = std::max<std::int64_t>(threads, 1);
    return {std::max<std::int64_t>((nnz + shares - 1) / shares, 1), 1};
  }
  return {2048, 256, 256, 8, 4, 16};
}

}  // namespace detail
}  // namespace sporos
