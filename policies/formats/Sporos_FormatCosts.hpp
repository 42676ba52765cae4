// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What products in each storage format, and conversions to it, cost beside compressed rows: measured numbers.
#pragma once

#include <cstdint>

#include "policies/Sporos_Format.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief The numbers of one format on one kind of machine.
struct FormatCost {
  double speed = 0;         ///< bytes a second over those of compressed rows, with values of 8 bytes or more
  double narrow_speed = 0;  ///< the same with values of 4 bytes
  double conversion = 0;    ///< products of compressed rows that a conversion of a large matrix takes
  bool lane_a_row = false;  ///< one lane works on a row: too few rows leave lanes idle, a long one keeps others waiting
  int min_block = 0;        ///< smaller blocks were not measured, or do not pay
};

/// \brief On a GPU. Bytes are those of the matrix and of x and y, each once.
///
/// One H100, GB/s of products in double / float, in a run before that of docs/results/2026-11-23-h100-formats.md, whose
/// times differ by 4 % at most, and products of compressed rows that a conversion takes, in another run. The costs
/// below are about as high or higher, most for BSR and delta CRS: what is asked of a matrix before its conversion has
/// to be repaid, too.
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
/// SELL loses more elsewhere than it gains here: 0.95 and 0.87 of the speed on band-short4, 0.96 on G3_circuit in
/// float. ELLPACK-R differs from ELL by 1 % on the three, HYB is ELL where nothing is left, else 0.6 to 0.8
/// (band-short4, G3_circuit, wave). Delta CRS of rows about as long, in a trial program: nd-long400 0.98 / 0.83,
/// band-short4 0.98 / 0.94, fem3-68 0.98 / 0.91, stencil27-110 0.96 / 0.90, stencil7-160 0.99 / 0.98; of other rows it
/// takes no less time than compressed rows, and of bitmap_census-income, 200 rows, 1.3 times as long. Blocks of 3 are
/// measured; those up to 8 count as them.
constexpr FormatCost gpu_format_cost(Format format) {
  switch (format) {
    case Format::dia:
      return {0.98, 0.89, 14, true, 0};
    case Format::ell:
    case Format::ellpack_r:
      return {1.0, 0.86, 10, true, 0};
    case Format::sell:
      return {0.97, 0.95, 20, true, 0};
    case Format::hyb:
      return {0.7, 0.7, 12, true, 0};
    case Format::bsr:
      return {0.95, 0.75, 25, false, 3};
    case Format::coo:
      return {0.7, 0.7, 14, false, 0};
    case Format::csr5:
      return {0.8, 0.8, 13, false, 0};
    case Format::delta_crs:
      return {0.97, 0.9, 12, false, 0};
    default:  // the choice does not look at them
      break;
  }
  return {1, 1, 0, false, 0};
}

/// \brief The speed of ELL and ELLPACK-R on a host, as FormatCost has it, by the entries of a padded row: each is one
/// more place in memory to read from.
///
/// Speed over the plan of compressed rows (`coop`, with prefetch) of 23 November 2026, double / float, both of bytes a
/// second with the padding; the least and the most of two runs, each the median of 21 products taken in turn. Debian's
/// Kokkos 3.4.1, Serial, GCC 12, -O3; one core of a shared server (EPYC). Faster compressed rows make all of it less.
///
/// | width | matrix            | speed                     | predicted |
/// |-------|-------------------|---------------------------|-----------|
/// | 3     | stencil3:2000000  | 0.48-0.72 / 0.76-1.13     | 0.70      |
/// | 5     | stencil5:1200     | 0.58-0.64 / 0.78-0.94     | 0.58      |
/// | 7     | stencil7:100      | 0.31-0.66 / 0.53-0.56     | 0.50      |
/// | 7     | stencil7:20       | 0.61-0.64 / 0.70-0.78     | 0.50      |
/// | 9     | stencil9:900      | 0.30-0.45 / 0.31-0.45     | 0.44      |
/// | 16    | uniform:20000     | 0.35 / 0.27-0.33          | 0.30      |
/// | 27    | stencil27:60      | 0.21-0.25 / 0.21-0.25     | 0.25      |
/// | 27    | stencil27:20      | 0.37-0.43 / 0.40-0.55     | 0.25      |
/// | 81    | fem3:40           | 0.28-0.29 / 0.24-0.27     | 0.25      |
/// | 492   | long:8000         | 0.28-0.37 / 0.20-0.29     | 0.25      |
///
/// Scattered columns are slower: 0.30-0.39 / 0.29-0.32 for uniform:1000000,entries=5.
constexpr double host_ell_speed(std::int64_t width) {
  constexpr double least = 0.25;
  const double speed = 1 / (1 + static_cast<double>(width) / 7);
  return speed > least ? speed : least;
}

