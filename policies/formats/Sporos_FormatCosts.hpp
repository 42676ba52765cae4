// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The cost of products in each storage format, and of conversions to it, relative to compressed rows: measured.
#pragma once

#include <cstdint>

#include "policies/Sporos_Format.hpp"
#include "policies/Sporos_Machine.hpp"
#include "policies/formats/Sporos_HostFormatCosts.hpp"

namespace sporos {
namespace detail {

/// \brief The numbers of one format on one kind of machine.
struct FormatCost {
  double speed = 0;         ///< bytes a second over those of compressed rows, with values of 8 bytes or more
  double narrow_speed = 0;  ///< the same with values of 4 bytes
  double conversion = 0;    ///< products of compressed rows that a conversion of a large matrix takes
  bool lane_a_row = false;  ///< one lane sums a row: a long row makes others wait
  int min_block = 0;        ///< smaller blocks were not measured, or do not pay
  double kept = 1;          ///< how many times as fast it is where the cache drops the matrix first (CacheRule)
  double narrow_kept = 1;   ///< the same with values of 4 bytes
  double step = 0;         ///< bytes that compressed rows could move while one lane waits for the next entry of its row
  double narrow_step = 0;  ///< the same with values of 4 bytes
};

/// \brief On a GPU. Bytes are those of the matrix and of x and y, each once.
///
/// One H100: GB/s of products in double / float, and in products of compressed rows the time of a conversion, from
/// another run. (The campaign of docs/results/2026-11-23-h100-formats.md came later; its times differ by 4 % at most.)
/// The costs in the code are about as high or higher, most of all for BSR and delta CRS, since the inspection of the
/// matrix before its conversion has to be repaid, too.
///
/// | format   | stencil7-160 | stencil27-110 | fem3-68     | conversion, products             |
/// |----------|--------------|---------------|-------------|----------------------------------|
/// | crs      | 2800 / 2780  | 2770 / 2580   | 2860 / 2740 |                                  |
/// | dia      | 2760 / 2270  | 2730 / 2300   | 2790 / 2640 | 12.5 13.3 10.1 12.5 10.5 13.1    |
/// | ell      | 2810 / 2430  | 2790 / 2230   | 2870 / 2360 | 7.4 8.4 6.8 8.0 6.8 8.2          |
/// | sell     | 2850 / 2670  | 2780 / 2740   | 2720 / 2830 | 6.7 6.3 13.6 17.8 16.7 24.0      |
/// | bsr of 3 |              | 2720 / 2050   | 2710 / 2070 | 11.2 17.4 (fem3-68)              |
/// | coo      | 1760 / 1700  |        / 1820 | 2130 / 2070 | 10.5 15.9 9.3 13.6 8.7 12.6      |
/// | csr5     | 2170 / 1920  | 2330 / 2200   | 2610 / 2500 | 11.3 18.1 9.4 11.9 5.7 9.4       |
/// | delta    |              |               |             | 6.1 6.9 5.4 6.7 4.7 6.7          |
///
/// SELL loses more on other matrices than it gains here: 0.95 and 0.87 of the speed of compressed rows on band-short4,
/// 0.96 on G3_circuit in float. ELLPACK-R differs from ELL by 1 % on these three. HYB equals ELL where no entries are
/// left over; elsewhere it reaches 0.6 to 0.8 of the speed of compressed rows (band-short4, G3_circuit, wave). Delta
/// CRS with rows of about equal length moves as many bytes a second as compressed rows times (in a trial program):
/// nd-long400 0.98 / 0.83, band-short4 0.98 / 0.94, fem3-68 0.98 / 0.91, stencil27-110 0.96 / 0.90, stencil7-160 0.99 /
/// 0.98. With other rows it takes no less time than these, and 1.3 times as long for bitmap_census-income (200 rows).
/// Blocks of 3 were measured; larger ones, up to 8, count as such.
///
/// Where the cache drops the matrix first, microseconds in double / float of the trials of CacheRule, which fitted
/// `kept` together with the choices for delaunay:600, delaunay:1300, periodic:140 and
/// band:2500000,shortest=1,longest=12:
///
/// | matrix          | crs        | sell        | dia         | ell         | delta (without) |
/// |-----------------|------------|-------------|-------------|-------------|-----------------|
/// | stencil27:100   | 114 / 88   | 116 / 74    | 79 / 42     | 119 / 85    | 113 / 77        |
/// | fem3:40         | 63 / 49    | 65 / 45     | 54 / 31     | 68 / 47     | 60 / 41         |
/// | stencil9:1000   | 42 / 35    | 42 / 28     | 28 / 17     | 43 / 36     |                 |
/// | delaunay:1000   | 36 / 28    | 35 / 24     |             | 59 / 47     | 46 / 29         |
/// | delaunay:700    | 19         | 20          |             | 30          | 23              |
/// | stencil5:1000   | 30 / 23    | 26 / 19     | 18          | 25 / 26     | 31 / 17         |
/// | band:1500000    | 37 / 29    | 35 / 23     |             |             | 39 / 26         |
/// | diagonals:2000000 | 52 / 35  | 50 / 30     | 38 / 20     | 53 / 49     | 55 / 35         |
///
/// Speeds of DIA, ELL and SELL, steps and delays were fitted on an H100 to the times of 43 matrices in double and float
/// (docs/results/2026-11-26-h100-format-choice.md): small ones, rows of one length with random columns, diagonals.
constexpr FormatCost gpu_format_cost(Format format) {
  switch (format) {
    case Format::dia:
      return {1.08, 1.0, 14, true, 0, 1.15, 1.25, 3e5, 2e5};
    case Format::ell:
      return {1.03, 0.95, 10, true, 0, 1.12, 1.12, 3e5, 4e5};
    case Format::ellpack_r:
      return {1.0, 0.86, 10, true, 0, 1.08, 1.12, 3e5, 4e5};
    case Format::sell:
      return {1.0, 0.95, 20, true, 0, 1.13, 1.15, 3e5, 2e5};
    case Format::hyb:
      return {0.7, 0.7, 12, true, 0, 1, 1, 3e5, 4e5};
    case Format::bsr:
      return {1.05, 0.75, 25, false, 3};
    case Format::coo:
      return {0.7, 0.7, 14, false, 0};
    case Format::csr5:
      return {0.8, 0.8, 13, false, 0};
    case Format::delta_crs:
      return {0.97, 0.9, 12, false, 0};
    case Format::crs:
      return {1, 1, 0, false, 0, 1.13, 1.12};
    default:  // never chosen
      break;
  }
  return {1, 1, 0, false, 0};
}

/// \brief The speed (as in FormatCost) of compressed rows whose columns come from patterns
/// (docs/results/2026-11-28-h100-patterns.md).
constexpr double pattern_speed(bool narrow) { return narrow ? 0.78 : 0.85; }

/// \brief On a host, for matrices too large for a cache.
constexpr FormatCost host_format_cost_of_large(HostLevel level, Format format) {
  const HostFormatCost cost = host_format_cost(level, format);
  return {cost.even.large, cost.even.narrow_large, cost.conversion, false, format == Format::bsr ? 3 : 0};
}

constexpr FormatCost format_cost(const Machine& machine, Format format) {
  return machine.kind == MachineKind::host ? host_format_cost_of_large(machine.host_level, format)
                                           : gpu_format_cost(format);
}

/// \brief The speed (as in FormatCost) of delta CRS that stores values in fewer bytes: in one byte each, with a table,
/// or in half of their bytes.
///
/// Measured for products without their launch, double / float; generated matrices in a trial program. With a table:
/// stencil7-160 0.88 / 0.83, stencil9:1000 0.79, stencil27-110 0.60 / 0.72, fem3:60 0.57 / 0.67, G3_circuit 0.77 /
/// 0.75, wave 0.61 / 0.66, cont-300_kkt 0.77 / 0.64. In half of the bytes: 0.98, 0.90, 0.79, 0.85 and landmark 0.78. On
/// one core of a host: G3_circuit 0.27, wave 0.23, landmark 0.38, each a third slower than compressed rows.
constexpr double compressed_delta_speed(const Machine& machine, int stored_bytes) {
  if (machine.kind == MachineKind::host) return 0.2;
  return stored_bytes == 1 ? 0.75 : 0.8;
}

/// \brief The speed of delta CRS on a GPU, with values of 8 bytes or more, for short rows of different lengths: lanes
/// that share a warp wait for the longest, and compressed rows are streamed (delaunay:1000 46 and 36 microseconds,
/// delaunay:700 23 and 19; in float 29 and 28, 11 and 13).
inline constexpr double delta_speed_of_varied_rows = 0.8;

/// \brief The cost, in bytes, of gathering x for an entry whose column is far from those of its neighbours: 13 for
/// uniform16 on an H100, more for ibm14_hgr.
constexpr double far_entry_bytes(const Machine& machine) { return machine.kind == MachineKind::host ? 0 : 12; }

/// \brief What compressed rows pay for such an entry beyond that: where each has a lane, or tiles wait for all of
/// theirs.
constexpr double far_entry_bytes_of_rows(const Machine& machine) { return machine.kind == MachineKind::host ? 0 : 2.5; }

/// \brief The delay until the first entries arrive, in bytes, where the places of rows are read before them. Tiles of
/// compressed rows hide it.
constexpr double offsets_bytes(const Machine& machine, Format format) {
  if (machine.kind == MachineKind::host || format_cost(machine, format).lane_a_row) return 0;
  return format == Format::delta_crs ? 1.4e6 : 2e6;
}

/// \brief The fixed cost of a launch, in bytes: 4.5 microseconds at 2.7 TB/s on an H100.
constexpr double launch_bytes(const Machine& machine) { return machine.kind == MachineKind::host ? 0 : 12e6; }

/// \brief The least predicted saving, in bytes, for which a matrix is converted: 0.4 microseconds on an H100, 1.5 for
/// BSR: bcsstk16 took 1.12 times as long as compressed rows, where 0.94 was predicted.
constexpr double min_saved_bytes(const Machine& machine, Format format) {
  return machine.kind == MachineKind::host ? 0 : format == Format::bsr ? 4e6 : 1e6;
}

/// \brief The least cost of a conversion, in bytes: 300 microseconds on an H100, where conversions of wave and
/// G3_circuit take 240 to 690 microseconds (in one run, two took 1500).
constexpr double conversion_bytes(const Machine& machine) { return machine.kind == MachineKind::host ? 0 : 8e8; }

}  // namespace detail
}  // namespace sporos
