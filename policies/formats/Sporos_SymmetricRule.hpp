// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Tiles and teams of products with half storage.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {

/// \brief The default of SymmetricOptions::tile_rows for a matrix of `num_rows`. On hosts 0: one share per thread.
///
/// On GPUs as many as the scratch of a team holds in sums of the widest type, since entries that couple two tiles are
/// stored twice; fewer where there would be fewer than two tiles a multiprocessor.
/// \throws std::invalid_argument where `num_rows` is negative
constexpr std::int64_t symmetric_tile_rows(const Machine& machine, std::int64_t num_rows) {
  detail::require_none_negative("symmetric_tile_rows", {{"num_rows", num_rows}});
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

/// \brief A leaf compares the distances of four rows at each row, until this many in sequence were different;
/// then only after every 16 rows. On random columns, comparing at each row took a fifth of the product
/// (docs/results/2026-11-24-host-formats.md).
inline constexpr int half_leaf_misses = 8;
inline constexpr int half_leaf_retries = 16;

/// \brief The threads of a team for tiles of up to `tile_rows`: four rows a thread, in whole warps.
constexpr int symmetric_block_size(const Machine& machine, std::int64_t tile_rows) {
  if (machine.kind == MachineKind::host) return 1;
  int threads = 64;
  while (threads < 512 && 2 * threads <= machine.max_block_size && 4 * threads < tile_rows) threads *= 2;
  return threads;
}

/// \brief The lanes that share a row; each has about four stored entries.
constexpr int symmetric_lanes(const Machine& machine, std::int64_t stored_entries, std::int64_t num_rows) {
  int lanes = 1;
  while (2 * lanes <= machine.lanes && lanes < 32 && 4 * lanes * num_rows < stored_entries) lanes *= 2;
  return lanes;
}

}  // namespace detail
}  // namespace sporos
