// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The team that works on one tile of a delta CRS matrix.
#pragma once

#include "policies/Sporos_Machine.hpp"

namespace sporos {

/// \brief Entries that each thread of a tile's team loads, as the measurements of tile_shape() say.
inline constexpr int delta_entries_per_thread = 8;

/// \brief Threads for tiles of `tile_entries`: whole warps, 256 threads for the largest tiles.
constexpr int delta_block_size(const Machine& machine, int tile_entries) {
  if (machine.kind == MachineKind::host) return 1;
  const int warps = tile_entries / (delta_entries_per_thread * machine.lanes);
  return (warps > 1 ? warps : 1) * machine.lanes;
}

/// \brief Lanes that share a row where rows are about as long as the mean: up to twelve entries each.
constexpr int delta_row_lanes(const Machine& machine, double mean_row) {
  int lanes = 1;
  while (2 * lanes <= machine.lanes && 12 * lanes < mean_row) lanes *= 2;
  return lanes;
}

/// \brief Threads for the rows of such a tile at once, in whole warps, as far as 256 go.
constexpr int delta_rows_block_size(const Machine& machine, int tile_entries, double mean_row) {
  const auto rows = static_cast<int>(tile_entries / mean_row);
  const int wanted = rows * delta_row_lanes(machine, mean_row) + machine.lanes - 1;
  const int warps = wanted / machine.lanes;
  return (warps < 2 ? 2 : warps > 8 ? 8 : warps) * machine.lanes;
}

/// \brief Threads that add up the pieces of rows: a few lanes a row.
constexpr int delta_combine_block_size(const Machine& machine) { return machine.kind == MachineKind::host ? 1 : 128; }

}  // namespace sporos
