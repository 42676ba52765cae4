// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What products in each storage format, and conversions to it, cost beside compressed rows: measured numbers.
#pragma once

#include "policies/Sporos_Format.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {

/// \brief The numbers of one format on one kind of machine.
struct FormatCost {
  double speed = 0;         ///< bytes a second over those of compressed rows, with values of 8 bytes or more
  double narrow_speed = 0;  ///< the same with values of 4 bytes
  double entry_bytes = 0;   ///< an entry takes at least as long as moving so many bytes
  double conversion = 0;    ///< products of compressed rows that a conversion of a large matrix takes
  bool lane_a_row = false;  ///< one lane works on a row: too few rows leave lanes idle, a long one keeps others waiting
  int least_block = 0;      ///< smaller blocks were not measured, or do not pay
};

/// \brief On a GPU. Bytes are those of the matrix and of x and y, each once.
///
/// One H100, GB/s of products in double / float (docs/results/2026-11-21-h100-algorithms.md), and products of
/// compressed rows that a conversion takes:
///
/// | format   | stencil7-160 | stencil27-110 | fem3-68     | conversion, products        |
/// |----------|--------------|---------------|-------------|-----------------------------|
/// | crs      | 2760 / 2410  | 2730 / 2460   | 2840 / 2690 |                             |
/// | dia      | 2760 / 2270  | 2730 / 2300   | 2840 / 2640 | 9.5 11.0 9.8 11.6 12.7 13.6 |
/// | ell      | 2810 / 2430  | 2790 / 2230   | 2870 / 2360 | 6.6 7.6 7.9 8.7 9.1 10.1    |
/// | sell     | 2850 / 2670  | 2780 / 2740   | 2720 / 2830 | 7.4 7.4 14.6 17.3 20 23.7   |
/// | bsr of 3 |              | 2720 / 2050   | 2710 / 2070 | 36 49 (with its size known) |
/// | coo      | 1760 / 1700  |        / 1820 | 2130 / 2070 | 13 14 11 14 11 13.5         |
/// | csr5     | 2170 / 1920  | 2330 / 2200   | 2610 / 2500 | 11 14 9.4 12 7.7 9.4        |
///
/// SELL gains a tenth on stencils in float and loses elsewhere what it gains (band-short4 0.99, G3_circuit 0.95 to 1.1,
/// nd-long400 0.75), so it counts as fast as compressed rows. ELLPACK-R differs from ELL by 1 % on the three, HYB is
/// ELL where nothing is left, else 0.6 to 0.8 (band-short4, G3_circuit, wave). Delta CRS takes the same time for each
/// entry, however few bytes it has, that of 12.3 to 14.2 bytes beside x and y (fem3, stencil27, stencil7, band-short4).
/// Blocks of 3 are measured; those up to 8 count as them.
constexpr FormatCost gpu_format_cost(Format format) {
  switch (format) {
    case Format::dia:
      return {1.0, 0.93, 0, 13, true, 0};
    case Format::ell:
    case Format::ellpack_r:
      return {1.0, 0.88, 0, 10, true, 0};
    case Format::sell:
      return {1.0, 1.0, 0, 20, true, 0};
    case Format::hyb:
      return {0.7, 0.7, 0, 12, true, 0};
    case Format::bsr:
      return {0.95, 0.77, 0, 50, false, 3};
    case Format::coo:
      return {0.7, 0.7, 0, 14, false, 0};
    case Format::csr5:
      return {0.8, 0.8, 0, 13, false, 0};
    case Format::delta_crs:
      return {1.0, 1.0, 13, 12, false, 0};
    case Format::crs:
    case Format::pkt:
    case Format::symmetric:
    case Format::automatic:
      break;
  }
  return {1, 1, 0, 0, false, 0};
}

/// \brief On a host: about the slowest that was seen, so that formats other than blocks hardly ever promise anything.
///
/// One core of a shared server (EPYC), the Serial backend, speed over compressed rows in double / float; disturbances
/// of a fifth. DIA and ELL walk through all rows once for each diagonal or entry of a row.
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
      return {0.2, 0.1, 0, 38, false, 0};
    case Format::ell:
    case Format::ellpack_r:
    case Format::hyb:
      return {0.2, 0.3, 0, 35, false, 0};
    case Format::sell:
      return {0.85, 0.7, 0, 19, false, 0};
    case Format::bsr:
      return {0.86, 0.86, 0, 47, false, 3};
    case Format::coo:
      return {0.2, 0.2, 0, 55, false, 0};
    case Format::csr5:
      return {0.45, 0.6, 0, 36, false, 0};
    case Format::delta_crs:
      return {0.67, 0.54, 0, 12, false, 0};
    case Format::crs:
    case Format::pkt:
    case Format::symmetric:
    case Format::automatic:
      break;
  }
  return {1, 1, 0, 0, false, 0};
}

constexpr FormatCost format_cost(const Machine& machine, Format format) {
  return machine.kind == MachineKind::host ? host_format_cost(format) : gpu_format_cost(format);
}

/// \brief What a launch costs before bytes move, as bytes: 4.5 microseconds at 2.7 TB/s on an H100.
constexpr double launch_bytes(const Machine& machine) { return machine.kind == MachineKind::host ? 0 : 12e6; }

/// \brief What the steps of a conversion cost at the least, as bytes: 300 microseconds on an H100, where conversions of
/// wave and G3_circuit take 350 to 700.
constexpr double conversion_bytes(const Machine& machine) { return machine.kind == MachineKind::host ? 0 : 8e8; }

}  // namespace sporos
