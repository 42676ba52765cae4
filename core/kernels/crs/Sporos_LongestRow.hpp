// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The longest of the rows to which every `step`-th entry belongs: no row of more than `step` entries is missed.
///
/// A search of about log16(rows) steps for each of these entries. To be reduced by Kokkos::Max; the result is a message
/// to the host.
#pragma once

#include <cstdint>

#include "core/kernels/Sporos_RowNews.hpp"

namespace sporos {
namespace detail {

/// The row that contains `entry`; if no row does, a row next to where it would be. `row_begin(row)` is where a row
/// begins.
template <class RowBegin>
KOKKOS_INLINE_FUNCTION std::int64_t row_of_entry(std::int64_t entry, std::int64_t num_rows, std::int64_t nnz,
                                                 const RowBegin& row_begin) {
  // Starts from where the row would be if all rows had the same length, if it is near.
  const auto guess =
      static_cast<std::int64_t>(static_cast<double>(entry) * static_cast<double>(num_rows) / static_cast<double>(nnz));
  std::int64_t low = 0;
  std::int64_t high = num_rows;
  for (const std::int64_t distance : {4096, 64}) {
    const std::int64_t below = guess > distance ? guess - distance : 0;
    const std::int64_t above = guess < num_rows - distance ? guess + distance : num_rows;
    if (row_begin(below) <= entry && row_begin(above) > entry) {
      low = below;
      high = above;
    }
  }
  // Each step looks at fifteen places at once, which takes hardly longer than one.
  while (high - low > 1) {
    constexpr int parts = 16;
    const std::int64_t part = (high - low + parts - 1) / parts;
    int parts_before = 0;
    for (int i = 1; i < parts; ++i) {
      const std::int64_t row = low + i * part < high ? low + i * part : high;
      parts_before += row < high && row_begin(row) <= entry ? 1 : 0;
    }
    low += parts_before * part;
    if (high - low > part) high = low + part;
  }
  return low;
}

template <class Offset>
struct LongestRow {
  const Offset* row_offsets;
  std::int64_t num_rows;
  std::int64_t nnz;
  std::int64_t step;
  std::int64_t stamp;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& longest) const {
    const auto row_begin = [&](std::int64_t row) { return static_cast<std::int64_t>(row_offsets[row]); };
    const std::int64_t row = row_of_entry(i * step, num_rows, nnz, row_begin);
    const std::int64_t message = row_message(stamp, row_begin(row + 1) - row_begin(row));
    if (message > longest) longest = message;
  }
};

}  // namespace detail
}  // namespace sporos
