// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What leaves for rows of changing lengths share: which rows' products fit into the memory for them.
#pragma once

#include <cstdint>

#include "core/device/host/Sporos_RowSums.hpp"

namespace sporos {
namespace detail {

/// \brief The end of the rows from `row` on whose products fit together; `row` where those of `row` alone do not.
///
/// Ends after a multiple of four rows if there are that many.
template <class Run>
std::int64_t rows_of_products(const Run& run, std::int64_t row) {
  const std::int64_t limit = static_cast<std::int64_t>(run.offsets[row]) + leaf_products;
  if (static_cast<std::int64_t>(run.offsets[run.rows]) <= limit) return run.rows;
  std::int64_t end = row;
  while (static_cast<std::int64_t>(run.offsets[end + 1]) <= limit) ++end;
  return end - row > 4 ? end - (end - row) % 4 : end;
}

constexpr std::int64_t least_of(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
constexpr std::int64_t larger_of(std::int64_t a, std::int64_t b) { return a < b ? b : a; }
constexpr std::int64_t longest_of(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return larger_of(larger_of(a, b), larger_of(c, d));
}

}  // namespace detail
}  // namespace sporos
