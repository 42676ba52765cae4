// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Equal shares of the work of compressed rows, between which long rows may be cut into segments.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_BeginOfPart.hpp"
#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief What comes before a row: its entries, and the rows, since a row costs about as much as an entry besides them.
template <class Offset>
KOKKOS_INLINE_FUNCTION std::int64_t work_before_row(const Offset* offsets, std::int64_t row) {
  return static_cast<std::int64_t>(offsets[row]) - static_cast<std::int64_t>(offsets[0]) + row;
}

/// \brief share/shares of the work of all rows.
template <class Offset>
KOKKOS_INLINE_FUNCTION std::int64_t share_of_work(const Offset* offsets, std::int64_t num_rows, std::int64_t share,
                                                  std::int64_t shares) {
  return begin_of_part(work_before_row(offsets, num_rows), share, shares);
}

/// \brief The first row that has at least so much work before it, by bisection.
template <class Offset>
KOKKOS_INLINE_FUNCTION std::int64_t first_row_behind(const Offset* offsets, std::int64_t num_rows, std::int64_t work) {
  std::int64_t low = 0;
  std::int64_t high = num_rows;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (work_before_row(offsets, middle) < work) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// \brief Rows of at least two segments are cut; their last segment also has the rest.
template <class Offset>
struct SegmentedRows {
  /// \brief Where a share begins: at a segment of a row, usually the first one.
  struct Point {
    std::int64_t row;
    std::int64_t segment;
  };

  const Offset* offsets;
  std::int64_t num_rows;
  std::int64_t segment;  ///< entries of one; 0: no row is cut

  std::int64_t offset(std::int64_t row) const { return static_cast<std::int64_t>(offsets[row]); }

  /// \brief The number of segments of a row.
  std::int64_t segments(std::int64_t row) const {
    const std::int64_t length = offset(row + 1) - offset(row);
    return segment == 0 || length < 2 * segment ? 1 : length / segment;
  }
  std::int64_t begin(std::int64_t row, std::int64_t i) const { return offset(row) + i * segment; }
  std::int64_t end(std::int64_t row, std::int64_t i) const {
    return i + 1 == segments(row) ? offset(row + 1) : begin(row, i + 1);
  }

  /// \brief The place of the sum of a segment; no two segments of long rows have the same one.
  std::int64_t carry(std::int64_t row, std::int64_t i) const { return (offset(row) - offset(0)) / segment + i; }

  /// \brief The first row with at least share/shares of the work before it, or a segment of the row before.
  Point point(std::int64_t share, std::int64_t shares) const {
    if (share == 0) return {0, 0};
    if (share == shares) return {num_rows, 0};
    const std::int64_t wanted = share_of_work(offsets, num_rows, share, shares);
    const std::int64_t low = first_row_behind(offsets, num_rows, wanted);
    if (segment > 0 && low > 0) {
      const std::int64_t i = (wanted - work_before_row(offsets, low - 1) + segment - 1) / segment;
      if (i < segments(low - 1)) return {low - 1, i};
    }
    return {low, 0};
  }
};

}  // namespace detail
}  // namespace sporos
