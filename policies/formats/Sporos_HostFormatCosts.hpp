// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The cost of products in each storage format, and of conversions to it, on a host: fitted numbers.
///
/// perf_tests/fit_host_costs.py writes the table from the measurements of perf_tests/host_campaign.sh. It takes the
/// speeds with which choose_format() loses least on one set of matrices, and reports how the choice does on the others.
#pragma once

#include <cstdint>

#include "formats/crs/Sporos_RowProfile.hpp"
#include "policies/Sporos_Format.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief Bandwidths of products relative to compressed rows, for formats that stay in a cache and for larger ones.
struct HostSpeeds {
  double cached = 1;         ///< values of 8 bytes or more
  double narrow_cached = 1;  ///< values of 4 bytes
  double large = 1;
  double narrow_large = 1;
};

/// \brief Rows as the costs tell them apart.
enum class HostRows {
  even,    ///< of about the same length
  varied,  ///< short and of different lengths: compressed rows wait for branches that are not predicted
  many     ///< of many entries
};

inline HostRows host_rows(const RowProfile& rows) {
  if (rows.nnz > 64 * rows.num_rows) return HostRows::many;
  // Short rows that lack entries in a few bands only have a leaf of their own (diagonals:500000).
  const double deviation = rows.nnz < 5 * rows.num_rows ? 0.25 : 0.14;
  const bool is_varied = rows.nnz <= 32 * rows.num_rows && rows.row_deviation() > deviation * rows.mean_row();
  return is_varied ? HostRows::varied : HostRows::even;
}

/// \brief The numbers of one format on a host.
struct HostFormatCost {
  Format format;
  HostSpeeds even, varied, many;  ///< by HostRows
  double conversion;              ///< in products of compressed rows; nine of ten matrices take no more

  constexpr const HostSpeeds& speeds(HostRows rows) const {
    return rows == HostRows::even ? even : rows == HostRows::varied ? varied : many;
  }
};

/// \brief What the second-level caches of all threads hold: 2 MiB each.
constexpr std::int64_t second_level_bytes(const Machine& machine) {
  return (std::int64_t{2} << 20) * machine.multiprocessors;
}

/// \brief A format that takes more bytes with x and y counts as too large for a cache; with up to 8 threads the same
/// limit as in prefetch_rule().
constexpr std::int64_t host_cache_bytes(const Machine& machine) {
  return machine.multiprocessors > 8 ? second_level_bytes(machine) : std::int64_t{16} << 20;
}

/// \brief The speed of large copies with `many_host_threads` or more, by their speed with fewer. On 16 cores of a Xeon
/// whose third-level cache holds the matrices, medians of the speeds of DIA, delta CRS and SELL were 0.64 to 0.74 of
/// those with one thread and two; not explained. In float, 0.85 loses less than 0.7 with 4, 8 and 16 threads. For every
/// level and processor.
inline constexpr int many_host_threads = 4;
constexpr double speed_with_many_threads(bool narrow) { return narrow ? 0.85 : 0.7; }

// clang-format off
/// \brief With portable code.
inline constexpr HostFormatCost host_format_costs_of_scalars[] = {
    // fit_host_costs.py: begin scalars
    {Format::dia, {0.20, 0.10, 0.20, 0.10}, {0.20, 0.10, 0.20, 0.10}, {0.20, 0.10, 0.20, 0.10}, 38},
    {Format::ell, {0.25, 0.25, 0.25, 0.25}, {0.25, 0.25, 0.25, 0.25}, {0.25, 0.25, 0.25, 0.25}, 35},
    {Format::hyb, {0.20, 0.30, 0.20, 0.30}, {0.20, 0.30, 0.20, 0.30}, {0.20, 0.30, 0.20, 0.30}, 35},
    {Format::sell, {0.85, 0.70, 0.85, 0.70}, {0.85, 0.70, 0.85, 0.70}, {0.85, 0.70, 0.85, 0.70}, 19},
    {Format::bsr, {0.86, 0.86, 0.86, 0.86}, {0.86, 0.86, 0.86, 0.86}, {0.86, 0.86, 0.86, 0.86}, 47},
    {Format::coo, {0.20, 0.20, 0.20, 0.20}, {0.20, 0.20, 0.20, 0.20}, {0.20, 0.20, 0.20, 0.20}, 55},
    {Format::csr5, {0.45, 0.60, 0.45, 0.60}, {0.45, 0.60, 0.45, 0.60}, {0.45, 0.60, 0.45, 0.60}, 36},
    {Format::delta_crs, {0.67, 0.54, 0.67, 0.54}, {0.67, 0.54, 0.67, 0.54}, {0.67, 0.54, 0.67, 0.54}, 12},
    // fit_host_costs.py: end scalars
};

