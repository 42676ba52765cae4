// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos' own constant-time rule for the row shape: the paper's three numbers, fitted to today's machines.
#pragma once

#include "policies/Sporos_RowShape.hpp"

namespace sporos {

/// \brief Partial sums from the mean row length; one share for one thread, four for each of several.
///
/// Speed over Kokkos Kernels 3.4 on one core of a shared server (EPYC, double), by partial sums a row; the spread
/// between runs is 3 %:
///
/// | matrix (mean row)            | 1    | 2    | 4    | 8    |
/// |------------------------------|------|------|------|------|
/// | G3_circuit (4.8)             | 1.08 | 1.03 | 1.02 | 0.98 |
/// | cnr-2000 (9.9)               | 1.09 | 1.12 | 1.03 | 1.02 |
/// | wave (13.6)                  | 1.07 | 1.09 | 1.07 | 1.01 |
/// | boyd1 (13.0, one of 93,261)  | 1.05 | 1.12 | 1.06 | 1.02 |
/// | bitmap_census-income (34610) | 0.79 | 0.97 | 1.03 | 0.99 |
constexpr RowShape host_rule(const Machine& machine, std::int64_t num_rows, std::int64_t nnz) {
  const int coop = nnz <= 8 * num_rows ? 1 : nnz <= 64 * num_rows ? 2 : 4;
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 4LL * machine.multiprocessors;
  const std::int64_t rows_per_share = (num_rows + shares - 1) / shares;
  return {coop, rows_per_share > 1 ? static_cast<int>(rows_per_share < INT32_MAX ? rows_per_share : INT32_MAX) : 1,
          coop};
}

/// \brief Lanes from the mean row length, one row a group, 128 threads.
///
/// The largest mean for each number of lanes. Microseconds on an H100 in double, best of 64, 128 and 256 threads,
/// `repeat` 1, trial kernels with the registers and loads in flight of Sporos_LaunchBound.hpp:
///
/// | matrix (mean row)    | coop 1 | 2   | 4   | 8   | 16  | 32   |
/// |----------------------|--------|-----|-----|-----|-----|------|
/// | band-short4 (4)      | 102    | 112 | 200 | 300 | 565 | 1089 |
/// | stencil7-160 (7)     | 159    | 165 | 200 | 320 | 590 | 1116 |
/// | uniform16 (16)       | 315    | 229 | 175 | 165 | 169 | 281  |
/// | stencil27-110 (26.5) | 793    | 341 | 172 | 205 | 245 | 387  |
/// | fem3-68 (78.6)       | 1911   | 768 | 378 | 326 | 349 | 399  |
/// | nd-long400 (379)     | 261    | 229 | 168 | 139 | 126 | 120  |
///
/// At the chosen `coop`, 64 to 256 threads differ by 3 % at most; `repeat` 2 costs 1 to 3 %, 4 costs 2 to 8 %.
/// `sporos_benchmark --sweep-shapes` times all shapes again.
constexpr RowShape gpu_rule(std::int64_t num_rows, std::int64_t nnz) {
  struct Step {
    std::int64_t largest_mean;
    int coop;
  };
  constexpr Step steps[] = {{8, 1}, {12, 2}, {40, 4}, {160, 8}, {300, 16}};
  constexpr int block_size = 128;
  for (const Step& step : steps) {
    if (nnz <= step.largest_mean * num_rows) return {step.coop, 1, block_size};
  }
  return {max_coop, 1, block_size};
}

/// \brief The shape for `num_rows` rows with `nnz` entries; constant time.
constexpr RowShape machine_rule(const Machine& machine, std::int64_t num_rows, std::int64_t nnz) {
  return machine.kind == MachineKind::host ? host_rule(machine, num_rows, nnz) : gpu_rule(num_rows, nnz);
}

}  // namespace sporos
