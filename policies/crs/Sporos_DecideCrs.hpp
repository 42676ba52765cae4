// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The choice of algorithm for a compressed row matrix.
#pragma once

#include "formats/crs/Sporos_RowProfile.hpp"
#include "policies/Sporos_CacheRule.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/Sporos_Options.hpp"
#include "policies/crs/Sporos_BatchRule.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"
#include "policies/crs/Sporos_FixedRule2012.hpp"
#include "policies/crs/Sporos_LeafRule.hpp"
#include "policies/crs/Sporos_LongRowRule.hpp"
#include "policies/crs/Sporos_MachineRule.hpp"
#include "policies/crs/Sporos_PatternRule.hpp"
#include "policies/crs/Sporos_PrefetchRule.hpp"
#include "policies/crs/Sporos_TileRule.hpp"
#include "policies/crs/Sporos_UnevenRowsRule.hpp"

namespace sporos {
namespace detail {

/// \brief The lanes of a row: `coop`, or more where threads would be idle while a long row keeps its lanes busy.
constexpr int lanes_for(const Machine& machine, const RowProfile& rows, int coop) {
  while (coop < max_coop && coop * rows.num_rows < resident_threads(machine) && 16 * coop < rows.longest_row) coop *= 2;
  return coop;
}

/// \brief Whether no row is so long that the other threads of a host wait for the thread that sums it.
constexpr bool fits_a_share(const Machine& machine, const RowProfile& rows) {
  return machine.multiprocessors == 1 || rows.longest_row <= (rows.nnz + rows.num_rows) / (2 * machine.multiprocessors);
}

/// \brief Whether rows have some 5 to 10 entries, by an eighth more or fewer.
inline bool has_varied_short_rows(const RowProfile& rows) {
  return rows.nnz > 5 * rows.num_rows && rows.nnz <= 10 * rows.num_rows &&
         rows.row_deviation() > 0.12 * rows.mean_row();
}

/// \brief Whether rows have some 20 to 128 entries, but some far more than others. Lanes wait for those, and tiles of
/// as many rows each hold unequal work. From memory on an H200, `adaptive` / the better one of `stream` and `coop`,
/// double, float: stokes (0.45 of the mean) 31.9 / 34.9, 24.9 / 28.8; with twice the rows 54.0 / 57.4, 42.7 / 45.9;
/// with a third of them 16.8 / 16.4, 13.3 / 14.2.
inline bool are_of_several_kinds(const RowProfile& rows) {
  return rows.nnz >= 1024 * 1024 && rows.nnz > 20 * rows.num_rows && rows.nnz <= 128 * rows.num_rows &&
         rows.row_deviation() > 0.35 * rows.mean_row();
}

/// \brief About the bytes of the matrix, with 32-bit columns and offsets.
constexpr std::int64_t crs_bytes(const RowProfile& rows, int value_bytes) {
  return rows.nnz * (value_bytes + 4) + rows.num_rows * 4;
}

/// \brief About the bytes of x and y together. Of a matrix that has not been measured the columns are not known.
constexpr std::int64_t vector_bytes(const RowProfile& rows, int value_bytes) {
  return (rows.num_rows + (rows.num_columns > 0 ? rows.num_columns : rows.num_rows)) * value_bytes;
}

/// \brief The decision for `algorithm` on `machine`, with all of its numbers.
/// \param shape      the caller's row shape, if any
/// \param may_batch  whether lanes may load in batches
constexpr CrsDecision decide_numbers(const Machine& machine, const RowProfile& rows, Algorithm algorithm,
                                     int value_bytes, const std::optional<RowShape>& shape = {},
                                     bool may_batch = true) {
  CrsDecision decision;
  decision.algorithm = algorithm;
  decision.primitives = primitives_for(machine);
  decision.prefetches = prefetch_rule(machine, algorithm, rows.nnz, value_bytes);
  const bool host = machine.kind == MachineKind::host;
  const bool batches = may_batch && algorithm == Algorithm::coop && !host && sums_in_batches(rows, value_bytes);
  if (shape) {
    decision.shape = *shape;
  } else if (uses_tile(algorithm)) {
    decision.shape = host ? RowShape{1, 1, 1} : tile_shape(rows);
  } else {
    decision.shape = batches ? batch_shape(machine, rows, value_bytes)
                             : machine_rule(machine, rows.num_rows, rows.nnz, decision.prefetches);
    if (algorithm == Algorithm::coop && !host && !batches) {
      decision.shape.coop = lanes_for(machine, rows, decision.shape.coop);
      // Narrow values leave a lane registers for two entries in flight: 101 us for stencil7-160, 68 us for band-short4.
      const bool known_short = rows.longest_row > 0 && rows.longest_row <= 32 && rows.nnz <= 8 * rows.num_rows;
      if (value_bytes <= 4 && known_short) decision.shape = {1, 1, decision.shape.block_size};
    }
    if (algorithm == Algorithm::patterns && !host) {
      decision.shape = {pattern_lanes(rows.num_rows, rows.nnz, value_bytes), 1, 128};
    }
    if (algorithm == Algorithm::scalar) decision.shape.coop = 1;
    if (algorithm == Algorithm::vector) decision.shape.coop = max_coop;
    if (algorithm == Algorithm::light_vector || algorithm == Algorithm::light_warp) {
      decision.shape.repeat = 1;
      if (!host && decision.shape.coop == 1) decision.shape.coop = 2;
    }
    if (host) decision.shape.block_size = decision.shape.coop;
  }
  decision.in_batches = batches && decision.shape.coop <= most_pattern_lanes;
  decision.cuts_columns = host && rows.longest_row >= 2 * leaf_segment && !fits_a_share(machine, rows);
  if (host && (algorithm == Algorithm::coop || algorithm == Algorithm::patterns)) {
    decision.level = level_of_lanes(machine.host_level, decision.shape.coop);
    // Rows that shares cut are summed piece by piece, so a plan cannot both use bands and cut rows.
    decision.seeks_bands =
        decision.level != HostLevel::portable && rows.longest_row > 0 && rows.longest_row < 2 * leaf_segment;
    decision.cuts_rows = decision.level != HostLevel::portable && decision.cuts_columns;
  }
  if (uses_tile(algorithm)) {
    decision.tile = algorithm == Algorithm::ipcsr ? tile_of_shared_size(machine, decision.shape.block_size, value_bytes)
                                                  : tile_for(machine, decision.shape);
  }
  if (uses_tile(algorithm) && algorithm != Algorithm::pcsr) {
    decision.evicts_first = evicts_first(machine, crs_bytes(rows, value_bytes), vector_bytes(rows, value_bytes));
  }
  if (algorithm == Algorithm::patterns) {
    decision.evicts_first = patterns_evict_first(machine, rows.nnz * value_bytes, vector_bytes(rows, value_bytes));
    decision.adds_lengths =
        !host && decision.shape.coop == 1 &&
        patterns_add_lengths(machine, rows.nnz * value_bytes, vector_bytes(rows, value_bytes), value_bytes);
  }
  if (algorithm == Algorithm::stream) {
    decision.stream_rows = stream_rows(machine, decision.shape.block_size, decision.tile, rows.num_rows, rows.nnz);
  }
  return decision;
}

/// \brief Whether a plan lists the long rows of a GPU's matrix, so that teams share them.
constexpr bool lists_long_rows(Algorithm algorithm) {
  return algorithm == Algorithm::coop || algorithm == Algorithm::stream || algorithm == Algorithm::adaptive ||
         algorithm == Algorithm::patterns;
}

/// \brief The limits of long rows for a measured matrix; none for algorithms that do not split rows.
inline LongRows planned_limits(const CrsDecision& decision, const RowProfile& rows) {
  LongRows limits;
  const Algorithm algorithm = decision.algorithm;
  const std::int64_t warp_row = warp_row_for(decision.shape.coop);
  if (algorithm == Algorithm::coop && rows.longest_row > warp_row) limits.warp_row = warp_row;
  const bool splits = lists_long_rows(algorithm);
  const LongRows planned = planned_long_rows(rows.nnz, decision.shape.block_size, algorithm == Algorithm::adaptive);
  if (splits && rows.longest_row > planned.long_row) {
    limits.long_row = planned.long_row;
    limits.segment = planned.segment;
  }
  return limits;
}

/// \brief The decision for a product without a plan, from the sizes of the matrix alone; constant time.
///
/// On a GPU this is the decision for even rows; uneven ones have another (decide_uneven()). `limits.long_row` is the
/// longest row that is expected.
/// \param value_bytes  size of a matrix value
constexpr CrsDecision decide_crs(const Machine& machine, std::int64_t num_rows, std::int64_t nnz, int value_bytes) {
  const bool streams =
      machine.kind == MachineKind::gpu && nnz >= small_matrix && nnz > 6 * num_rows && nnz <= 40 * num_rows;
  RowProfile rows;
  rows.num_rows = num_rows;
  rows.nnz = nnz;
  CrsDecision decision = decide_numbers(machine, rows, streams ? Algorithm::stream : Algorithm::coop, value_bytes);
  if (machine.kind == MachineKind::gpu) {
    decision.limits.warp_row = warp_row_for(decision.shape.coop);
    const std::int64_t long_row = expected_row(num_rows, nnz);
    if (nnz > long_row) decision.limits.long_row = long_row;
    decision.column_lanes = column_lanes(num_rows, nnz);
  }
  return decision;
}

/// \brief The algorithm for a matrix whose rows have been measured.
///
/// Microseconds on an H100, double / float, each with its best team:
///
/// | matrix (mean, longest row)   | coop        | stream      | adaptive    | split |
/// |------------------------------|-------------|-------------|-------------|-------|
/// | band-short4 (4, 6)           | 105 / 82    | 106 / 84    | 116 / 82    | 124   |
/// | stencil5:1500 (5, 5)         | 72 / 55     | 75 / 61     | 79 / 60     |       |
/// | stencil7-160 (7, 7)          | 160 / 121   | 154 / 117   | 168 / 116   | 181   |
/// | stencil9:1000 (9, 9)         | 58 / 39     | 54 / 42     | 57 / 40     |       |
/// | uniform16 (16, 16)           | 169 / 151   | 158 / 148   | 159 / 149   | 176   |
/// | stencil27-110 (26.5, 27)     | 171 / 120   | 165 / 120   | 184 / 129   | 195   |
/// | fem3-68 (78.6, 81)           | 327 / 225   | 314 / 240   | 337 / 241   | 347   |
/// | uniform:100000 (100, 100)    | 101 / 81    | 98 / 90     | 99 / 90     |       |
/// | nd-long400 (379, 492)        | 118 / 82    | 127 / 93    | 132 / 89    | 138   |
/// | powerlaw3 (3.4, 4496)        | 81 / 77     | 51 / 46     | 41 / 37     | 54    |
/// | dc1-like (7.0, 726507)       | 71 / 51     | 63 / 50     | 49 / 36     | 70    |
/// | rmat20x16 (15.3, 39618)      | 256 / 215   | 305 / 215   | 149 / 119   | 163   |
/// | wide-lp (2718, 5190)         |             | 117 / 108   | 114 / 105   | 122   |
/// | cit-HepTh (12.7, 562)        | 8.9 / 8.5   |             | 7.8 / 7.3   |       |
/// | MIT8 (78, 708)               | 8.4 / 7.4   |             | 8.2 / 7.3   |       |
/// | astro-ph (14.5, 360)         | 7.2 / 7.0   |             | 7.1 / 6.8   |       |
/// | wiki-Vote (12.5, 893)        | 7.2 / 7.2   |             | 6.7 / 6.5   |       |
/// | memplus (7.1, 574)           | 7.4 / 6.8   |             | 5.8 / 5.7   |       |
/// | wave (13.6, 44)              | 12.3 / 9.9  |             | 12.7 / 10.5 |       |
/// | f855_mat9_I (70, 188)        | 5.3 / 5.2   |             | 5.5 / 5.3   |       |
///
/// | uniform:1000000, 32 (32, 32) | 346 / 324   | 292 / 275   | 291 / 274   |       |
/// | long:40000 (410, 700)        | 73 / 53     | 75 / 53     | 75 / 53     |       |
/// | band:600000 (6.5, 12)        | 36 / 19     | 30 / 18     |             |       |
/// | delaunay:450 (7, 12)         | 17.5 / 12.7 | 15.4 / 12.0 |             |       |
/// | delaunay:300 (7, 12)         | 10.3 / 8.9  | 10.0 / 8.7  |             |       |
///
/// | matrix, double alone         | coop        | stream      | from memory after other work |
/// |------------------------------|-------------|-------------|------------------------------|
/// | stencil3:1000000 (3, 3)      | 26          | 17          | 33, 28                       |
/// | stencil3:2000000 (3, 3)      | 47          | 44          | 54, 49                       |
/// | diagonals:2000000 (4, 4)     | 59          | 52          | 68, 60                       |
/// | band:1500000 (4, 6)          | 41          | 37          | 48, 46                       |
/// | uniform:1500000 (4, 4)       | 61          | 63          | 70, 71                       |
/// | stencil5:1000 (5, 5)         | 34          | 30          | 41, 40                       |
/// | stencil5:1500 (5, 5)         | 68          | 74          | 75, 80                       |
/// | uniform:1000000 (6, 6)       | 63          | 60          | 69, 67                       |
///
/// The last table is with eviction of the entries (`stream` alone asks for it): where x and y take at most two thirds
/// of the cache, or where rows have four entries or fewer, `stream` is better for short rows, too, unless values are
/// narrow. Three more that were timed so, and two whose x and y take more than two thirds, one after the other:
///
/// | matrix, double alone               | coop | stream | adaptive |
/// |------------------------------------|------|--------|----------|
/// | stencil5:800 (5, 5)                | 24   | 21     | 22       |
/// | periodic:75 (7, 7), warm           | 21   | 16     | 17       |
/// | stencil9:620 (9, 9), warm          | 24   | 20     | 19       |
/// | diagonals:2600000 (4, 5)           | 81   | 67     | 68       |
/// | stencil5:1600 (5, 5)               | 77   | 83     | 81       |
///
/// | matrix with long rows (mean)       | coop        | stream      | adaptive    |
/// |------------------------------------|-------------|-------------|-------------|
/// | long:40000 (379)                   | 69 / 49     | 70 / 55     | 88 / 58     |
/// | long:28000,shortest=180 (516)      | 65 / 48     | 62 / 44     | 61 / 41     |
/// | long:60000,shortest=350 (525)      | 133 / 93    | 131 / 91    | 128 / 88    |
/// | long:20000,shortest=400 (801)      | 72 / 54     | 67 / 46     | 67 / 44     |
/// | long:12000,shortest=300 (898)      | 51 / 40     | 45 / 31     | 44 / 30     |
///
/// With narrow values, loads in storage order (`stream`) gain less. Lanes that share short rows wait for the longest of
/// a warp's rows, so `stream` is better earlier if their lengths differ (band, delaunay; from memory).
///
/// These tables are older than lanes that load in batches (BatchRule), which are `coop` for rows of up to 24 entries
/// now; BatchRule has the times of both.
inline Algorithm choose_algorithm(const Machine& machine, const RowProfile& rows, int value_bytes) {
  if (machine.kind == MachineKind::host) {
    // A row longer than a thread's share of the work must be split; `coop` does that only with vector instructions.
    const bool splits = machine.host_level != HostLevel::portable && rows.longest_row >= 2 * leaf_segment;
    return splits || fits_a_share(machine, rows) ? Algorithm::coop : Algorithm::merge_path;
  }
  if (patterns_pay(machine, rows, value_bytes)) return Algorithm::patterns;
  if (!rows.has_even_rows() || rows.nnz > 512 * rows.num_rows) return Algorithm::adaptive;
  if (are_of_several_kinds(rows)) return Algorithm::adaptive;
  const bool narrow = value_bytes <= 4;
  if (batches_beat_tiles(rows, value_bytes)) return Algorithm::coop;
  const bool varied = has_varied_short_rows(rows);
  const std::int64_t fewest = narrow ? small_matrix : varied ? small_matrix / 2 : small_matrix / 16 * 9;
  if (rows.nnz < fewest) return Algorithm::coop;
  const std::int64_t of_vectors = vector_bytes(rows, value_bytes);
  const bool keeps_vectors = evicts_first(machine, crs_bytes(rows, value_bytes), of_vectors) &&
                             (3 * of_vectors <= 2 * machine.cache_bytes || rows.nnz <= 4 * rows.num_rows);
  const std::int64_t shortest_mean = keeps_vectors && !narrow ? 3 : varied ? 5 : narrow ? 12 : 6;
  const bool streams = rows.nnz > shortest_mean * rows.num_rows && rows.nnz <= (narrow ? 40 : 128) * rows.num_rows;
  return streams ? Algorithm::stream : Algorithm::coop;
}

/// \brief A guess at rows that have not been inspected: the longest has `longest_row` entries or, where all rows are
/// long, as many as a team can sum. For most matrices of this size with uneven rows, a plan lists what it lists for one
/// of two guesses: all entries are in one row, or the longest row has longest_moderate_row entries.
inline RowProfile uneven_rows(std::int64_t num_rows, std::int64_t num_columns, std::int64_t nnz,
                              std::int64_t longest_row) {
  RowProfile rows;
  rows.num_rows = num_rows;
  rows.num_columns = num_columns;
  rows.nnz = nnz;
  rows.longest_row = nnz > 512 * num_rows ? 16 * largest_block : longest_row;
  return rows;
}

/// \brief The decision for a plan.
/// \param value_bytes  size of a matrix value
inline CrsDecision decide_crs(const Machine& machine, const RowProfile& rows, const Options& options, int value_bytes) {
  const bool shape_asked = options.shape.has_value() || options.rule == RowRule::reguly_giles_2012;
  const Algorithm algorithm = options.algorithm != Algorithm::automatic ? options.algorithm
                              : shape_asked                             ? Algorithm::coop
                                                                        : choose_algorithm(machine, rows, value_bytes);
  std::optional<RowShape> shape = options.shape;
  if (!shape && uses_coop(algorithm) && options.rule == RowRule::reguly_giles_2012) {
    shape = fixed_rule_2012(rows.num_rows, rows.nnz);
    if (algorithm == Algorithm::scalar) shape->coop = 1;
    if (algorithm == Algorithm::vector) shape->coop = max_coop;
    if (algorithm == Algorithm::patterns && shape->coop > most_pattern_lanes) shape->coop = most_pattern_lanes;
  }
  // The lanes of the paper load one or two entries at once.
  const bool is_paper = options.rule == RowRule::reguly_giles_2012 || options.tuning == Tuning::tuner_2012;
  CrsDecision decision = decide_numbers(machine, rows, algorithm, value_bytes, shape, !is_paper);
  if (machine.kind == MachineKind::gpu) {
    decision.limits = planned_limits(decision, rows);
    if (lists_long_rows(algorithm)) decision.column_lanes = column_lanes(rows.num_rows, rows.nnz);
  }
  if (options.target) decision.primitives = primitives_of(*options.target);
  if (options.reduction) decision.primitives.reduction = *options.reduction;
  if (options.gather) decision.primitives.gather = *options.gather;
  return decision;
}

}  // namespace detail
}  // namespace sporos
