// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The constant-time rule of Reguly & Giles 2012, section 5.4, as the paper states it.
#pragma once

#include "policies/Sporos_RowShape.hpp"

namespace sporos {
namespace detail {

/// \brief Smallest power of two greater than the square root of the mean row length, at most `limit`.
///
/// It compares `coop^2 * rows > nnz` in integers, so that rounding decides nothing.
constexpr int coop_above_square_root(std::int64_t num_rows, std::int64_t nnz, int limit) {
  int coop = 1;
  while (coop < limit && static_cast<std::int64_t>(coop) * coop * num_rows <= nnz) coop *= 2;
  return coop;
}

/// \brief 128 threads, `coop` from the square root of the mean row, `repeat` as large as 1500 blocks allow.
constexpr RowShape fixed_rule_2012(std::int64_t num_rows, std::int64_t nnz) {
  constexpr int block_size = 128;
  constexpr std::int64_t min_blocks = 1500;
  if (num_rows == 0) return {1, 1, block_size};
  const int coop = coop_above_square_root(num_rows, nnz, max_coop);
  // block_count(num_rows) >= 1500 solved for repeat.
  const std::int64_t repeat = (num_rows - 1) / ((min_blocks - 1) * (block_size / coop));
  return {coop, repeat > 1 ? static_cast<int>(repeat) : 1, block_size};
}

}  // namespace detail
}  // namespace sporos
