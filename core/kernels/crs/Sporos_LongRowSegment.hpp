// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Long rows cut into segments.
///
/// A row of more than `long_row >= segment` entries contains an entry whose number is a multiple of `segment`. So only
/// the rows of these entries have to be checked. Each such entry in a long row begins a segment, which ends at the next
/// multiple or with the row. The first segment of a row also has the entries before it.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"
#include "policies/Sporos_LongRows.hpp"

namespace sporos {
namespace detail {

/// \brief Entries `begin` to `end - 1` of `row`: number `index` of the `count` segments of that row.
struct LongRowSegment {
  std::int64_t row;
  std::int64_t begin;
  std::int64_t end;
  std::int64_t index;
  std::int64_t count;

  KOKKOS_INLINE_FUNCTION bool is_empty() const { return begin >= end; }
};

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

/// \brief The number of the first segment that begins at `entry` or after it.
KOKKOS_INLINE_FUNCTION std::int64_t first_segment(std::int64_t entry, const LongRows& limits) {
  return (entry + limits.segment - 1) / limits.segment;
}

/// \brief Segment `number` of a long row with the entries `begin` to `end - 1`, whose segments are `first` to
/// `past_last - 1`.
KOKKOS_INLINE_FUNCTION LongRowSegment segment_of_row(std::int64_t number, std::int64_t row, std::int64_t begin,
                                                     std::int64_t end, std::int64_t first, std::int64_t past_last,
                                                     const LongRows& limits) {
  const std::int64_t entry = number * limits.segment;
  return {row, number == first ? begin : entry, number == past_last - 1 ? end : entry + limits.segment, number - first,
          past_last - first};
}

/// \brief The segment that begins at entry `number * limits.segment`. If this is the first such entry of its row, the
/// segment begins with the row. Empty if there is none. `row_begin(row)` is where a row begins. About log16(num_rows)
/// steps.
template <class RowBegin>
KOKKOS_INLINE_FUNCTION LongRowSegment find_segment(std::int64_t number, std::int64_t num_rows, std::int64_t nnz,
                                                   const LongRows& limits, const RowBegin& row_begin) {
  const std::int64_t entry = number * limits.segment;
  const std::int64_t row = row_of_entry(entry, num_rows, nnz, row_begin);
  const std::int64_t begin = row_begin(row);
  const std::int64_t end = row_begin(row + 1);
  if (end - begin <= limits.long_row || entry < begin || entry >= end) return {row, 0, 0, 0, 0};
  return segment_of_row(number, row, begin, end, first_segment(begin, limits), first_segment(end, limits), limits);
}

/// \brief How many segment numbers there are; they begin at 0.
KOKKOS_INLINE_FUNCTION std::int64_t segment_numbers(std::int64_t nnz, const LongRows& limits) {
  return first_segment(nnz, limits);
}

}  // namespace detail
}  // namespace sporos
