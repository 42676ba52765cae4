// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How many products a team keeps in scratch, and how many rows it streams through them.
#pragma once

#include <cstddef>

#include "formats/Sporos_RowProfile.hpp"
#include "policies/Sporos_LongRows.hpp"
#include "policies/Sporos_Machine.hpp"
#include "policies/Sporos_RowShape.hpp"

namespace sporos {

/// \brief The team of a tile and the entries that each of its threads loads, as `repeat`.
///
/// Microseconds on an H100 in double, by threads times entries; the first six streamed, the others in row blocks:
///
/// | matrix (mean row)    | 64*4 | 64*8 | 64*12 | 128*4 | 128*8 | 128*12 | 256*8 | 512*4 |
/// |----------------------|------|------|-------|-------|-------|--------|-------|-------|
/// | band-short4 (4)      | 108  | 106  | 106   | 108   | 106   | 106    | 108   | 114   |
/// | stencil7-160 (7)     | 167  | 154  | 155   | 170   | 155   | 154    | 156   | 182   |
/// | stencil9:1000 (9)    | 57   | 54   | 57    | 58    | 55    | 57     | 56    | 63    |
/// | uniform16 (16)       | 159  | 160  | 170   | 158   | 163   | 167    | 163   | 162   |
/// | stencil27-110 (26.5) | 187  | 165  | 166   | 188   | 166   | 165    | 168   | 204   |
/// | fem3-68 (78.6)       | 437  | 342  | 314   | 391   | 320   | 332    | 319   | 396   |
/// | powerlaw3 (3.1)      | 51   | 51   | 51    | 46    | 46    | 47     | 47    | 48    |
/// | dc1-like (6.5)       | 59   | 57   | 58    | 59    | 58    | 58     | 58    | 65    |
/// | rmat20x16 (15.3)     | 165  | 169  | 179   | 153   | 156   | 177    | 158   | 161   |
/// | wide-lp (2718)       | 126  | 128  | 131   | 121   | 121   | 124    | 118   | 117   |
///
/// Small matrices want many teams more than they want full ones.
constexpr RowShape tile_shape(const RowProfile& rows) {
  if (rows.nnz > 512 * rows.num_rows && rows.longest_row <= planned_long_row) return {1, 4, 512};
  if (rows.nnz < 1024 * 1024 && !rows.has_even_rows()) {
    if (rows.nnz <= 6 * rows.num_rows) return {1, 8, 256};
    return {1, 4, rows.nnz < 256 * 1024 ? 64 : 128};
  }
  if (rows.has_even_rows()) return {1, 8, rows.nnz <= 32 * rows.num_rows ? 64 : 128};
  return {1, rows.nnz <= 8 * rows.num_rows ? 8 : 4, 128};
}

/// \brief The tile that no team exceeds: 16-byte products and the sums of 1024 lanes fit 48 KiB.
inline constexpr int largest_tile = 2048;

/// \brief The tile of a team; one thread of a host takes what stays in its nearest cache.
constexpr int tile_for(const Machine& machine, const RowShape& shape) {
  if (machine.kind == MachineKind::host) return 1024;
  const std::int64_t tile = static_cast<std::int64_t>(shape.repeat) * shape.block_size;
  return tile < largest_tile ? static_cast<int>(tile) : largest_tile;
}

/// \brief IPCSR's SHARED_SIZE: the scratch of a multiprocessor, shared by the teams that it holds at once (He & Gao
/// 2016, section 3.1), in values of `value_bytes`.
constexpr int tile_of_shared_size(const Machine& machine, int block_size, int value_bytes) {
  if (machine.kind == MachineKind::host) return tile_for(machine, {});
  const int teams = machine.max_threads_per_multiprocessor / block_size;
  const int bytes = teams > 1 ? machine.multiprocessor_scratch_bytes / teams : machine.scratch_bytes;
  const int tile = bytes / value_bytes;
  return tile < block_size ? block_size : tile < largest_tile ? tile : largest_tile;
}

/// \brief Rows that a team streams through its tile: nine tenths of it by the mean row, since rows differ.
constexpr int stream_rows(const Machine& machine, int block_size, int tile, std::int64_t num_rows, std::int64_t nnz) {
  const std::int64_t most = machine.kind == MachineKind::host ? tile : block_size;
  const std::int64_t entries = static_cast<std::int64_t>(tile) * 9 / 10;
  const std::int64_t rows = nnz == 0 ? most : entries * num_rows / nnz;
  return static_cast<int>(rows < 1 ? 1 : rows < most ? rows : most);
}

}  // namespace sporos
