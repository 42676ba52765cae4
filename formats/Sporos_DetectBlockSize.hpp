// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which blocks a matrix consists of, and how many there are of a given size.
#pragma once

#include <cstdint>

#include "formats/Sporos_BlockRows.hpp"

namespace sporos {

/// \brief From this share of entries in the blocks on they take about as much memory as compressed rows, in double.
inline constexpr double usual_least_fill = 0.7;

namespace detail {

template <class ExecutionSpace, class Rows>
int detect_in_rows(const ExecutionSpace& exec, const Rows& rows, std::int64_t nnz, double least_fill) {
  for (int size = 8; size > 1 && nnz > 0; --size) {
    const auto places = static_cast<double>(sum_of_blocks(exec, rows, size)) * size * size;
    if (static_cast<double>(nnz) >= least_fill * places) return size;
  }
  return 1;
}

inline void require_least_fill(const char* function, double least_fill) {
  require(least_fill > 0 && least_fill <= 1, function, "least_fill = ", least_fill, " is not in (0, 1]");
}

}  // namespace detail

/// \brief The largest block size from 2 to 8 such that at least `least_fill` of all places in blocks hold an entry; 1
/// where there is none.
/// \throws std::invalid_argument where A is malformed or `least_fill` is not in (0, 1]
///
/// Walks through the columns on the device, once for each size that it tries; waits for the results.
template <class ExecutionSpace, class AnyMatrix>
int detect_block_size(const ExecutionSpace& exec, const AnyMatrix& A, double least_fill = usual_least_fill) {
  detail::require_least_fill("detect_block_size", least_fill);
  const auto crs = detail::convertible_crs(exec, A, "detect_block_size");
  return detail::detect_in_rows(exec, detail::rows_by_column(exec, crs.view), crs.view.nnz(), least_fill);
}

/// \brief The number of blocks of a size: what bytes_as_bsr() needs to know; waits for it.
/// \throws std::invalid_argument where A is malformed or the size is not in [1, largest_block_size]
template <class ExecutionSpace, class AnyMatrix>
std::int64_t count_blocks(const ExecutionSpace& exec, const AnyMatrix& A, int block_size) {
  detail::require_block_size("count_blocks", block_size);
  const auto crs = detail::convertible_crs(exec, A, "count_blocks");
  return detail::sum_of_blocks(exec, detail::rows_by_column(exec, crs.view), block_size);
}

}  // namespace sporos