/// \brief On a host: about the slowest that was seen, so that formats other than blocks hardly ever promise anything.
///
/// One core of a shared server (EPYC), the Serial backend, speed over compressed rows in double / float; disturbances
/// of a fifth. Compressed rows had no prefetch yet: since then blocks of 3 are at 1.11 / 1.34 and 1.29 / 1.40 of
/// them on fem3:24 and fem3:40, delta CRS at 0.92 / 1.04 and 0.95 / 1.06.
/// Of ELL and ELLPACK-R host_ell_speed() says more.
///
/// | format   | stencil7:100 | stencil27:60 | fem3:24     | fem3:40     | uniform:200000 | conversion, products    |
/// |----------|--------------|--------------|-------------|-------------|----------------|-------------------------|
/// | dia      | 1.27 / 0.81  | 0.50 / 0.48  | 0.21 / 0.14 | 0.23 / 0.16 |                | 12 to 38                |
/// | ell      | 0.63 / 0.57  | 0.21 / 0.33  | 0.22 / 0.44 |             | 0.23 / 0.51    | 5 to 35                 |
/// | sell     | 1.07 / 0.95  | 0.87 / 0.68  | 0.82 / 0.82 | 0.86 / 0.88 | 0.84 / 0.87    | 5 to 19                 |
/// | bsr of 3 | 0.42 / 0.42  | 0.43 / 0.62  | 1.21 / 1.97 | 1.29 / 1.86 |                | 18 to 26, 47 on a poor  |
/// | bsr of 2 | 0.57 / 0.51  | 0.48 / 0.56  | 0.67 / 0.94 | 0.79 / 0.94 | 0.45 / 0.49    | 22 to 40                |
/// | coo      | 0.25 / 0.19  | 0.17 / 0.22  | 0.14 / 0.25 |             | 0.36 / 0.38    | 21 to 55                |
/// | csr5     | 0.69 / 0.54  | 0.47 / 0.59  | 0.42 / 0.71 |             | 0.93 / 1.04    | 11 to 36                |
/// | delta    | 0.78 / 0.70  | 0.88 / 1.14  | 0.96 / 1.46 | 1.05 / 1.42 | 0.70 / 1.05    | 5 to 12                 |
constexpr FormatCost host_format_cost(Format format) {
  switch (format) {
    case Format::dia:
      return {0.2, 0.1, 38, false, 0};
    case Format::ell:
    case Format::ellpack_r:
      return {host_ell_speed(INT64_MAX), host_ell_speed(INT64_MAX), 35, false, 0};
    case Format::hyb:
      return {0.2, 0.3, 35, false, 0};
    case Format::sell:
      return {0.85, 0.7, 19, false, 0};
    case Format::bsr:
      return {0.86, 0.86, 47, false, 3};
    case Format::coo:
      return {0.2, 0.2, 55, false, 0};
    case Format::csr5:
      return {0.45, 0.6, 36, false, 0};
    case Format::delta_crs:
      return {0.67, 0.54, 12, false, 0};
    default:  // the choice does not look at them
      break;
  }
  return {1, 1, 0, false, 0};
}

constexpr FormatCost format_cost(const Machine& machine, Format format) {
  return machine.kind == MachineKind::host ? host_format_cost(format) : gpu_format_cost(format);
}

/// \brief The speed of delta CRS, as FormatCost has it, where it stores a number in fewer bytes: one, in a table, or
/// half of them.
///
/// Of products less a launch, double / float, in a trial program where the matrix was generated: in a table
/// stencil7-160 0.88 / 0.83, stencil9:1000 0.79, stencil27-110 0.60 / 0.72, fem3:60 0.57 / 0.67, G3_circuit 0.77 /
/// 0.75, wave 0.61 / 0.66, cont-300_kkt 0.77 / 0.64; in half of them 0.98, 0.90, 0.79, 0.85 and landmark 0.78. On one
/// core of a host G3_circuit 0.27, wave 0.23, landmark 0.38: slower than compressed rows by a third each.
constexpr double compressed_delta_speed(const Machine& machine, int stored_bytes) {
  if (machine.kind == MachineKind::host) return 0.2;
  return stored_bytes == 1 ? 0.75 : 0.8;
}

/// \brief What gathering x costs for an entry whose column is far from those of its neighbours, as bytes: 13 of
/// uniform16 on an H100, of ibm14_hgr more.
constexpr double far_entry_bytes(const Machine& machine) { return machine.kind == MachineKind::host ? 0 : 12; }

/// \brief What a launch costs before bytes move, as bytes: 4.5 microseconds at 2.7 TB/s on an H100.
constexpr double launch_bytes(const Machine& machine) { return machine.kind == MachineKind::host ? 0 : 12e6; }

/// \brief What promises to save less is not worth a conversion, as bytes: 1.5 microseconds on an H100, 0.4 in delta
/// CRS.
///
/// Predictions for products of a few microseconds are the worst: bcsstk16 as BSR took 1.12 times as long there as
/// compressed rows, where 0.94 was predicted. Delta CRS of small matrices took less time than was predicted (wing 0.84
/// instead of 0.90) or up to 4 % more, but none where compressed rows were faster, unless most columns are far apart:
/// ibm14_hgr 1.07 instead of 0.93.
constexpr double min_saved_bytes(const Machine& machine, Format format) {
  return machine.kind == MachineKind::host ? 0 : format == Format::delta_crs ? 1e6 : 4e6;
}

/// \brief What the steps of a conversion cost at the least, as bytes: 300 microseconds on an H100, where conversions of
/// wave and G3_circuit take 240 to 690, two in one run 1500.
constexpr double conversion_bytes(const Machine& machine) { return machine.kind == MachineKind::host ? 0 : 8e8; }

}  // namespace detail
}  // namespace sporos
