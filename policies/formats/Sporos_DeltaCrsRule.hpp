// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The teams of products with delta CRS matrices.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// \brief Entries that each thread of a tile's team loads, as the measurements of tile_shape() say.
inline constexpr int delta_entries_per_thread = 8;

/// \brief Threads for tiles of `tile_entries`: whole warps, 256 threads for the largest tiles.
constexpr int delta_block_size(const Machine& machine, int tile_entries) {
  if (machine.kind == MachineKind::host) return 1;
  const int warps = tile_entries / (delta_entries_per_thread * machine.lanes);
  return (warps > 1 ? warps : 1) * machine.lanes;
}

/// \brief Threads of a team where lanes share rows.
inline constexpr int delta_rows_block_size = 128;

/// \brief Lanes that share a row where rows are about as long as the mean.
///
/// Microseconds on an H100, double / float, of trial kernels in teams of 128 threads (of 9 to 18 entries a row, of
/// plans compiled for these lanes), and of compressed rows in the same run:
///
/// | matrix (mean row)    | 1          | 2         | 4        | 8         | 16       | 32       | compressed rows |
/// |----------------------|------------|-----------|----------|-----------|----------|----------|-----------------|
/// | band-short4 (4)      | 94 / 64    | 104 / 82  |          |           |          |          | 106 / 70        |
/// | stencil7-160 (7)     | 139 / 86   | 151 / 118 |          |           |          |          | 158 / 106       |
/// | stencil9:1000 (9)    | 57 / 36    | 56 / 35   | 61 / 44  |           |          |          | 57 / 40         |
/// | 12 entries a row     | 74 / 43    | 68 / 40   | 67 / 46  |           |          |          | 68 / 46         |
/// | 14 to 18 a row       | 77 / 55    | 89 / 51   | 77 / 55  |           |          |          | 85 / 64         |
/// | stencil27-110 (26.5) |            |           | 147 / 99 | 165 / 135 |          |          | 165 / 120       |
/// | fem3-68 (78.6)       |            |           |          | 270 / 181 |          |          | 322 / 226       |
/// | nd-long400 (379)     |            |           |          |           | 111 / 77 | 105 / 74 | 122 / 88        |
///
/// Where that leaves threads idle, more lanes, as long as each has two entries.
constexpr int delta_row_lanes(const Machine& machine, std::int64_t num_rows, std::int64_t nnz) {
  int lanes = nnz <= 10 * num_rows ? 1 : nnz <= 40 * num_rows ? 4 : nnz <= 160 * num_rows ? 8 : 32;
  while (lanes < 32 && lanes * num_rows < resident_threads(machine) && 4 * lanes * num_rows <= nnz) lanes *= 2;
  return lanes;
}

/// \brief Entries that a lane loads before it adds the first of them up: 4 with 64 registers, or 1 with 32 or 40. In
/// double the former take 270 instead of 289 microseconds on fem3-68, 105 instead of 111 on nd-long400, but 160 instead
/// of 147 on stencil27-110; in float 181 instead of 180, 74 instead of 72.
constexpr int delta_entries_in_flight(int lanes) { return lanes < 8 ? 1 : 4; }

/// \brief Threads that add up the pieces of rows: a few lanes a row.
constexpr int delta_fix_up_block_size(const Machine& machine) { return machine.kind == MachineKind::host ? 1 : 128; }

/// \brief Of a tile's kernel 48 and 80 registers a thread: with 40 that of double spills.
template <class Sum>
using DeltaOccupancy = std::conditional_t<(sizeof(Sum) <= 8), Occupancy<256, 5>, Occupancy<256, 3>>;

/// \brief Where rows have lanes: 64 registers for entries in flight, else 32 where they do not spill.
template <int Lanes, class Sum>
using DeltaRowsOccupancy =
    std::conditional_t<(delta_entries_in_flight(Lanes) > 1), HalfOccupancy, CoopOccupancy<Lanes, Sum>>;

}  // namespace detail
}  // namespace sporos