/// \brief With vectors of four numbers (HostLevel::avx2).
inline constexpr HostFormatCost host_format_costs_of_fours[] = {
    // fit_host_costs.py: begin fours
    // AMD EPYC of the third generation, AVX2, one core, g++ 12.2.0, 2026-11-27; conversions as fitted. Speeds of DIA, SELL, BSR
    // and delta CRS are set by hand between the first quarter and the median of what was measured on matrices that are
    // on the fitted list: 95 % of the fastest format's speed on 141 runs, and 93 % on 77 that were only looked at.
    // What nobody had seen: 89 %, docs/results/2026-11-27-host-formats.md.
    {Format::dia, {1.00, 1.10, 1.00, 1.07}, {1.00, 1.10, 1.00, 1.07}, {1.00, 1.10, 1.00, 1.07}, 32},
    {Format::ell, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 17},
    {Format::hyb, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 32},
    {Format::sell, {0.80, 0.65, 1.06, 0.98}, {1.00, 1.10, 1.25, 1.25}, {0.65, 0.75, 1.08, 1.00}, 24},
    {Format::bsr, {0.95, 0.87, 0.90, 0.90}, {0.95, 0.87, 0.90, 0.90}, {0.95, 0.87, 0.90, 0.90}, 66},
    {Format::coo, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 86},
    {Format::csr5, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 35},
    {Format::delta_crs, {0.60, 0.50, 0.85, 0.80}, {0.60, 0.60, 0.75, 0.62}, {0.90, 0.80, 1.00, 0.95}, 8},
    // fit_host_costs.py: end fours
};

/// \brief With vectors of four numbers and masks (HostLevel::avx512_masks).
inline constexpr HostFormatCost host_format_costs_of_masks[] = {
    // fit_host_costs.py: begin masks
    // AMD EPYC of the fifth generation, one core, g++ 12.2.0, 2026-11-27. The table of fours, with speeds of DIA and SELL that
    // were set by hand between the first quarter and the median of what was measured: 95 % of the fastest format's
    // speed on 233 runs, 94 % with the table of fours. What nobody had seen: docs/results/2026-11-27-zen5.md.
    {Format::dia, {0.90, 1.10, 0.84, 0.85}, {0.90, 1.10, 0.84, 0.85}, {0.90, 1.10, 0.84, 0.85}, 31},
    {Format::ell, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 22},
    {Format::hyb, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 25},
    {Format::sell, {0.70, 0.70, 1.00, 0.90}, {1.00, 1.10, 1.25, 1.25}, {1.00, 0.96, 0.89, 0.85}, 25},
    {Format::bsr, {0.95, 0.87, 0.90, 0.90}, {0.95, 0.87, 0.90, 0.90}, {0.95, 0.87, 0.90, 0.90}, 77},
    {Format::coo, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 121},
    {Format::csr5, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 54},
    {Format::delta_crs, {0.60, 0.50, 0.85, 0.80}, {0.60, 0.60, 0.75, 0.62}, {0.90, 0.80, 1.00, 0.95}, 9},
    // fit_host_costs.py: end masks
};

