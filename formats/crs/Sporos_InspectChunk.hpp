// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How one thread of a host inspects rows and columns, 256 at a time: loops of constant length without branches,
/// which compilers vectorise.
#pragma once

#include <limits>
#include <type_traits>

#include "formats/crs/Sporos_MeasureRows.hpp"

namespace sporos {
namespace detail {

/// \brief The rows, or entries, of a chunk.
inline constexpr int inspected_chunk = 256;

// A variable, not the function of numeric_limits: nvcc leaves out calls of functions that are not marked.
template <class T>
inline constexpr T largest_number = std::numeric_limits<T>::max();

/// \brief Whether a column of a chunk is out of range.
template <class Column>
KOKKOS_INLINE_FUNCTION bool has_bad_column(const Column* columns, std::int64_t num_columns) {
  using Bits = std::make_unsigned_t<Column>;
  constexpr auto largest = static_cast<std::uint64_t>(largest_number<Column>);
  if (num_columns == 0) return true;
  const auto last_column = static_cast<std::uint64_t>(num_columns - 1);
  const auto last = static_cast<Bits>(last_column < largest ? last_column : largest);
  Bits bad = 0;
  if constexpr (std::is_signed<Column>::value) {
    // The highest bit is set in a negative column, and in the difference if the column is above the last one.
    for (int j = 0; j < inspected_chunk; ++j) {
      const auto column = static_cast<Bits>(columns[j]);
      bad = static_cast<Bits>(bad | column | static_cast<Bits>(last - column));
    }
    return bad > static_cast<Bits>(largest_number<Column>);
  } else {
    for (int j = 0; j < inspected_chunk; ++j) bad = static_cast<Bits>(bad | (columns[j] > last ? 1 : 0));
    return bad != 0;
  }
}

/// \brief Adds the rows of a chunk to the findings. Returns false and adds nothing if one of them is invalid, or so
/// long that the sum of squares might overflow.
template <class Offset, class Count>
KOKKOS_INLINE_FUNCTION bool add_chunk(const Offset* row_offsets, std::int64_t nnz, InspectionOf<Count>& found) {
  using Bits = std::make_unsigned_t<Offset>;
  constexpr std::uint64_t too_long = std::uint64_t{1} << 20;
  std::uint32_t lengths[inspected_chunk];
  Bits decreases = 0;
  Bits all_lengths = 0;
  for (int i = 0; i < inspected_chunk; ++i) {
    const auto length = static_cast<Bits>(static_cast<Bits>(row_offsets[i + 1]) - static_cast<Bits>(row_offsets[i]));
    decreases = static_cast<Bits>(decreases | (row_offsets[i + 1] < row_offsets[i] ? 1 : 0));
    all_lengths = static_cast<Bits>(all_lengths | length);
    lengths[i] = static_cast<std::uint32_t>(length);
  }
  const auto begin = static_cast<std::int64_t>(row_offsets[0]);
  const auto end = static_cast<std::int64_t>(row_offsets[inspected_chunk]);
  if (decreases != 0 || static_cast<std::uint64_t>(all_lengths) >= too_long || begin < 0 || end < begin || end > nnz) {
    return false;
  }
  std::uint32_t longest_row = 0;
  std::uint32_t empty_rows = 0;
  std::uint32_t short_rows = 0;
  std::uint64_t squares = 0;
  for (int i = 0; i < inspected_chunk; ++i) {
    const std::uint32_t length = lengths[i];
    longest_row = length > longest_row ? length : longest_row;
    empty_rows += length == 0 ? 1 : 0;
    short_rows += length <= RowProfile::short_row ? 1 : 0;
    squares += static_cast<std::uint64_t>(length) * length;
  }
  if (longest_row > found.longest_row) found.longest_row = longest_row;
  found.empty_rows += static_cast<Count>(empty_rows);
  found.short_rows += static_cast<Count>(short_rows);
  found.sum_of_squares += static_cast<double>(squares);
  return true;
}

}  // namespace detail
}  // namespace sporos
