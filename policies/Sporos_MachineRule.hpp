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
/// The largest mean for each number of lanes; microseconds on an H100 in double, best block size, `repeat` 1:
///
/// | matrix (mean row)    | coop 1 | 2   | 4   | 8   | 16  | 32  |
/// |----------------------|--------|-----|-----|-----|-----|-----|
/// | band-short4 (4)      | 102    | 108 | 142 | 176 | 296 | 520 |
/// | stencil7-160 (7)     | 159    | 163 | 181 | 242 | 399 | 645 |
/// | uniform16 (16)       | 315    | 209 | 175 | 164 | 164 | 205 |
/// | stencil27-110 (26.5) | 793    | 236 | 172 | 185 | 209 | 258 |
/// | fem3-68 (78.6)       | 1472   | 620 | 345 | 326 | 338 | 357 |
/// | nd-long400 (379)     | 261    | 214 | 168 | 139 | 126 | 120 |
///
/// Blocks of 64 to 256 threads differ by 1 to 3 %, `repeat` 2 costs 0 to 4 % and 4 costs 4 to 16 %.
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
