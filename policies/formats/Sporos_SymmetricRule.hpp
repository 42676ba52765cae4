// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Tiles and teams of products with half storage.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {

/// \brief SymmetricOptions::tile_rows for a matrix of `num_rows`: 0, a share for each thread, on hosts.
///
/// On GPUs what the scratch of a team holds in sums of the widest type, since couplings between tiles are stored twice;
/// fewer where there would not be two tiles a multiprocessor.
constexpr std::int64_t symmetric_tile_rows(const Machine& machine, std::int64_t num_rows) {
  if (machine.kind == MachineKind::host) return 0;
  constexpr std::int64_t most = 2048;
  constexpr std::int64_t fewest = 128;
  constexpr std::int64_t widest_sum = 16;
  std::int64_t rows = most;
  while (rows > fewest && rows * widest_sum > machine.scratch_bytes) rows /= 2;
  while (rows > fewest && 2 * rows * machine.multiprocessors > num_rows) rows /= 2;
  return rows;
}

namespace detail {

/// \brief Threads for tiles of up to `tile_rows`: four rows a thread, in whole warps.
constexpr int symmetric_block_size(const Machine& machine, std::int64_t tile_rows) {
  if (machine.kind == MachineKind::host) return 1;
  int threads = 64;
  while (threads < 512 && 2 * threads <= machine.max_block_size && 4 * threads < tile_rows) threads *= 2;
  return threads;
}

/// \brief Lanes that share a row: about four stored entries each.
constexpr int symmetric_lanes(const Machine& machine, std::int64_t stored_entries, std::int64_t num_rows) {
  int lanes = 1;
  while (2 * lanes <= machine.lanes && lanes < 32 && 4 * lanes * num_rows < stored_entries) lanes *= 2;
  return lanes;
}

}  // namespace detail
}  // namespace sporos
