// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief When a plan looks for patterns of rows on a GPU, when they pay, and how many lanes share a row with one.
#pragma once

#include "formats/crs/Sporos_RowProfile.hpp"
#include "policies/Sporos_CacheRule.hpp"
#include "policies/Sporos_Machine.hpp"
#include "policies/Sporos_Options.hpp"
#include "policies/crs/Sporos_LongRowRule.hpp"
#include "policies/crs/Sporos_MachineRule.hpp"

namespace sporos {
namespace detail {

/// \brief The rows of a sample, in which patterns are looked for. The host goes through them: more would take as long
/// as a product of a small matrix.
inline constexpr std::int64_t pattern_samples = 1024;

/// \brief The columns of all patterns together, and a length of each, at most: 16 KiB, which the first-level cache
/// keeps. 81 patterns of three unknowns on a grid (27 neighbours) have 3087.
inline constexpr std::int64_t max_row_pattern_columns = 4096;

/// \brief The lanes of a row by its entries: fewer lanes read more of them one after the other, and more lanes wait for
/// each other.
///
/// Microseconds on an H200 from memory, double / float, teams of 128 threads with one row for each group (a trial
/// program that is not committed); of complex numbers of 16 bytes an entry counts twice, untried:
///
/// | matrix (mean)         | 1           | 2           | 4           | 8           |
/// |-----------------------|-------------|-------------|-------------|-------------|
/// | stencil3:3000000 (3)  | 44 / 31     | 54 / 46     |             |             |
/// | stencil5:1800 (5)     | 60 / 44     | 72 / 57     | 98 / 90     |             |
/// | stencil7:150 (7)      | 81 / 53     | 94 / 70     | 106 / 95    |             |
/// | periodic:130 (7)      | 54 / 34     | 66 / 48     | 73 / 64     |             |
/// | stencil9:1300 (9)     | 53 / 31     | 61 / 36     | 66 / 53     |             |
/// | stencil9:600 (9)      | 18.6 / 12.6 | 19.4 / 13.0 | 19.9 / 16.1 |             |
/// | stencil27:90 (26.5)   |             | 109 / 42    | 74 / 38     | 84 / 57     |
/// | stencil27:60 (26)     |             | 31 / 18.2   | 28.9 / 17.5 | 32 / 22.0   |
/// | stencil27:40 (26)     |             | 14.0 / 9.3  | 11.4 / 8.8  | 13.9 / 10.1 |
/// | hexahedra (61)        |             |             | 41 / 24.4   | 32 / 21.9   |
/// | fem3:30 (76)          |             |             | 36 / 21.0   | 25.8 / 18.8 |
/// | fem3:46 (78)          |             |             | 94 / 47     | 71 / 40     |
///
/// Before the kernel loaded rows without patterns in batches, too, double took longer with one lane. Microseconds
/// of that kernel on an H100, teams of 256 threads, beside the tiles of `stream`:
///
/// | matrix (mean)       | stream      | 1           | 2           | 4           | 8           | 16          |
/// |---------------------|-------------|-------------|-------------|-------------|-------------|-------------|
/// | stencil3:3000000    | 66 / 54     | 52 / 35     |             |             |             |             |
/// | stencil5:1800 (5)   | 96 / 70     | 73 / 46     | 85 / 57     |             |             |             |
/// | stencil7:150 (7)    | 131 / 91    | 97 / 56     | 106 / 74    |             |             |             |
/// | periodic:130 (7)    | 89 / 63     | 67 / 39     | 75 / 50     |             |             |             |
/// | four dimensions (9) | 31 / 25     | 22 / 17     | 22 / 17     | 25 / 20     |             |             |
/// | stencil9:1300 (9)   | 86 / 61     | 69 / 37     | 63 / 43     | 82 / 52     |             |             |
/// | 2 unknowns (14)     | 139 / 96    | 132 / 59    | 109 / 60    | 112 / 81    |             |             |
/// | stencil27:90 (26)   | 96 / 69     | 136 / 50    | 87 / 46     | 74 / 46     | 82 / 60     |             |
/// | 4 unknowns (28)     | 118 / 82    | 125 / 61    | 97 / 53     | 89 / 53     | 102 / 68    |             |
/// | fem3:46 (78)        | 104 / 74    |             |             | 92 / 49     | 77 / 47     | 78 / 53     |
constexpr int pattern_lanes(std::int64_t num_rows, std::int64_t nnz, int value_bytes) {
  const std::int64_t entries = value_bytes > 8 ? 2 * nnz : nnz;
  if (entries <= (value_bytes <= 4 ? 16 : 10) * num_rows) return 1;
  if (entries <= 16 * num_rows) return 2;
  return entries <= 36 * num_rows ? 4 : 8;
}

/// \brief Whether the values shall leave the second-level cache first (CacheRule), which is for smaller vectors than in
/// kernels that load them in storage order. Microseconds on an H100, one product after the other, without / with it:
///
/// | matrix, double (MB of values, of vectors) |           | float (MB)                |           |
/// |-------------------------------------------|-----------|---------------------------|-----------|
/// | fem3:46 (181, 5)                          | 79 / 78   | fem3:46 (91, 2)           | 51 / 47   |
/// | stencil27:90 (154, 12)                    | 75 / 70   | stencil27:90 (77, 6)      | 46 / 40   |
/// | stencil7:100 (56, 16)                     | 37 / 31   | stencil27:70 (36, 3)      | 25 / 23   |
/// | stencil5:1000 (40, 16)                    | 31 / 25   | stencil5:1400 (39, 16)    | 33 / 27   |
/// | diagonals:1500000 (47, 24)                | 36 / 32   |                           |           |
/// | stencil7:115 (84, 24)                     | 51 / 55   | stencil7:150 (94, 27)     | 60 / 61   |
/// | stencil3:2000000 (48, 32)                 | 38 / 39   |                           |           |
/// | stencil7:150 (188, 54)                    | 100 / 127 |                           |           |
constexpr bool patterns_evict_first(const Machine& machine, std::int64_t value_bytes, std::int64_t vector_bytes) {
  return evicts_first(machine, value_bytes, vector_bytes) && 5 * vector_bytes <= 2 * machine.cache_bytes;
}

/// \brief Whether warps read one row offset and add the lengths of their rows, where a lane has a row of its own. That
/// saves three or seven bytes a row, and costs time until the first value is loaded, which matters while the matrix
/// stays in the cache. Microseconds on an H200 (a trial program that is not committed), without / with it, of the
/// kernel as it was before it loaded rows without patterns in batches:
///
/// | matrix (MB of values, x and y), double | from memory | repeated    | float  | from memory | repeated    |
/// |----------------------------------------|-------------|-------------|--------|-------------|-------------|
/// | stencil7:60 (15)                       | 12.1 / 12.0 | 6.8 / 6.8   | (8)    | 9.4 / 9.6   | 5.5 / 5.7   |
/// | stencil5:700x500 (20)                  | 14.3 / 14.3 | 7.8 / 7.9   | (10)   | 11.2 / 11.3 | 6.3 / 6.6   |
/// | stencil5:1000 (56)                     | 27.8 / 25.4 | 17.6 / 17.4 | (28)   | 19.6 / 19.2 | 11.7 / 12.9 |
/// | stencil7:100 (72)                      | 39.4 / 33.7 | 24.7 / 23.8 | (36)   | 22.2 / 22.1 | 14.2 / 14.8 |
/// | diagonals:2000000 (95)                 | 39.5 / 38.4 | 34.5 / 33.3 | (47)   | 29.8 / 28.4 | 23.3 / 22.1 |
/// | stencil3:3000000 (120)                 | 44.7 / 42.3 | 39.4 / 37.6 | (60)   | 34.4 / 32.5 | 28.1 / 28.0 |
/// | periodic:130 (158)                     | 64.3 / 60.5 | 59.1 / 56.2 | (79)   | 36.4 / 35.4 | 26.4 / 27.1 |
/// | stencil5:1800 (181)                    | 66.6 / 63.3 | 62.5 / 59.2 | (91)   | 45.0 / 43.4 | 39.9 / 39.1 |
/// | stencil7:150 (241)                     | 92.7 / 86.0 | 88.3 / 81.6 | (121)  | 52.9 / 50.2 | 47.0 / 46.0 |
/// | stencil9:1300                          |             |             | (74)   | 32.3 / 32.1 | 22.9 / 23.7 |
///
/// With 2, 4 and 8 lanes a row it gained nothing.
constexpr bool patterns_add_lengths(const Machine& machine, std::int64_t bytes_of_values, std::int64_t vector_bytes,
                                    int value_bytes) {
  const std::int64_t bytes = bytes_of_values + vector_bytes;
  return value_bytes >= 8 ? 4 * bytes > 3 * machine.cache_bytes : 5 * bytes > 7 * machine.cache_bytes;
}

/// \brief Whether a matrix has the size for which patterns may pay. Microseconds on an H100 from memory, `coop` (the
/// fastest other one, or equal) / `patterns`:
///
/// | matrix (entries)        | double      | float       |
/// |-------------------------|-------------|-------------|
/// | fem3:12 (354,000)       | 8.1 / 10.2  | 7.4 / 11.1  |
/// | stencil5:300x250 (374,000) | 8.1 / 8.4 | 7.1 / 7.6  |
/// | stencil27:25 (389,000)  | 8.6 / 9.2   | 7.8 / 8.9   |
/// | stencil9:250x200 (447,000) | 8.4 / 8.7 | 7.6 / 7.7  |
/// | stencil7:50 (860,000)   | 11.8 / 11.2 | 9.2 / 9.2   |
/// | stencil27:40 (1,643,000) | 17.5 / 14.3 | 12.9 / 10.4 |
/// | stencil5:700x500 (1,748,000) | 18.9 / 16.3 | 14.7 / 11.8 |
/// | fem3:20 (1,756,000)     | 16.9 / 15.1 | 13.8 / 11.8 |
///
/// Few rows leave threads idle (fem3:12, and fem3:15x17x16 in float: 9.6 / 12.3).
constexpr bool has_size_for_patterns(const Machine& machine, const RowProfile& rows, int value_bytes) {
  return machine.kind == MachineKind::gpu && rows.nnz >= 768 * 1024 && rows.nnz <= 128 * rows.num_rows &&
         !leaves_threads_idle(machine, rows.num_rows, pattern_lanes(rows.num_rows, rows.nnz, value_bytes));
}

/// \brief Whether patterns are looked for, which takes some 30 microseconds: less than a product, if rows are uneven.
constexpr bool seeks_patterns(const Machine& machine, const RowProfile& rows, int value_bytes) {
  return has_size_for_patterns(machine, rows, value_bytes) && (rows.has_even_rows() || rows.nnz >= small_matrix);
}

/// \brief Whether a plan looks for them: only if it chooses the algorithm.
constexpr bool seeks_patterns(const Machine& machine, const RowProfile& rows, const Options& options, int value_bytes) {
  const bool chooses = options.algorithm == Algorithm::automatic && !options.shape && options.rule == RowRule::sporos;
  return chooses && seeks_patterns(machine, rows, value_bytes);
}

/// \brief Whether rows with patterns have enough of the entries: a row without one keeps the others of its warp
/// waiting. delaunay:600, where they have 0.83, takes 24 us by `stream` and 28 by `patterns`.
constexpr bool patterns_pay(const Machine& machine, const RowProfile& rows, int value_bytes) {
  return rows.pattern_share >= 0.98 && has_size_for_patterns(machine, rows, value_bytes);
}

}  // namespace detail
}  // namespace sporos
