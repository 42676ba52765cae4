// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The cost of products in each storage format, and of conversions to it, on a host: fitted numbers.
///
/// perf_tests/fit_host_costs.py writes the table from the measurements of perf_tests/host_campaign.sh. It takes the
/// speeds with which choose_format() loses least on one set of matrices, and reports how the choice does on the others.
#pragma once

#include <cstdint>

#include "policies/Sporos_Format.hpp"
#include "policies/Sporos_HostLevel.hpp"

namespace sporos {
namespace detail {

/// \brief Bandwidths of products relative to compressed rows, for matrices that stay in a cache and for larger ones.
struct HostSpeeds {
  double cached = 1;         ///< values of 8 bytes or more
  double narrow_cached = 1;  ///< values of 4 bytes
  double large = 1;
  double narrow_large = 1;
};

/// \brief The numbers of one format on a host.
struct HostFormatCost {
  Format format;
  HostSpeeds speeds;
  double conversion;  ///< in products of compressed rows; nine of ten matrices take no more
};

/// \brief Compressed rows of more bytes count as too large for a cache; the same limit as in prefetch_rule().
inline constexpr std::int64_t host_cache_bytes = std::int64_t{16} * 1024 * 1024;

// clang-format off
/// \brief With portable code.
inline constexpr HostFormatCost host_format_costs_of_scalars[] = {
    // fit_host_costs.py: begin scalars
    {Format::dia, {0.20, 0.10, 0.20, 0.10}, 38},
    {Format::ell, {0.25, 0.25, 0.25, 0.25}, 35},
    {Format::hyb, {0.20, 0.30, 0.20, 0.30}, 35},
    {Format::sell, {0.85, 0.70, 0.85, 0.70}, 19},
    {Format::bsr, {0.86, 0.86, 0.86, 0.86}, 47},
    {Format::coo, {0.20, 0.20, 0.20, 0.20}, 55},
    {Format::csr5, {0.45, 0.60, 0.45, 0.60}, 36},
    {Format::delta_crs, {0.67, 0.54, 0.67, 0.54}, 12},
    // fit_host_costs.py: end scalars
};

/// \brief With vectors of four numbers (HostLevel::avx2 and avx512_masks).
inline constexpr HostFormatCost host_format_costs_of_fours[] = {
    // fit_host_costs.py: begin fours
    // As with portable code, but for DIA in a cache, which is set by hand to the least that was measured, in float to
    // less: docs/results/2026-11-26-dia.md. From memory DIA is 1.0 to 2.2 times as fast as compressed rows on one
    // processor, 0.5 to 4 times on another.
    {Format::dia, {0.85, 1.30, 0.20, 0.10}, 38},
    {Format::ell, {0.25, 0.25, 0.25, 0.25}, 35},
    {Format::hyb, {0.20, 0.30, 0.20, 0.30}, 35},
    {Format::sell, {0.85, 0.70, 0.85, 0.70}, 19},
    {Format::bsr, {0.86, 0.86, 0.86, 0.86}, 47},
    {Format::coo, {0.20, 0.20, 0.20, 0.20}, 55},
    {Format::csr5, {0.45, 0.60, 0.45, 0.60}, 36},
    {Format::delta_crs, {0.67, 0.54, 0.67, 0.54}, 12},
    // fit_host_costs.py: end fours
};

/// \brief With vectors of eight numbers, gathered (HostLevel::avx512).
inline constexpr HostFormatCost host_format_costs_of_eights[] = {
    // fit_host_costs.py: begin eights
    // One Xeon, on the matrices called fitted in perf_tests/host_matrices.txt, measured twice: at first large ones came
    // from a third-level cache of 480 MB, an hour later from memory. --fit made the first two columns, conversions and
    // the row of DIA from both. The rest of large matrices is set by hand to what is never chosen: ELL, SELL, BSR and
    // delta CRS gained up to a half from memory and lost up to a third from the cache.
    {Format::dia, {0.85, 0.67, 0.87, 0.73}, 29},
    {Format::ell, {0.10, 1.02, 0.10, 0.10}, 21},
    {Format::hyb, {0.10, 0.95, 0.10, 0.10}, 33},
    {Format::sell, {0.10, 0.10, 0.10, 0.10}, 29},
    {Format::bsr, {0.87, 0.85, 0.10, 0.10}, 62},
    {Format::coo, {0.10, 0.10, 0.10, 0.10}, 68},
    {Format::csr5, {0.10, 0.10, 0.10, 0.10}, 39},
    {Format::delta_crs, {0.10, 0.10, 0.10, 0.10}, 8},
    // fit_host_costs.py: end eights
};
// clang-format on

/// \brief The numbers of a format; those of compressed rows if it has none. ELLPACK-R counts as ELL. ARM's vectors of
/// four were not measured, and count as portable code.
constexpr HostFormatCost host_format_cost(HostLevel level, Format format) {
  const Format listed = format == Format::ellpack_r ? Format::ell : format;
  const bool has_fours = level == HostLevel::avx2 || level == HostLevel::avx512_masks;
  for (const HostFormatCost& one : level == HostLevel::avx512 ? host_format_costs_of_eights
                                   : has_fours                ? host_format_costs_of_fours
                                                              : host_format_costs_of_scalars) {
    if (one.format == listed) return one;
  }
  return {format, {}, 0};
}

/// \brief The speed of a format on a host. DIA has no vectors for complex numbers in double; with AVX2 it takes 1.1 to
/// 1.8 times as long as compressed rows for them.
/// \param crs_bytes  of the matrix in compressed rows
constexpr double host_format_speed(HostLevel level, Format format, int value_bytes, std::int64_t crs_bytes) {
  const bool has_vectors = format != Format::dia || value_bytes <= 8;
  const HostSpeeds speeds = host_format_cost(has_vectors ? level : HostLevel::portable, format).speeds;
  const bool narrow = value_bytes <= 4;
  return crs_bytes <= host_cache_bytes ? (narrow ? speeds.narrow_cached : speeds.cached)
                                       : (narrow ? speeds.narrow_large : speeds.large);
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
