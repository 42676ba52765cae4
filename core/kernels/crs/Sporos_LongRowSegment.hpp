// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Long rows cut into segments.
///
/// A row of more than `long_row >= segment` entries contains an entry whose number is a multiple of `segment`. Each
/// such entry begins a segment, which ends at the next multiple or with the row. The first segment of a row also has
/// the entries before it.
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
};

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

/// \brief How many segment numbers there are; they begin at 0.
KOKKOS_INLINE_FUNCTION std::int64_t segment_numbers(std::int64_t nnz, const LongRows& limits) {
  return first_segment(nnz, limits);
}

}  // namespace detail
}  // namespace sporos