/// \brief With vectors of eight numbers, gathered (HostLevel::avx512).
inline constexpr HostFormatCost host_format_costs_of_eights[] = {
    // fit_host_costs.py: begin eights
    // A Xeon with 2 MB of second-level cache for each core, whose third-level cache of 300 MB holds all matrices; 1, 2 and 16
    // threads, g++ 13.3.0, 2026-11-27; conversions of an earlier fit. Set by hand as above: 94 % of the fastest format's
    // speed on 146 runs with 1 and 2 threads and on 54 with 16; on what nobody had seen 93 % with one thread, 83 to 90 % with 16.
    // 2026-11-28: DIA in a cache for varied and many rows, by 222 runs with 4, 8 and 16 threads on fitted matrices, on which the
    // choice then has 97 % of the fastest format's speed, with the numbers above and below the tables; 93 % before.
    {Format::dia, {0.85, 0.80, 0.87, 0.80}, {1.05, 0.90, 0.87, 0.80}, {1.10, 1.20, 0.87, 0.80}, 29},
    {Format::ell, {0.10, 1.02, 0.10, 0.10}, {0.10, 1.02, 0.10, 0.10}, {0.10, 1.02, 0.10, 0.10}, 21},
    {Format::hyb, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 33},
    {Format::sell, {0.80, 0.90, 1.00, 1.00}, {0.95, 1.30, 1.10, 1.30}, {0.50, 0.60, 0.90, 0.90}, 29},
    {Format::bsr, {0.95, 0.87, 0.87, 0.85}, {0.95, 0.87, 0.87, 0.85}, {0.95, 0.87, 0.87, 0.85}, 62},
    {Format::coo, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 68},
    {Format::csr5, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, {0.10, 0.10, 0.10, 0.10}, 39},
    {Format::delta_crs, {0.50, 0.50, 0.70, 0.60}, {0.50, 0.50, 0.50, 0.45}, {0.60, 0.60, 0.80, 0.70}, 10},
    // fit_host_costs.py: end eights
};
// clang-format on

/// \brief The speed of SELL for varied rows of double with HostLevel::avx512 where it fits into the second-level
/// caches: for delaunay:150, delaunay:500, band:60000 and powerlaw:400000 1.12 to 1.76 with 4, 8 and 16 threads. With
/// one thread, delaunay:260 and delaunay:300, which do not fit, have 0.95 to 1.25.
inline constexpr double sell_speed_in_second_level_caches = 1.27;

/// \brief The numbers of a format; those of compressed rows if it has none. ELLPACK-R counts as ELL. ARM's vectors of
/// four were not measured, and count as portable code.
constexpr HostFormatCost host_format_cost(HostLevel level, Format format) {
  const Format listed = format == Format::ellpack_r ? Format::ell : format;
  for (const HostFormatCost& one : level == HostLevel::avx512         ? host_format_costs_of_eights
                                   : level == HostLevel::avx512_masks ? host_format_costs_of_masks
                                   : level == HostLevel::avx2         ? host_format_costs_of_fours
                                                                      : host_format_costs_of_scalars) {
    if (one.format == listed) return one;
  }
  return {format, {}, {}, {}, 0};
}

/// \brief The speed of a format on a host. DIA has no vectors for complex numbers in double; with AVX2 it takes 1.1 to
/// 1.8 times as long as compressed rows for them.
/// \param bytes  of the matrix in this format, of x and of y
constexpr double host_format_speed(const Machine& machine, Format format, HostRows rows, int value_bytes,
                                   std::int64_t bytes) {
  const bool has_vectors = format != Format::dia || value_bytes <= 8;
  const HostLevel level = has_vectors ? machine.host_level : HostLevel::portable;
  const HostFormatCost cost = host_format_cost(level, format);
  const HostSpeeds& speeds = cost.speeds(rows);
  const bool narrow = value_bytes <= 4;
  if (format == Format::sell && rows == HostRows::varied && !narrow && machine.host_level == HostLevel::avx512 &&
      bytes <= second_level_bytes(machine)) {
    return sell_speed_in_second_level_caches;
  }
  if (bytes <= host_cache_bytes(machine)) return narrow ? speeds.narrow_cached : speeds.cached;
  const bool has_many = machine.multiprocessors >= many_host_threads && format != Format::crs;
  return (narrow ? speeds.narrow_large : speeds.large) * (has_many ? speed_with_many_threads(narrow) : 1);
}

