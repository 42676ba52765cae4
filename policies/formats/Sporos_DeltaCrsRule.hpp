// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Teams for products with delta CRS matrices.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// \brief Entries of a tile that each thread loads, from the measurements at tile_shape().
inline constexpr int delta_entries_per_thread = 8;

/// \brief The threads of a team for tiles of `tile_entries`: whole warps, 256 threads for the largest tiles.
constexpr int delta_block_size(const Machine& machine, int tile_entries) {
  if (machine.kind == MachineKind::host) return 1;
  const int warps = tile_entries / (delta_entries_per_thread * machine.lanes);
  return (warps > 1 ? warps : 1) * machine.lanes;
}

/// \brief The tiles of one share on a host: all of them for a single thread, eight shares for each of several.
constexpr std::int64_t delta_tiles_per_share(const Machine& machine, std::int64_t num_tiles) {
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 8LL * machine.multiprocessors;
  return num_tiles == 0 ? 1 : (num_tiles + shares - 1) / shares;
}

/// \brief Threads of a team where lanes share rows.
inline constexpr int delta_rows_block_size = 128;

/// \brief The lanes that share a row where all rows are about as long as the mean.
///
/// Microseconds on an H100, double / float, by lanes, and of compressed rows in the same run. These are trial kernels
/// in teams of 128 threads; for 9 to 18 entries a row, plans compiled for that number of lanes:
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
/// Where that leaves threads idle, rows get more lanes, as long as each lane has two entries.
constexpr int delta_row_lanes(const Machine& machine, std::int64_t num_rows, std::int64_t nnz) {
  int lanes = nnz <= 10 * num_rows ? 1 : nnz <= 40 * num_rows ? 4 : nnz <= 160 * num_rows ? 8 : 32;
  while (lanes < 32 && lanes * num_rows < resident_threads(machine) && 4 * lanes * num_rows <= nnz) lanes *= 2;
  return lanes;
}

/// \brief Entries that a lane loads before it adds up the first of them: 4 with 64 registers, or 1 with 32 or 40. With
/// 4, products in double take 270 instead of 289 microseconds on fem3-68 and 105 instead of 111 on nd-long400, but 160
/// instead of 147 on stencil27-110; in float 181 instead of 180 and 74 instead of 72 on the first two.
constexpr int delta_entries_in_flight(int lanes) { return lanes < 8 ? 1 : 4; }

/// \brief The threads of a team that adds up the sums of pieces; a few lanes share a row.
constexpr int delta_fix_up_block_size(const Machine& machine) { return machine.kind == MachineKind::host ? 1 : 128; }

/// \brief For the kernel of uneven tiles: 48 or 80 registers a thread. With 40, the kernel for double spills.
template <class Sum>
using DeltaOccupancy = std::conditional_t<(sizeof(Sum) <= 8), Occupancy<256, 5>, Occupancy<256, 3>>;

/// \brief For the kernel in which lanes share rows: 64 registers where a lane has several entries in flight, else 32 if
/// the kernel does not spill with them.
template <int Lanes, class Sum>
using DeltaRowsOccupancy =
    std::conditional_t<(delta_entries_in_flight(Lanes) > 1), HalfOccupancy, CoopOccupancy<Lanes, Sum>>;

}  // namespace detail
}  // namespace sporos
