// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos' own constant-time rule for the row shape: the paper's three numbers, fitted to today's machines.
#pragma once

#include "policies/Sporos_RowShape.hpp"

namespace sporos {

/// \brief The smallest power of two not below `value`, at most `limit`.
constexpr int power_of_two_at_least(std::int64_t value, int limit) {
  int power = 1;
  while (power < limit && power < value) power *= 2;
  return power;
}

/// \brief Threads and `repeat` of the host: four partial sums a row (one for very short rows), four shares a thread.
constexpr RowShape host_rule(const Machine& machine, std::int64_t num_rows, std::int64_t nnz) {
  const int coop = nnz < 2 * num_rows ? 1 : 4;
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 4LL * machine.multiprocessors;
  const std::int64_t rows_per_share = (num_rows + shares - 1) / shares;
  return {coop, rows_per_share > 1 ? static_cast<int>(rows_per_share < INT32_MAX ? rows_per_share : INT32_MAX) : 1,
          coop};
}

/// \brief Lanes from the mean row length; no more blocks than fill the machine a few times over.
constexpr RowShape gpu_rule(const Machine& machine, std::int64_t num_rows, std::int64_t nnz) {
  const std::int64_t mean = num_rows == 0 ? 0 : nnz / num_rows;
  const int coop = power_of_two_at_least(mean / 3, max_coop);
  const int block_size = 256;
  const std::int64_t blocks_once = (num_rows * coop + block_size - 1) / block_size;
  const std::int64_t enough = 4 * resident_threads(machine) / block_size;
  return {coop, blocks_once >= 2 * enough ? 2 : 1, block_size};
}

/// \brief The shape for `num_rows` rows with `nnz` entries; constant time.
constexpr RowShape machine_rule(const Machine& machine, std::int64_t num_rows, std::int64_t nnz) {
  return machine.kind == MachineKind::host ? host_rule(machine, num_rows, nnz) : gpu_rule(machine, num_rows, nnz);
}

}  // namespace sporos
