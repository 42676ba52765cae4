// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos' own constant-time rule for the row shape: the paper's three numbers, fitted to today's machines.
#pragma once

#include "policies/Sporos_RowShape.hpp"

namespace sporos {
namespace detail {

/// \brief The number of partial sums of a row, from the mean row length; one share of the work for a single thread,
/// four for each of several.
///
/// Speed over Kokkos Kernels 3.4 on one core of a shared server (EPYC, double), by partial sums a row, the mean of two
/// to eight runs; the machine's noise is 5 %. In a cache:
///
/// | matrix (mean row)            | 1    | 2    | 4    | 8    |
/// |------------------------------|------|------|------|------|
/// | stencil7:40 (6.9)            | 1.39 | 1.31 | 1.11 | 0.83 |
/// | stencil9:300 (9)             | 1.20 | 1.19 | 1.07 | 1.07 |
/// | uniform:80000 (10)           | 1.21 | 1.22 | 1.05 | 1.01 |
/// | boyd1 (13.0, one of 93,261)  | 1.01 | 1.12 | 1.06 | 1.03 |
/// | landmark (15.9)              | 1.15 | 1.16 | 1.19 | 1.14 |
/// | stencil27:30 (25)            | 0.98 | 1.09 | 1.09 | 1.07 |
/// | fem3:16 (73)                 | 0.69 | 1.04 | 1.01 | 0.98 |
/// | long:2000 (379)              | 0.68 | 0.90 | 0.99 | 1.01 |
/// | dense:1000 (1000)            | 0.52 | 0.90 | 1.00 | 1.01 |
///
/// Larger matrices, with prefetched entries (Sporos_PrefetchRule.hpp). There is one prefetch for each step of the loop,
/// which handles as many entries as there are partial sums, so more partial sums make prefetching cheaper:
///
/// | matrix (mean row)            | 1    | 2    | 4    | 8    |
/// |------------------------------|------|------|------|------|
/// | G3_circuit (4.8)             | 1.29 | 1.14 | 1.15 | 0.93 |
/// | stencil7:100 (6.9)           | 1.23 | 1.18 | 1.19 | 0.93 |
/// | cnr-2000 (9.9)               | 1.03 | 0.97 | 1.02 | 0.97 |
/// | band:500000 (10, 6 to 14)    | 1.23 | 1.06 | 1.06 | 1.03 |
/// | wave (13.6)                  | 1.10 | 1.01 | 1.12 | 1.10 |
/// | rmat:18 (15.0)               | 1.14 | 1.21 | 1.15 | 1.21 |
/// | uniform:300000 (16)          | 0.99 | 1.13 | 1.09 | 1.04 |
/// | stencil27:60 (26)            | 0.99 | 1.05 | 1.14 | 1.09 |
/// | fem3:30 (76)                 | 0.76 | 0.93 | 1.04 | 1.02 |
/// | bitmap_census-income (34610) | 0.81 | 0.99 | 1.07 | 1.08 |
///
/// A single sum is used up to a mean of 8 only, because its speed varies most: cnr-2000 ran at 0.84 to 0.93 with it in
/// sporos_spmv, at 0.98 to 1.06 with four.
///
/// Where a host has leaves for its vector instructions, a row has a vector of partial sums (Sporos_LeafRule.hpp).
///
/// \param prefetches  the answer of prefetch_rule()
constexpr RowShape host_rule(const Machine& machine, std::int64_t num_rows, std::int64_t nnz, bool prefetches) {
  const int scalar_coop = nnz <= 8 * num_rows ? 1 : nnz <= 14 * num_rows && !prefetches ? 2 : 4;
  const int coop = machine.host_level == HostLevel::portable ? scalar_coop : lanes_of(machine.host_level);
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 4LL * machine.multiprocessors;
  const std::int64_t rows_per_share = (num_rows + shares - 1) / shares;
  return {coop, rows_per_share > 1 ? static_cast<int>(rows_per_share < INT32_MAX ? rows_per_share : INT32_MAX) : 1,
          coop};
}

/// \brief Whether `coop` lanes for each row are fewer than two fifths of the threads that run at once.
constexpr bool leaves_threads_idle(const Machine& machine, std::int64_t num_rows, int coop) {
  return 5 * coop * num_rows < 2 * resident_threads(machine);
}

/// \brief Lanes from the mean row length, one row a group, 128 threads.
///
/// The rule has a largest mean row length for each number of lanes. Microseconds of `coop` on an H100, double / float,
/// 128 threads:
///
/// | matrix (mean row)    | coop 1      | 2         | 4         | 8         | 16        | 32          |
/// |----------------------|-------------|-----------|-----------|-----------|-----------|-------------|
/// | band-short4 (4)      | 112 / 92    | 105 / 82  | 199 / 139 | 303 / 225 | 576 / 434 | 1089 / 819  |
/// | stencil5:1500 (5)    | 75 / 60     | 72 / 55   | 111 / 82  | 176 / 132 | 331 / 249 | 615 / 462   |
/// | stencil7-160 (7)     | 179 / 131   | 160 / 121 | 201 / 141 | 322 / 235 | 606 / 449 | 1124 / 843  |
/// | stencil9:1000 (9)    | 76 / 46     | 58 / 39   | 63 / 45   | 96 / 71   | 154 / 116 | 280 / 211   |
/// | uniform16 (16)       | 665 / 186   | 229 / 160 | 173 / 157 | 172 / 152 | 169 / 154 | 281 / 226   |
/// | stencil27-110 (26.5) | 1293 / 267  | 378 / 141 | 171 / 120 | 199 / 146 | 254 / 179 | 386 / 285   |
/// | fem3-68 (78.6)       |             | 363 / 256 | 378 / 285 | 327 / 225 | 352 / 249 | 433 / 276   |
/// | nd-long400 (379)     |             |           |           | 135 / 98  | 125 / 88  | 118 / 82    |
///
/// At the chosen `coop`, 256 threads differ by 4 % at most.
///
/// Where that leaves most threads idle, rows get more lanes, as long as each lane has two entries. From memory, 128
/// threads, with the share of the resident threads that the chosen number keeps busy:
///
/// | matrix (thousand rows, mean) | 1          | 2          | 4          | 8          | 16         | 32         |
/// chosen |
/// |------------------------------|------------|------------|------------|------------|------------|------------|--------|
/// | stencil5:300x250 (75, 5)     | 8.1 / 7.1  | 7.9 / 6.9  | 9.3 / 8.4  | 10.7 / 9.5 |            |            | 0.55
/// | | stencil7:50 (125, 7)         | 11.1 / 9.0 | 11.6 / 9.2 | 12.7 / 10.1 | 15.3 / 12.4 |          |            |
/// 0.92   | | stencil9:250x200 (50, 9)     | 9.9 / 8.0  | 8.8 / 7.3  | 8.2 / 7.3  | 9.9 / 8.8  | 12.3 / 10.2 | | 0.74 |
/// | stencil27:25 (16, 24)        | 14.6 / 10.1 | 10.4 / 8.3 | 8.5 / 7.5 | 8.3 / 7.5  | 9.7 / 7.6  | 10.3 / 8.7 | 0.46
/// | | Dubcova1 (16, 16)            | 13.8 / 9.2 | 9.7 / 7.5  | 7.5 / 6.9  | 7.5 / 7.0  | 8.5 / 6.9  | 10.0 / 8.4 |
/// 0.48   | | fem3:12 (5, 66)              |            | 31.0 / 25.4 | 9.9 / 10.2 | 8.4 / 8.3 | 8.3 / 7.5  | 8.0 / 7.2
/// | 0.61   | | fem3:20 (24, 70)             |            | 35.1 / 28.0 | 17.8 / 14.9 | 16.7 / 13.3 | 17.3 / 13.7
/// | 19.0 / 14.1 | 0.71 | | bcsstk16 (5, 59)             | 48.5 / 47.1 | 31.3 / 25.7 | 9.9 / 9.9 | 8.4 / 8.0 | 8.0
/// / 7.3  | 7.6 / 6.8  | 0.58   | | f855_mat9_I (2, 70)          |            | 34.9 / 29.3 | 18.8 / 15.9 | 9.5 / 9.7
/// | 8.2 / 7.8 | 7.7 / 7.1 | 0.29   |
///
/// Where two lanes a row suffice and there is work for all threads, each group takes two rows: 104 / 78 for
/// band-short4, 114 for stencil7-160 in float.
constexpr RowShape gpu_rule(const Machine& machine, std::int64_t num_rows, std::int64_t nnz) {
  struct Step {
    std::int64_t largest_mean;
    int coop;
  };
  constexpr Step steps[] = {{2, 1}, {12, 2}, {40, 4}, {160, 8}, {300, 16}};
  constexpr int block_size = 128;
  int coop = max_coop;
  for (const Step& step : steps) {
    if (nnz <= step.largest_mean * num_rows) {
      coop = step.coop;
      break;
    }
  }
  while (coop < max_coop && leaves_threads_idle(machine, num_rows, coop) && 2 * coop * num_rows < nnz) coop *= 2;
  const int repeat = coop == 2 && coop * num_rows > 8 * resident_threads(machine) ? 2 : 1;
  return {coop, repeat, block_size};
}

/// \brief The shape for `num_rows` rows with `nnz` entries; constant time.
/// \param prefetches  the answer of prefetch_rule()
constexpr RowShape machine_rule(const Machine& machine, std::int64_t num_rows, std::int64_t nnz,
                                bool prefetches = false) {
  return machine.kind == MachineKind::host ? host_rule(machine, num_rows, nnz, prefetches)
                                           : gpu_rule(machine, num_rows, nnz);
}

}  // namespace detail
}  // namespace sporos
