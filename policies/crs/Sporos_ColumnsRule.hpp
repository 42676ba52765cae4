// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How several columns of x are multiplied at once: on a host, and in lanes on a GPU. Of contiguous columns on a
/// GPU there is more in Sporos_ContiguousColumnsRule.hpp.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"
#include "policies/crs/Sporos_LeafRule.hpp"

namespace sporos {
namespace detail {

/// \brief Columns of x that are read at the same time. Each column is several streams of memory (one per plane for a
/// stencil), and a core follows only some dozens. So the columns are read in groups, block of rows by block of rows: a
/// block comes from memory for the first group and from the cache for the others.
///
/// Milliseconds for 8 columns in LayoutLeft on one core (third-generation EPYC, AVX2), by columns at a time and rows of
/// a block:
///
/// | matrix        | one column | 8    | 4, 256 | 4, 1024 | 2, 256 | 2, 1024 |
/// |---------------|------------|------|--------|---------|--------|---------|
/// | stencil7:100  | 5.5        | 32.0 | 28.6   | 25.2    | 27.1   | 24.9    |
/// | stencil27:60  | 5.4        | 15.9 | 15.7   | 15.7    | 20.8   | 21.1    |
///
/// Shorter rows lose more by a second pass over their entries than they gain in memory traffic: band:500000, with 2 to
/// 6 entries a row, takes 9.5 with 8 columns at a time and 13.6 with 4.
constexpr int columns_at_a_time(std::int64_t num_rows, std::int64_t nnz) { return nnz <= 6 * num_rows ? 8 : 4; }

/// \brief Independent partial sums of a row and column, so that no addition waits for the one before: two instead of
/// one take 22.4 instead of 26.7 and 14.2 instead of 16.3 milliseconds for the matrices above. For eight columns there
/// are registers for one sum each.
constexpr int column_chains(int columns) { return columns <= 4 ? 2 : 1; }

/// \brief Rows that a leaf for contiguous columns sums before they are written.
inline constexpr std::int64_t column_leaf_rows = 16;

/// \brief Whether leaves sum contiguous columns. Where rows are short, y is most of what is written and read, and a
/// leaf comes to it in bursts, for which the core waits.
///
/// Time of MKL over that of the leaves, and in parentheses of the loop without leaves, which runs elsewhere; one core
/// of an EPYC of the third generation, double, LayoutRight, 2 or 3 runs:
///
/// | matrix (mean row)   | 4 columns   | 8 columns   | 16 columns  |
/// |---------------------|-------------|-------------|-------------|
/// | band:1000000 (4)    | 1.03 (1.35) | 0.89 (1.01) | 0.77 (0.96) |
/// | stencil7:100 (6.9)  | 1.05 (1.09) | 0.90 (1.07) | 0.84 (0.92) |
/// | uniform:300000 (16) | 1.30 (1.05) | 1.72 (0.98) | 1.86 (0.99) |
/// | stencil27:20 (24)   | 1.45 (0.93) | 1.50 (0.84) | 1.40 (0.92) |
/// | stencil27:60 (26)   | 1.23 (0.95) | 1.00 (0.89) | 1.15 (1.00) |
/// | fem3:30 (76)        | 1.41 (0.93) | 1.63 (0.82) | 1.63 (1.11) |
constexpr bool columns_use_leaves(std::int64_t num_rows, std::int64_t nnz) { return nnz > 8 * num_rows; }

/// \brief Whether a plan copies columns of x that are not contiguous, so that leaves can sum them. The copy is read and
/// written once; rows with many entries gain by it, and those that read x far apart, where each entry is in another
/// line of the cache for each column.
///
/// Time of MKL over that of a plan as it is, and of one that copies; as above, LayoutLeft:
///
/// | matrix (mean row)   | 4 columns   | 8 columns   | 16 columns  |
/// |---------------------|-------------|-------------|-------------|
/// | uniform:500000 (4)  | 1.06, 1.72  | 0.80, 1.94  | 0.68, 1.99  |
/// | band:1000000 (4)    | 0.95, 0.83  | 1.56, 1.01  | 1.53, 0.79  |
/// | stencil7:100 (6.9)  | 1.27, 1.01  | 1.27, 1.23  | 1.35, 0.99  |
/// | stencil27:60 (26)   | 0.96, 1.33  | 1.34, 1.82  | 1.40, 1.71  |
/// | fem3:30 (76)        | 1.15, 1.66  | 1.35, 2.78  | 1.31, 2.69  |
///
/// Milliseconds on one core of a Xeon with AVX-512 (2 MB of second-level cache), double, LayoutLeft, g++ 12 -O3, the
/// median of nine products, of a plan as it is, and of one that copies:
///
/// | matrix                           | distance | 4 columns   | 8 columns   | 16 columns  |
/// |----------------------------------|----------|-------------|-------------|-------------|
/// | stencil5:900                     | 1        | 8.9, 12.9   | 15.0, 25.8  | 31.5, 55.0  |
/// | stencil7:100                     | 1        | 14.5, 18.0  | 29.9, 35.2  | 56.9, 73.0  |
/// | band:1000000                     | 15       | 21.0, 21.3  | 27.2, 39.4  | 57.4, 97.3  |
/// | dc1:300000,heavy=150000x80000    | 44       | 7.3, 6.7    | 14.5, 11.2  | 28.0, 27.6  |
/// | diagonals:600000                 | 1        | 5.1, 8.2    | 12.9, 16.1  | 32.6, 47.0  |
/// | arrow:300000                     | 84       | 2.1, 2.5    | 3.6, 6.8    | 10.6, 21.5  |
/// | delaunay:700                     | 76       | 9.6, 12.9   | 23.4, 20.9  | 36.0, 40.4  |
/// | uniform:60000,entries=5          | 13,000   | 1.2, 0.8    | 3.8, 1.8    | 10.5, 4.4   |
/// | powerlaw:60000                   | 19,000   | 2.4, 0.9    | 6.1, 1.5    | 7.8, 4.0    |
/// | uniform:500000,entries=4         | 111,000  | 43.2, 21.3  | 127.6, 27.9 | 324.2, 130.5|
/// | powerlaw:500000                  | 152,000  | 35.7, 14.4  | 107.1, 27.9 | 253.9, 72.5 |
/// | uniform:1000000,entries=7        | 184,000  | 229.1, 91.3 | 624.5, 154.7| 1255, 388.5 |
/// | uniform:100000x1000000,entries=5 | 208,000  | 17.1, 9.4   | 49.9, 20.1  | 115.5, 54.2 |
///
/// (A program that is not committed; distances as the plan would sample them.)
///
/// With many threads, small matrices lose, presumably since threads read what others have just copied. Milliseconds
/// with 16 threads of such a Xeon, of `spmv`, which does not copy, and of a plan that does (sporos_spmv, one run):
///
/// | matrix (10^6 entries)                  | 4 columns  | 8 columns  |
/// |----------------------------------------|------------|------------|
/// | powerlaw:90000 (0.3)                   | 0.25, 0.45 | 1.3, 0.7   |
/// | uniform:90000,entries=6 (0.5)          | 0.38, 0.45 | 0.8, 0.9   |
/// | powerlaw:300000 (1.0)                  | 1.7, 1.6   | 6.3, 2.1   |
/// | uniform:200000x900000,entries=6 (1.2)  | 4.0, 1.9   | 11.6, 4.0  |
/// | uniform:350000,entries=6 (2.1)         | 2.4, 1.8   | 5.6, 3.0   |
/// | uniform:1500000,entries=5 (7.5)        | 31.5, 10.5 | 38.6, 15.8 |
/// \param are_scattered  whether neighbouring rows read x far apart (is_scattered())
constexpr bool packs_columns(std::int64_t x_rows, std::int64_t nnz, std::int64_t columns, bool are_scattered,
                             int threads) {
  const bool gains_by_lines = are_scattered && 2 * nnz >= x_rows && nnz >= std::int64_t{48} * 1024 * threads;
  return columns >= 4 && (nnz > 8 * x_rows || gains_by_lines);
}

/// \brief The most rows of a block, and the entries after which a block takes no further row: 192 KiB, which stay in a
/// second-level cache.
inline constexpr std::int64_t columns_block_rows = 1024;
inline constexpr std::int64_t columns_block_entries = 16384;

/// \brief The most bytes of the sums of a row: of 16 columns of the widest type.
inline constexpr std::int64_t most_column_bytes = 256;

/// \brief Entries of a segment of a long row that threads share, for sums of so many bytes: in proportion to them, so
/// that the same room is enough for all.
constexpr std::int64_t column_segment(std::int64_t sum_bytes) { return leaf_segment * ((sum_bytes + 15) / 16); }

/// \brief The elements of that room, of 16 bytes each.
constexpr std::int64_t column_carries(std::int64_t nnz) { return nnz / leaf_segment + most_column_bytes / 16; }

/// \brief The most lanes that share a row and a block of columns on a GPU.
inline constexpr int max_column_lanes = 8;

/// \brief Lanes that may share a row and a block of columns: each takes eight entries or more, since a matrix of short
/// rows has enough rows and blocks to keep a multiprocessor busy.
constexpr int column_lanes(std::int64_t num_rows, std::int64_t nnz) {
  int lanes = 1;
  while (lanes < max_column_lanes && num_rows > 0 && nnz >= 16 * lanes * num_rows) lanes *= 2;
  return lanes;
}

/// \brief Lanes that do share a row and a block, of so many blocks, but for contiguous columns where the backend has a
/// Ballot (lanes_of_contiguous()). If the columns of a row of x are contiguous, all blocks of a row are read at the
/// same time, and 16 lanes for a row are enough.
///
/// Microseconds on an H100, double, of trial kernels without votes, by lanes, with blocks of two columns:
///
/// | matrix (mean row)   | columns | layout | 1    | 2    | 4    | 8    |
/// |---------------------|---------|--------|------|------|------|------|
/// | stencil7 (6.9)      | 4       | right  | 207  | 227  | 295  | 463  |
/// | stencil7            | 16      | right  | 461  | 746  | 1096 | 1979 |
/// | fem3 (79)           | 4       | right  | 364  | 212  | 187  | 190  |
/// | fem3                | 8       | right  | 282  | 238  | 237  | 359  |
/// | fem3                | 16      | right  | 355  | 347  | 578  | 1060 |
/// | long (525)          | 4       | right  | 362  | 223  | 188  | 157  |
/// | long                | 16      | right  | 331  | 325  | 366  | 584  |
/// | stencil7            | 16      | left   | 548  | 888  | 1125 | 1809 |
/// | fem3                | 16      | left   | 854  | 659  | 632  | 637  |
/// | long                | 16      | left   | 2257 | 1380 | 941  | 635  |
///
/// (stencil7:130x170x150, fem3:44x50x56 and long:30000,shortest=150,longest=900; also looked at: delaunay:1000,
/// uniform:2500000,entries=7, band:2500000,shortest=1,longest=12,radius=500.)
constexpr int lanes_of_block(int lanes, int blocks, bool row_by_row) {
  while (row_by_row && lanes > 1 && lanes * blocks > 16) lanes /= 2;
  return lanes;
}

/// \brief The longest row that the lanes of a block sum; the whole warp sums longer ones. Lanes that leave rows of
/// usual length to the warp take up to three times as long (fem3, 16 columns, with 64: 1387 instead of 457 us).
///
/// What lanes keep in flight, and the registers that they may take (LaneWork, LaunchBound), were chosen together:
/// microseconds on an H100, double, by entries in flight and registers:
///
/// | matrix           | columns | layout | 4, 64 | 2, 64 | 2, 40 | 4, 51 |
/// |------------------|---------|--------|-------|-------|-------|-------|
/// | stencil7:150     | 8       | right  | 382   | 370   | 322   | 347   |
/// | stencil7:150     | 16      | right  | 721   | 696   | 562   | 647   |
/// | stencil7:150     | 16      | left   | 890   | 863   | 698   | 851   |
/// | stencil27:90     | 16      | right  | 423   | 408   | 379   | 463   |
/// | stencil27:90     | 8       | left   | 311   | 327   | 270   | 299   |
/// | fem3:44x50x56    | 8       | right  | 313   | 297   | 310   | 374   |
/// | fem3:44x50x56    | 8       | left   | 489   | 505   | 399   | 456   |
/// | delaunay:1000    | 8       | right  | 138   | 171   | 165   | 145   |
/// | delaunay:1000    | 8       | left   | 176   | 164   | 154   | 177   |
/// | powerlaw:1500000 | 8       | right  | 520   | 524   | 571   | 505   |
/// | zipf:500000      | 8       | left   | 366   | 394   | 444   | 396   |
///
/// (Also looked at: alternating:100000. The programs of both trials are not committed.)
constexpr std::int64_t warp_row_of_columns(int lanes, std::int64_t num_rows, std::int64_t nnz) {
  const std::int64_t twice_the_mean = num_rows > 0 ? 2 * nnz / num_rows : 0;
  return 32 * lanes > twice_the_mean ? 32 * lanes : twice_the_mean;
}

/// \brief The lanes of a warp that share a block of columns of a row, where it sums the row for all of them.
KOKKOS_INLINE_FUNCTION constexpr int lanes_a_block(int warp_lanes, int blocks) {
  int lanes = warp_lanes;
  while (lanes > 1 && lanes * blocks > warp_lanes) lanes /= 2;
  return lanes;
}

/// \brief The most columns of one pass in lanes, and the most blocks of columns.
inline constexpr int max_lane_columns = 32;
inline constexpr int max_lane_blocks = 16;

/// \brief Threads of a team.
inline constexpr int column_lanes_team = 256;

/// \brief The most teams of a launch, an int; larger products repeat.
inline constexpr std::int64_t most_column_teams = std::int64_t(1) << 30;

}  // namespace detail
}  // namespace sporos
