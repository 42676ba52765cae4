// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How several columns of x are multiplied on a GPU if the numbers of a row of x are neighbours.
#pragma once

#include <cstdint>

#include "policies/Sporos_CrsDecision.hpp"
#include "policies/Sporos_Machine.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"

namespace sporos {
namespace detail {

/// \brief Whether a plan copies columns of x that are not contiguous (packs_columns() says it for hosts).
///
/// Microseconds on an H200, double, LayoutLeft, of a plan as it is, and of one that copies (by a program that is not
/// committed; -: not measured):
///
/// | matrix (mean row)     | 4 columns | 8 columns | 16 columns |
/// |-----------------------|-----------|-----------|------------|
/// | diagonals (4)         | 58, -     | 119, -    | 230, 264   |
/// | stencil7 (7.0)        | 203, -    | 331, -    | 646, 741   |
/// | zipf (15)             | 198, 87   | 381, 118  | 803, 170   |
/// | stencil27 (26)        | 143, 136  | 258, 193  | 513, 317   |
/// | fem3 (78)             | 205, 151  | 391, 211  | 774, 374   |
/// | alternating (150)     | 391, 147  | 771, 172  | 1515, 271  |
/// | arrow (12, uneven)    | 60, 68    | 105, 111  | 199, 190   |
/// | powerlaw (3, uneven)  | 457, -    | 997, -    | 2218, 638  |
///
/// (diagonals:1000000, stencil7:150, zipf:500000, stencil27:90, fem3:44x50x56, alternating:100000,
/// arrow:500000,border=2,block=4, powerlaw:1500000; before there was a ColumnTilesKernel.)
///
/// Of a small matrix with even rows the copy takes as long as the product, so that only many columns gain, and only if
/// x is long. Microseconds on an H200:
///
/// | matrix (rows, 10^6 entries)     | 4 columns  | 8 columns  | 16 columns |
/// |---------------------------------|------------|------------|------------|
/// | fem3:6 (1029, 0.1)              | 8.5, 12.5  | 9.1, 12.8  | 9.3, 13.1  |
/// | fem3:10 (3993, 0.3)             | 6.8, 13.2  | 7.1, 13.8  | 8.5, 13.0  |
/// | stencil27:16 (4096, 0.1)        | 7.1, 12.9  | 7.1, 12.9  | 7.8, 12.7  |
/// | stencil9:120 (14400, 0.1)       | 7.5, 12.9  | 6.8, 13.1  | 6.9, 13.1  |
/// | band:20000 of 4 to 30 (, 0.3)   | 9.2, 13.2  | 15.0, 12.5 | 31.7, 14.4 |
/// | zipf:20000 (, 0.3)              | 10.7, 12.3 | 14.3, 12.2 | 24.4, 12.2 |
/// | stencil9:250 (62500, 0.6)       | 6.7, 12.7  | 10.0, 13.2 | 15.1, 18.4 |
/// | stencil27:40 (64000, 1.6)       | 18.2, 14.5 | 26.9, 20.4 | 47.6, 35.4 |
/// | fem3:20 (27783, 1.8)            | 14.7, 13.7 | 24.9, 19.5 | 45.7, 32.4 |
/// \param is_even  whether all rows are multiplied in the same way
constexpr bool packs_columns_on_gpu(std::int64_t x_rows, std::int64_t nnz, std::int64_t columns, bool is_even) {
  if (!is_even) return columns >= 4;
  if (nnz < 600 * 1024) return columns >= 8 && x_rows > 8192 && nnz > 10 * x_rows;
  return columns >= 4 && nnz > 7 * x_rows;
}

/// \brief The lanes that share a row and a block of contiguous columns, of so many blocks, where the lanes of all
/// blocks are at work on a row at the same time: at most 16 of them in large matrices. Short rows gain by more lanes
/// earlier.
///
/// Microseconds on an H200, double, of a trial kernel (not committed), by lanes of a row and block:
///
/// | matrix (mean row)  | columns | 1   | 2   | 4   | 8   |
/// |--------------------|---------|-----|-----|-----|-----|
/// | stencil7 (7.0)     | 16      | 371 | 550 |     |     |
/// | stencil7           | 4       | 161 | 175 |     |     |
/// | delaunay (7.0)     | 8       | 79  | 89  |     |     |
/// | delaunay           | 2       | 50  | 41  |     |     |
/// | zipf (15)          | 16      | 109 | 127 | 193 |     |
/// | zipf               | 4       | 90  | 68  | 60  |     |
/// | zipf               | 2       | 111 | 70  | 56  |     |
/// | stencil27 (26)     | 16      | 225 | 263 | 418 |     |
/// | stencil27          | 4       | 173 | 109 | 104 | 152 |
/// | fem3 (78)          | 16      | 323 | 335 | 571 |     |
/// | fem3               | 8       | 232 | 194 | 216 | 346 |
/// | fem3               | 2       | 488 | 193 | 138 | 110 |
/// | alternating (150)  | 16      | 282 | 264 | 312 |     |
/// | long (525)         | 16      | 331 | 295 | 351 |     |
/// | long               | 8       | 321 | 201 | 194 | 241 |
/// | long               | 4       | 347 | 198 | 162 | 133 |
///
/// (stencil7:150, delaunay:1000, zipf:500000, stencil27:90, fem3:44x50x56, alternating:100000,
/// long:30000,shortest=150,longest=900; also looked at: powerlaw:1500000. The kernel had two entries in flight and 40
/// registers. With four and 64 the trial took 0.5 to 1.0 of the time for long rows; the kernel that is here did not.)
///
/// A matrix that does not fill the device gets more lanes, of which each still has two entries: with 8 and 16 columns
/// fem3:10 takes 6.9 and 8.6 instead of 9.5 and 14.4 us, fem3:6 5.2 and 6.9 (8.9 and 13.6),
/// band:20000,shortest=4,longest=30,radius=500 7.3 and 10.0 (8.9 and 10.1), band:5000,shortest=40,longest=90,radius=500
/// 9.2 and 11.3 (11.0 and 16.9), delaunay:250 7.6 and 10.3 (7.4 and 10.4). If they may fill it twice over, the second
/// takes 8.2 and 11.3.
constexpr int lanes_of_contiguous(const Machine& machine, int blocks, std::int64_t num_rows, std::int64_t nnz) {
  const std::int64_t entries = nnz < 20 * num_rows ? 6 : 10;
  int lanes = 1;
  while (lanes < max_column_lanes && 2 * lanes * blocks <= 16 && num_rows > 0 &&
         nnz >= entries * lanes * blocks * num_rows) {
    lanes *= 2;
  }
  while (lanes < max_column_lanes && 2 * lanes * blocks <= 32 && nnz >= 4 * lanes * num_rows &&
         2 * lanes * blocks * num_rows < resident_threads(machine)) {
    lanes *= 2;
  }
  return lanes;
}

/// \brief How rows of any lengths are summed for contiguous columns.
struct ColumnTileShape {
  int threads;   ///< of a team
  int evenness;  ///< groups take whole rows while four times the longest row of a tile is at most so many mean shares
};

/// \brief The entries and rows of a share where there are no row blocks, as a power of two: no row that is cut, of 2048
/// entries or more, fits into it.
inline constexpr int log_column_share = 10;

/// \brief The entries of column_tile_threads().
constexpr int planned_group_entries(int blocks, std::int64_t nnz) {
  return blocks <= 2 || (blocks <= 4 && nnz < 256 * 1024) ? 8 : 16;
}
inline constexpr int unplanned_group_entries = 8;

/// \brief The evenness of ColumnTileShape for large matrices. More groups that write at places of their own at a time
/// are slower where the columns of y are apart.
constexpr int column_evenness(bool writes_whole_rows) { return writes_whole_rows ? 4 : 8; }

/// \brief The threads of a team, at most so many, of which each group has so many entries of a tile or more: what many
/// groups have of a row is added up one after the other, which takes longer than to sum a few more entries.
///
/// Microseconds on an H200, double, LayoutRight, with a plan, by these entries (1: as many threads as in the next
/// table):
///
/// | matrix (mean row)     | columns | 1    | 4    | 8    | 16   | 32   |
/// |-----------------------|---------|------|------|------|------|------|
/// | astro-ph (15)         | 4       | 18.6 | 11.6 | 9.8  | 13.3 | 13.1 |
/// | astro-ph              | 8       | 15.6 | 15.4 | 10.8 | 12.3 | 19.6 |
/// | astro-ph              | 16      | 16.4 | 16.2 | 16.4 | 13.2 | 17.5 |
/// | cit-HepTh (13)        | 4       | 17.1 | 16.2 | 11.8 | 14.3 | 26.5 |
/// | cit-HepTh             | 8       | 16.4 | 16.9 | 16.6 | 13.4 | 21.7 |
/// | MIT8 (78)             | 4       | 22.8 | 23.7 | 14.7 | 13.0 | 16.4 |
/// | MIT8                  | 8       | 19.2 | 19.5 | 19.5 | 13.4 | 14.2 |
/// | MIT8                  | 16      | 20.6 | 20.8 | 20.8 | 20.9 | 16.3 |
/// | rmat:18 (15)          | 4       | 73   | 73   | 73   | 64   | 114  |
/// | powerlaw:60000 (3.4)  | 8       | 18.4 | 18.2 | 18.3 | 18.2 | 18.3 |
/// | the same, no plan     | 4       | 16.1 | 16.3 | 19.5 | 29.5 | 50.9 |
/// | the same, no plan     | 8       | 21.4 | 21.5 | 21.5 | 29.6 | 50.2 |
///
/// In tiles of 512 entries with 8 columns, 8 entries take less time than 16 while all teams run at once: rmat:13 (0.11
/// million entries) 13.5 instead of 16.2 us, wiki-Vote (0.10) 13.2 and 16.2, rmat:14,factor=11 (0.16) 14.9 and 17.8,
/// powerlaw:50000 (0.17) 17.8 and 19.2, ca-CondMat (0.19) 14.4 and 16.6, astro-ph (0.24) 15.2 and 16.9;
/// powerlaw:80000 (0.27) 25.0 and 20.8, rmat:15,factor=9 (0.27) 21.5 and 18.6, cit-HepTh (0.35) 22.0 and 18.5, MIT8
/// (0.50) 23.8 and 17.3.
///
/// Without a plan it is eight for any columns: one team sums a row of up to 16384 entries then, and fewer threads take
/// longer.
constexpr int column_tile_threads(int blocks, int most, int tile, int entries) {
  int lanes = 1;
  while (lanes < blocks) lanes *= 2;
  int threads = most;
  while (threads > 64 && entries * threads > lanes * tile) threads /= 2;
  return threads;
}

/// \brief Microseconds on an H200, double, 16 columns in LayoutRight (LayoutLeft in parentheses), of a trial program
/// that is not committed, by threads and evenness:
///
/// | matrix (mean row)                   | 128, 2    | 128, 4    | 128, 8    | 256, 2    | 256, 4    | 256, 8    |
/// |-------------------------------------|-----------|-----------|-----------|-----------|-----------|-----------|
/// | powerlaw:1500000 (3.4)              | 368 (991) | 378 (872) | 401 (663) | 372 (794) | 374 (791) | 381 (706) |
/// | dc1:700000,heavy=300000 (7)         | 163 (237) | 163 (237) | 164 (237) | 161 (234) | 161 (235) | 161 (234) |
/// | the same, 4 columns                 | 81 (111)  | 66 (86)   | 66 (86)   | 91 (112)  | 91 (112)  | 71 (91)   |
/// | arrow:500000,border=2,block=4 (12)  | 125 (177) | 125 (177) | 125 (177) | 132 (186) | 133 (186) | 133 (187) |
/// | rmat:18 (15)                        | 119 (176) | 120 (164) | 121 (157) | 146 (189) | 146 (189) | 147 (185) |
/// | powerlaw:250000 (3.4)               | 98 (216)  | 98 (186)  | 110 (164) | 77 (179)  | 78 (176)  | 80 (154)  |
/// | rmat:16 (14)                        | 65 (104)  | 69 (107)  | 69 (102)  | 53 (66)   | 48 (76)   | 52 (71)   |
/// | rmat:14 (14)                        | 47 (52)   | 111 (118) | 115 (121) | 29 (33)   | 28 (33)   | 78 (84)   |
/// | powerlaw:60000 (3.4)                | 58 (72)   | 91 (108)  | 105 (121) | 26 (38)   | 38 (50)   | 55 (65)   |
/// | arrow:20000,border=2,block=4 (12)   | 29 (37)   | 29 (36)   | 29 (36)   | 17 (23)   | 17 (22)   | 17 (23)   |
/// | lp:3000x20000 (1800)                | 218 (223) | 218 (223) | 220 (223) | 197 (202) | 197 (203) | 197 (203) |
///
/// With 3 and 4 columns, tiles of 512 entries and 128 threads, evenness 8 instead of 4: arrow:90000,border=4,block=6
/// 23.9 and 21.0 (29.6, 26.6), lastrow:200000 26.0 and 25.2 (29.3, 26.1), powerlaw and rmat as before.
constexpr ColumnTileShape column_tile_shape(int blocks, std::int64_t num_rows, std::int64_t nnz, int tile,
                                            bool writes_whole_rows) {
  const int entries = planned_group_entries(blocks, nnz);
  if (nnz < (blocks >= 4 ? 1024 * 1024 : 512 * 1024)) return {column_tile_threads(blocks, 256, tile, entries), 2};
  const bool has_many_groups = tile <= 512 && blocks <= 2;
  return {column_tile_threads(blocks, nnz > 512 * num_rows ? 256 : 128, tile, entries),
          column_evenness(writes_whole_rows) * (has_many_groups ? 2 : 1)};
}

/// \brief What of a decision the caller has not asked for.
struct OwnChoice {
  bool algorithm;
  bool shape;
};

/// \brief What a plan runs for so many columns on a GPU: the row blocks of one column are too few for several, and a
/// team sums a long row of them for too long.
///
/// Microseconds on an H200, double, 4, 8 and 16 columns in LayoutRight, by the entries of a row block and by the row
/// that is cut, and into what (by a program that is not committed; caches flushed):
///
/// | matrix (10^6 entries)    | as for one column | 512; 1024, 256   | 512; 2048, 1024   |
/// |--------------------------|-------------------|------------------|-------------------|
/// | rmat:13 (0.1)            | 20.2, 33.3, 32.9  | 12.8, 15.6, 15.0 |                   |
/// | rmat:14 (0.2)            | 22.7, 28.6, 37.3  | 15.7, 17.4, 18.1 | 15.8, 18.8, 20.5  |
/// | powerlaw:60000 (0.2)     | 23.3, 28.8, 47.2  | 16.9, 19.0, 20.9 | 20.4, 28.2, 30.5  |
/// | powerlaw:90000 (0.3)     | 24.7, 30.1, 50.3  | 18.2, 21.8, 31.1 | 21.3, 32.4, 34.6  |
/// | rmat:15,factor=12 (0.4)  | 23.2, 27.6, 38.7  | 16.8, 19.6, 25.2 | 16.7, 23.0, 30.5  |
/// | powerlaw:250000 (0.8)    | 38.1, 53.9, 86.8  | 33.1, 43.4, 65.8 | 33.4, 44.0, 67.2  |
/// | rmat:16 (1.0)            | 42.3, 52.5, 83.8  | 29.1, 33.2, 48.2 | 28.7, 33.4, 47.6  |
/// | powerlaw:400000 (1.4)    | 57.6, 90.6, 139.9 |                  | 48.4, 73.8, 112.3 |
/// | arrow:600000 (1.8)       |                   | 47.7, 75.7, 134  | 38.3, 53.6, 89.2  |
/// | rmat:17 (1.9)            | 53.4, 74.3, 119.2 |                  | 43.9, 59.1, 83.2  |
/// | lp:3000x20000 (8.1)      | 95.4, 142.6, 206  | 133, 176, 317    | 85.0, 136.7, 214  |
///
/// Row blocks of 1024 entries are as good for 8 and 16 columns, worse for 4 (19.3, 17.1 and 21.6 for rmat:14).
/// arrow:90000,border=4,block=6 takes 21.0, 29.3 and 45.3 instead of 20.2, 28.2 and 44.4.
///
/// Even rows gain by row blocks if few groups of lanes would each go through a long row. As above:
///
/// | matrix (longest row, 10^6 entries)              | groups of lanes  | 512; 1024, 256   |
/// |-------------------------------------------------|------------------|------------------|
/// | fem3:7 (81, 0.1)                                | 8.8, 8.8, 11.2   | 11.0, 10.2, 12.0 |
/// | uniform:800,entries=90 (90, 0.1)                | 9.1, 9.2, 11.6   | 10.5, 10.1, 11.7 |
/// | uniform:3000,entries=120 (120, 0.4)             | 11.6, 11.8, 14.8 | 14.1, 14.8, 22.3 |
/// | long:600,shortest=100,longest=300 (300, 0.1)    | 15.6, 16.2, 24.1 | 12.3, 12.4, 12.8 |
/// | uniform:1000,entries=300 (300, 0.3)             | 18.0, 18.5, 26.2 | 15.7, 14.1, 23.2 |
/// | long:2000,shortest=100,longest=300 (300, 0.4)   | 18.0, 17.9, 25.9 | 16.2, 16.2, 23.6 |
/// | uniform:1600,entries=300 (300, 0.5)             | 18.8, 18.6, 27.1 | 25.2, 23.5, 31.1 |
/// | air04 (368, 0.1)                                | 20.2, 19.1, 27.6 | 13.0, 13.2, 13.1 |
/// | long:1500,shortest=200,longest=400 (400, 0.4)   | 21.3, 21.3, 31.9 | 22.7, 21.6, 29.4 |
/// \param own  what `decision` has from a rule
constexpr CrsDecision decide_columns(CrsDecision decision, OwnChoice own, std::int64_t nnz, std::int64_t longest_row,
                                     std::int64_t columns) {
  if (!own.shape || decision.column_lanes == 0 || columns < 3) return decision;
  const bool is_tiny = nnz < 512 * 1024;
  if (decision.algorithm == Algorithm::adaptive) {
    if (!is_tiny && decision.shape.block_size <= 128) return decision;
  } else {
    const bool has_groups = decision.algorithm == Algorithm::coop || decision.algorithm == Algorithm::stream;
    if (!own.algorithm || !has_groups || longest_row <= 256 || nnz >= 384 * 1024) return decision;
    decision.algorithm = Algorithm::adaptive;
  }
  decision.shape = {1, 4, 128};
  decision.tile = 512;
  decision.limits.segment = is_tiny ? 256 : 1024;
  decision.limits.long_row = is_tiny ? 1024 : 2048;
  return decision;
}

/// \brief The longest row that a team sums whole for contiguous columns in a product without a plan. With longer ones
/// the whole product would wait for it; passes over a few columns share such a row among teams.
constexpr std::int64_t longest_whole_row_of_columns(std::int64_t nnz) { return nnz > 512 * 16384 ? nnz / 512 : 16384; }

}  // namespace detail
}  // namespace sporos