/// \brief The least speed of ELL and ELLPACK-R on a host, by the entries of a padded row: each of them is read from
/// another place in memory, so narrow rows are faster than the table says. Not for `avx512`, whose table is as it is.
///
/// Speed over the plan of compressed rows (`coop`, with prefetch), double / float, both in bytes a second with the
/// padding. Debian's Kokkos 3.4.1, Serial, GCC 12, -O3; one core of a shared server. Without vector instructions: EPYC,
/// 23 November 2026, the least and the most of two runs, each the median of 21 products taken in turn. With AVX2: a
/// Xeon with SPOROS_HOST_LEVEL=avx2, 25 November, the medians of 15 pairs of medians of 5; avx512_masks is within 9 %
/// of it on six of them.
///
/// | width | matrix            | portable                  | predicted | AVX2             | predicted |
/// |-------|-------------------|---------------------------|-----------|------------------|-----------|
/// | 3     | stencil3:2000000  | 0.48-0.72 / 0.76-1.13     | 0.70      |                  | 0.87      |
/// | 5     | stencil5:1200     | 0.58-0.64 / 0.78-0.94     | 0.58      |                  | 0.87      |
/// | 5     | stencil5:150      |                           | 0.58      | 0.84-0.90 / 0.78 | 0.87      |
/// | 7     | stencil7:100      | 0.31-0.66 / 0.53-0.56     | 0.50      |                  | 0.87      |
/// | 7     | stencil7:20       | 0.61-0.64 / 0.70-0.78     | 0.50      |                  | 0.87      |
/// | 7     | stencil7:25       |                           | 0.50      | 0.84-0.89 / 0.82 | 0.87      |
/// | 9     | stencil9:900      | 0.30-0.45 / 0.31-0.45     | 0.44      |                  | 0.85      |
/// | 9     | stencil9:90       |                           | 0.44      | 0.72-0.75 / 0.70 | 0.85      |
/// | 9     | stencil9:400      |                           | 0.44      | 0.96 / 0.79      | 0.85      |
/// | 16    | uniform:20000     | 0.35 / 0.27-0.33          | 0.30      | 0.91-0.93 / 0.95 | 0.76      |
/// | 27    | stencil27:16      |                           | 0.25      | 0.46-0.49 / 0.49 | 0.65      |
/// | 27    | stencil27:40      |                           | 0.25      | 0.87 / 0.83      | 0.65      |
/// | 32    | uniform:100000    |                           | 0.25      | 0.61 / 0.76      | 0.61      |
///
/// Portable: wide rows (stencil27, fem3, long) reached 0.20 to 0.55, and scattered columns (uniform:1000000,entries=5)
/// 0.29 to 0.39. AVX2: scattered columns in short rows are faster from a cache (1.2 to 1.4 with 1 to 5 entries), and
/// 0.8 to 1 from memory. 0.87 is the most that is predicted, so that ELL is chosen only for rows of one `float`, as
/// before: 0.73 of the time was measured for these.
constexpr double host_ell_speed(HostLevel level, std::int64_t width) {
  const bool has_vectors = level == HostLevel::avx2 || level == HostLevel::avx512_masks;
  const double speed = 1 / (1 + static_cast<double>(width) / (has_vectors ? 50 : 7));
  return has_vectors && speed > 0.87 ? 0.87 : speed;
}

}  // namespace detail
}  // namespace sporos
