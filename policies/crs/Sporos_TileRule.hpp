// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The tile of a team (the products that it keeps in scratch), and the rows that it streams through it.
#pragma once

#include <cstddef>

#include "formats/crs/Sporos_RowProfile.hpp"
#include "policies/Sporos_LongRows.hpp"
#include "policies/Sporos_Machine.hpp"
#include "policies/Sporos_RowShape.hpp"

namespace sporos {
namespace detail {

/// \brief The longest row with which a small matrix does not yet get teams of 256 threads.
inline constexpr std::int64_t longest_moderate_row = 2048;

/// \brief The longest row with which rows of some hundred entries get the largest tiles.
inline constexpr std::int64_t longest_row_of_two_tiles = 4096;

/// \brief The threads of a team with a tile, and as `repeat` the entries that each of them loads.
///
/// Microseconds on an H100 in double, by threads times entries, streamed:
///
/// | matrix (mean row)    | 64*4 | 64*8 | 64*12 | 128*4 | 128*8 | 128*12 | 256*8 | 512*4 |
/// |----------------------|------|------|-------|-------|-------|--------|-------|-------|
/// | band-short4 (4)      | 108  | 106  | 106   | 108   | 106   | 106    | 108   | 114   |
/// | stencil7-160 (7)     | 167  | 154  | 155   | 170   | 155   | 154    | 156   | 182   |
/// | stencil9:1000 (9)    | 57   | 54   | 57    | 58    | 55    | 57     | 56    | 63    |
/// | uniform16 (16)       | 159  | 160  | 170   | 158   | 163   | 167    | 163   | 162   |
/// | stencil27-110 (26.5) | 187  | 165  | 166   | 188   | 166   | 165    | 168   | 204   |
/// | fem3-68 (78.6)       | 437  | 342  | 314   | 391   | 320   | 332    | 319   | 396   |
///
/// Where columns are irregular, larger teams are faster:
///
/// | matrix (mean row), double / float | 64*4      | 64*8      | 128*4     | 128*8     | 256*4     | 256*8     |
/// |-----------------------------------|-----------|-----------|-----------|-----------|-----------|-----------|
/// | zipf:500000 (15)                  | 57 / 41   | 63 / 45   | 57 / 41   | 57 / 45   | 57 / 41   | 57 / 45   |
/// | zipf:1000000,entries=8 (8)        | 63 / 47   | 72 / 52   | 63 / 46   | 64 / 52   | 63 / 46   | 64 / 52   |
/// | uniform:300000 (16)               | 51 / 46   | 52 / 47   | 51 / 46   | 53 / 49   | 51 / 47   | 53 / 49   |
/// | uniform:1000000,entries=32 (32)   | 294 / 276 | 292 / 275 | 292 / 274 | 290 / 274 | 291 / 273 | 290 / 273 |
/// | band:600000, 1 to 12 (6.5)        | 32 / 24   | 32 / 19   | 32 / 23   | 30 / 18   | 32 / 22   | 30 / 18   |
/// | delaunay:450 (7), in the cache    | 9.8 / 9.0 | 9.6 / 8.0 | 9.8 / 8.8 | 9.2 / 7.5 | 9.8 / 8.8 | 9.1 / 7.5 |
///
/// In row blocks, double / float (census: bitmap_census-income):
///
/// | matrix (10^6 entries, mean, longest) | 64*4        | 128*4       | 128*8       | 256*4       | 512*4       |
/// |--------------------------------------|-------------|-------------|-------------|-------------|-------------|
/// | wiki-Vote (0.1, 12.5, 893)           | 6.6 / 6.6   | 6.8 / 6.8   | 8.3 / 8.0   | 7.5 / 7.1   | 7.6 / 7.2   |
/// | cit-HepTh (0.4, 12.7, 562)           | 7.7 / 7.4   | 7.8 / 7.3   | 9.0 / 8.5   | 9.0 / 8.3   | 10.1 / 8.9  |
/// | rail507 (0.4, 808, 7754)             | 10.8 / 9.0  | 9.0 / 7.8   | 9.0 / 7.9   | 8.0 / 7.3   | 6.9 / 6.4   |
/// | Maragal_6 (0.5, 25.3, 5941)          | 11.7 / 9.7  | 9.7 / 8.3   | 9.5 / 8.9   | 7.8 / 7.0   | 7.8 / 6.9   |
/// | blogcatalog (0.7, 64.8, 3992)        | 12.7 / 10.0 | 10.5 / 9.2  | 10.7 / 9.0  | 8.7 / 8.1   | 9.2 / 8.4   |
/// | boyd1 (1.2, 13.0, 93261)             | 12.1 / 9.9  | 10.3 / 8.7  | 10.5 / 8.7  | 9.7 / 8.5   | 11.7 / 9.9  |
/// | cnr-2000 (3.2, 9.9, 2716)            | 25.8 / 17.1 | 24.2 / 16.0 | 22.9 / 14.9 | 25.9 / 17.6 | 26.7 / 18.3 |
/// | powerlaw3 (3.4, 3.4, 4496)           | 43.7 / 39.6 | 41.2 / 37.0 | 41.9 / 37.5 | 41.7 / 37.4 | 43.3 / 38.9 |
/// | census (6.9, 34610, 197539)          | 47.0 / 33.8 | 41.5 / 30.0 | 41.8 / 29.9 | 40.5 / 30.9 | 46.9 / 38.7 |
/// | dc1-like (8.1, 7.0, 726507)          | 50.3 / 36.7 | 49.6 / 36.7 | 49.1 / 37.2 | 52.5 / 38.7 | 56.7 / 43.3 |
/// | lp:100x500000 (3.0, 29650, 50000)    | 29.1 / 21.1 | 29.7 / 21.9 | 29.5 / 22.0 | 31.2 / 23.0 | 37.2 / 27.8 |
/// | long:2500, 600 to 1500 (2.6, 1050)   | 10.1 / 8.5  | 11.9 / 9.0  | 11.4 / 9.1  | 13.0 / 9.9  | 17.5 / 14.3 |
/// | wide-lp (11.6, 2718, 5190)           | 123 / 113   | 119 / 110   | 119 / 111   | 117 / 108   | 114 / 105   |
/// | rmat20x16 (16.1, 15.3, 39618)        | 155 / 124   | 149 / 119   | 151 / 128   | 148 / 119   | 151 / 122   |
///
/// Small matrices need many teams rather than large ones, but also enough threads for their longest row: boyd1, read
/// from memory, takes 17.3 with 128 threads and 16.8 with 256. The smallest matrices with long rows are as fast with
/// 512 threads as with 256 in warm caches, and faster from memory (on an H200 in double, 256 and 512 threads:
/// BOYD2_A 12.7 and 11.5, Maragal_6 12.5 and 11.3, lp_d6cube 10.6 and 8.7), unless their other rows are long, too
/// (lp_wood1p in warm caches 6.7 and 7.3). Larger matrices are slower with 512 (SLAM_spheric_hgr 15.0 and 15.5,
/// boyd1 14.7 and 16.9).
///
/// Row blocks end with whole rows. If those have some hundred entries, they leave less of a larger tile empty, and x is
/// loaded for more rows at once; a matrix with much longer rows gains nothing. Microseconds on an H200, double / float:
///
/// | matrix (10^6 entries, mean, longest) | 128*4       | 128*8       | 256*4       | 256*8       | 512*4       |
/// |--------------------------------------|-------------|-------------|-------------|-------------|-------------|
/// | coupled-fields-0.6 (3.0, 208, 1680)  | 23.7 / 20.3 | 23.2 / 18.1 | 23.5 / 19.0 | 22.8 / 17.1 | 24.5 / 19.5 |
/// | coupled-fields (5.7, 238, 2544)      | 40.8 / 32.9 | 39.5 / 30.1 | 37.8 / 31.8 | 37.1 / 29.1 | 37.8 / 32.4 |
/// | coupled-fields-1.7 (9.1, 222, 3852)  | 67.1 / 48.0 | 63.3 / 47.6 | 61.5 / 44.8 | 58.1 / 41.6 | 57.8 / 43.8 |
/// | rmat:13,factor=900 (2.6, 313, 6495)  | 21.0 / 16.0 | 21.0 / 15.4 | 21.5 / 18.0 | 20.7 / 17.2 | 21.7 / 18.0 |
/// | rmat:14,factor=400 (3.3, 204, 9963)  | 23.8 / 19.6 | 23.6 / 19.2 | 26.3 / 22.2 | 24.6 / 20.8 | 26.8 / 22.0 |
/// | rmat:15,factor=250 (5.1, 156, 15124) | 33.0 / 27.1 | 33.0 / 26.1 | 32.4 / 28.5 | 32.9 / 27.1 | 35.3 / 31.8 |
/// | rmat:16,factor=260 (11, 173, 26551)  | 73.2 / 46.1 | 72.1 / 49.1 | 70.1 / 46.7 | 69.8 / 46.6 | 72.4 / 53.8 |
constexpr RowShape tile_shape(const RowProfile& rows) {
  if (rows.nnz > 512 * rows.num_rows) {
    if (rows.nnz <= 1536 * rows.num_rows) return {1, 4, 64};
    return {1, 4, rows.longest_row <= 16 * 512 ? 512 : 128};
  }
  if (rows.has_even_rows()) return {1, 8, 128};
  if (rows.nnz < 2048 * 1024 && rows.longest_row > longest_moderate_row) {
    return {1, 4, rows.nnz < 576 * 1024 && rows.nnz <= 256 * rows.num_rows ? 512 : 256};
  }
  if (rows.nnz < 1024 * 1024) return {1, 4, rows.nnz < 256 * 1024 ? 64 : 128};
  if (rows.nnz > 128 * rows.num_rows && rows.longest_row <= longest_row_of_two_tiles) return {1, 8, 256};
  return {1, rows.nnz <= 12 * rows.num_rows ? 8 : 4, 128};
}

/// \brief The largest tile of any team: with products of 16 bytes and the sums of 1024 lanes it fits in 48 KiB.
inline constexpr int largest_tile = 2048;

/// \brief The tile of a team in products; on a host, what stays in a thread's first-level cache.
constexpr int tile_for(const Machine& machine, const RowShape& shape) {
  if (machine.kind == MachineKind::host) return 1024;
  const std::int64_t tile = static_cast<std::int64_t>(shape.repeat) * shape.block_size;
  return tile < largest_tile ? static_cast<int>(tile) : largest_tile;
}

/// \brief IPCSR's SHARED_SIZE (He & Gao 2016, section 3.1): the scratch of a multiprocessor divided among its resident
/// teams, in values of `value_bytes`.
constexpr int tile_of_shared_size(const Machine& machine, int block_size, int value_bytes) {
  if (machine.kind == MachineKind::host) return tile_for(machine, {});
  if (block_size < 1) return 0;  // shape_fault() refuses such a shape later
  const int teams = machine.max_threads_per_multiprocessor / block_size;
  const int bytes = teams > 1 ? machine.multiprocessor_scratch_bytes / teams : machine.scratch_bytes;
  const int tile = bytes / (value_bytes < 4 ? 4 : value_bytes);  // products are no narrower
  return tile < block_size ? block_size : tile < largest_tile ? tile : largest_tile;
}

/// \brief The rows that a team streams through its tile: rows of the mean length fill nine tenths of it, since rows
/// differ.
constexpr int stream_rows(const Machine& machine, int block_size, int tile, std::int64_t num_rows, std::int64_t nnz) {
  const std::int64_t most = machine.kind == MachineKind::host ? tile : block_size;
  const std::int64_t entries = static_cast<std::int64_t>(tile) * 9 / 10;
  const std::int64_t rows = nnz == 0 ? most : entries * num_rows / nnz;
  return static_cast<int>(rows < 1 ? 1 : rows < most ? rows : most);
}

}  // namespace detail
}  // namespace sporos
