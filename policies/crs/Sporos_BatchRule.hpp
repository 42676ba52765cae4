// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief When lanes that share even rows load several entries at once, on a GPU, and how many lanes share a row.
#pragma once

#include "formats/crs/Sporos_RowProfile.hpp"
#include "policies/Sporos_Machine.hpp"
#include "policies/crs/Sporos_MachineRule.hpp"

namespace sporos {
namespace detail {

/// \brief Whether they do: measured rows that are even and short.
///
/// Microseconds from memory on an H200 (a trial program that is not committed), in batches by lanes / `stream` / the
/// best of 1, 2, 4 and 8 lanes that load one or two entries at once, teams of 128 threads:
///
/// | matrix (mean row, 10^6 entries)  | double, lanes   |      |      | float, lanes    |      |      |
/// |----------------------------------|-----------------|------|------|-----------------|------|------|
/// | incidence (2.0, 1.8)             | 17.5 (1)        | 21.4 | 18.2 | 14.8 (1)        | 19.4 | 14.4 |
/// | incidence (2.0, 6.0)             | 41.3 (1)        | 49.2 | 42.6 | 35.0 (1)        | 44.8 | 35.1 |
/// | prolongation (2.4, 2.9)          | 25.5 (1)        | 26.2 | 27.4 | 20.9 (1)        | 23.6 | 20.8 |
/// | uniform:1500000x100 (3.0, 4.5)   | 25.3 (1)        | 27.5 | 25.4 | 19.9 (1)        | 25.3 | 21.5 |
/// | roads (3.7, 3.3)                 | 34.2 (1)        | 27.9 | 35.1 | 22.8 (1)        | 24.4 | 25.9 |
/// | de-bruijn (4.0, 6.0)             | 35.5 (1)        | 34.9 | 39.6 | 26.9 (1)        | 27.5 | 27.4 |
/// | G3_circuit (4.8, 7.7)            | 45.7 (1)        | 46.3 | 46.7 | 32.5 (1)        | 39.5 | 33.3 |
/// | queues (4.9, 1.7)                | 15.1 (1)        | 16.4 | 15.6 | 11.6 (1)        | 14.6 | 11.7 |
/// | queues (4.9, 4.1)                | 28.0 (1)        | 29.7 | 29.3 | 20.5 (1)        | 27.5 | 20.5 |
/// | quadtree (5.0, 3.1)              | 22.8 (1)        | 26.0 | 23.8 | 17.0 (1)        | 22.8 | 17.0 |
/// | BentPipe2D100 (5.0, 0.05)        | 5.2 (4)         | 6.5  | 5.6  | 5.4 (4)         | 7.0  | 5.8  |
/// | 4elt (5.9, 0.1)                  | 5.3 (4)         | 6.9  | 5.8  | 5.4 (4)         | 7.3  | 5.6  |
/// | delaunay:300 (7.0, 0.6)          | 9.1 (2)         | 8.9  | 9.2  | 7.6 (2)         | 8.8  | 8.5  |
/// | delaunay:500 (7.0, 1.8)          | 16.5 (1)        | 16.4 | 16.9 | 11.8 (1)        | 14.4 | 13.1 |
/// | delaunay:700 (7.0, 3.4)          | 28.2 (1)        | 22.7 | 28.0 | 18.5 (1)        | 21.5 | 21.0 |
/// | band:200000 (7.5, 1.5)           | 14.8 (4)        | 15.6 | 16.8 | 11.4 (1)        | 13.4 | 12.4 |
/// | zipf:1000000 (7.8, 7.8)          | 50.5 (4)        | 54.4 | 56.4 | 43.6 (1)        | 45.8 | 42.5 |
/// | spin-chain (9.5, 1.2)            | 13.2 (4)        | 15.1 | 12.7 | 9.5 (2)         | 13.3 | 10.3 |
/// | spin-chain (10.0, 2.6)           | 21.9 (4)        | 23.0 | 21.0 | 14.5 (2)        | 19.1 | 15.9 |
/// | uniform:100000 (10, 1.0)         | 14.6 (4)        | 15.6 | 15.8 | 13.5 (2)        | 15.4 | 13.5 |
/// | small-world (11, 1.1)            | 12.5 (4)        | 11.3 | 11.7 | 8.9 (2)         | 10.7 | 10.0 |
/// | small-world (11, 5.5)            | 35.6 (4)        | 31.0 | 37.3 | 25.2 (2)        | 29.1 | 26.8 |
/// | uniform:150000 (12, 1.8)         | 22.2 (4)        | 23.8 | 23.0 | 20.4 (2)        | 22.2 | 19.8 |
/// | wave (13.6, 2.1)                 | 19.1 (8)        | 20.4 | 19.8 | 14.7 (4)        | 17.6 | 15.0 |
/// | tetrahedra (14.6, 4.4)           | 32.4 (8)        | 31.5 | 39.7 | 23.9 (4)        | 27.0 | 27.3 |
/// | zipf:100000 (15, 1.5)            | 14.2 (8)        | 16.6 | 16.2 | 12.7 (4)        | 14.6 | 13.3 |
/// | zipf:500000 (15, 7.6)            | 46.5 (8)        | 51.7 | 54.3 | 40.0 (4)        | 43.7 | 42.6 |
/// | Dubcova1 (16, 0.3)               | 7.4 (8)         | 10.6 | 7.2  | 6.6 (4)         | 10.5 | 6.9  |
/// | landmark (15.9, 1.1)             | 10.9 (8)        | 11.9 | 11.6 | 9.3 (4)         | 10.2 | 9.3  |
/// | uniform:50000 (20, 1.0)          | 14.7 (8)        | 15.5 | 15.2 | 12.3 (4)        | 14.4 | 12.6 |
/// | communities (22, 1.3)            | 17.0 (8)        | 18.5 | 18.4 | 14.8 (8)        | 17.3 | 16.2 |
/// | communities (22, 4.4)            | 44.4 (8)        | 44.0 | 45.1 | 40.7 (8)        | 42.5 | 42.4 |
/// | stokes (25, 6.3)                 | 35.6 (4)        | 34.9 | 36.4 | 27.4 (4)        | 29.4 | 28.8 |
///
/// (uniform:150000,entries=12 and the like, zipf:1000000,entries=8, band:200000,shortest=3,longest=12,radius=300; the
/// other families are those of families.py, some with other numbers of rows. Dubcova1 ran with eight lanes in float.)
/// Teams of lanes in batches had 256 threads, and each group of lanes one row.
constexpr bool sums_in_batches(const RowProfile& rows, int value_bytes) {
  return value_bytes <= 8 && rows.longest_row > 0 && rows.has_even_rows() && rows.nnz <= 24 * rows.num_rows;
}

/// \brief Whether they beat tiles in matrices of every size: with narrow values, and with more than twelve entries a
/// row. Not where some rows are far longer than others, for which lanes wait: alternating:350000,lengths=2x11x36
/// (deviation 0.9 of the mean) takes 54 us in float in batches, and 51 by `stream`.
inline bool batches_beat_tiles(const RowProfile& rows, int value_bytes) {
  return sums_in_batches(rows, value_bytes) && (value_bytes <= 4 || rows.nnz > 12 * rows.num_rows) &&
         rows.row_deviation() <= 0.6 * rows.mean_row();
}

/// \brief The lanes of a row, by its entries; more where that leaves threads idle, as long as each has two entries.
constexpr int batch_lanes(const Machine& machine, const RowProfile& rows, int value_bytes) {
  const bool narrow = value_bytes <= 4;
  const auto mean_is_at_most = [&](std::int64_t entries) { return rows.nnz <= entries * rows.num_rows; };
  int lanes = 8;
  if (mean_is_at_most(narrow ? 8 : 7)) {
    lanes = 1;
  } else if (mean_is_at_most(12)) {
    lanes = narrow ? 2 : 4;
  } else if (narrow && mean_is_at_most(20)) {
    lanes = 4;
  }
  while (lanes < 8 && leaves_threads_idle(machine, rows.num_rows, lanes) && 2 * lanes * rows.num_rows < rows.nnz) {
    lanes *= 2;
  }
  return lanes;
}

/// \brief The shape of even short rows. On an H200, teams of 128 threads take 0.96 to 1.03 of the time of 256, in means
/// by type, size and lanes (another trial program, which is not committed either). With eight lanes in large matrices
/// each group has two rows, in teams of 256: 0.95 to 0.97 of it (tetrahedra, 11 million entries: 65 instead of 69 us in
/// double).
constexpr RowShape batch_shape(const Machine& machine, const RowProfile& rows, int value_bytes) {
  const int lanes = batch_lanes(machine, rows, value_bytes);
  return lanes == 8 && rows.nnz >= 5 * 1024 * 1024 ? RowShape{8, 2, 256} : RowShape{lanes, 1, 128};
}

}  // namespace detail
}  // namespace sporos
