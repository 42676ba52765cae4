// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief SELL-C-sigma: slices of a few rows each, every slice as wide as its longest row.
///
/// Slices of 2 rows, sorted in windows of 4:
///
///     | 1 . . . |      in order of length      slice 0: rows 1, 2      slice 1: rows 0, 3
///     | 2 3 4 . |      rows 1, 2, 0, 3         2 5 | 3 6 | 4 *         1 7
///     | . 5 . 6 |
///     | . . 7 . |      slice_offsets 0 6 8     shortest_rows 2 1       places 1 2 0 3
///
/// A slice lies in memory column by column: first entry of every row, second entry of every row, and so on, so that
/// lanes that take a row each read neighbouring elements. `*` is padding: column -1, value 0.
#pragma once

#include <cstdint>
#include <string>

#include "formats/conversion/Sporos_ConvertibleCrs.hpp"
#include "formats/sell/Sporos_SellShape.hpp"

namespace sporos {

/// \brief A matrix in slices; to_sell() makes it. The order of its rows is internal: x and y are in the order of the
/// original matrix.
///
/// A position is the number of a row after sorting; position `p` is in slice `p / slice_height`.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct SellMatrix {
  using value_type = Value;           ///< type of the numbers
  using column_type = Column;         ///< type of the column indices
  using offset_type = Offset;         ///< type of the row offsets
  using memory_space = MemorySpace;   ///< where the arrays are
  using storage_format = SellMatrix;  ///< no compressed rows
  template <class T>
  using array = Kokkos::View<T*, Kokkos::LayoutRight, MemorySpace>;  ///< type of the arrays

  std::int64_t num_rows = 0;          ///< elements of y
  std::int64_t num_columns = 0;       ///< elements of x
  std::int64_t num_entries = 0;       ///< of the matrix it came from
  SellShape shape;                    ///< of the slices
  array<std::int64_t> slice_offsets;  ///< slot at which each slice begins, and the number of slots
  array<std::int32_t> shortest_rows;  ///< of each slice: the length of its shortest row, up to which it has no padding
  array<Column> columns;              ///< of each slot, -1 where it is padding
  array<Value> values;                ///< of each slot
  array<std::int32_t> row_lengths;    ///< by position; empty if lanes read the padding instead
  array<std::uint16_t> places;        ///< by position: the row, counted from the window's first; empty if not sorted
  array<Offset> row_offsets;          ///< those of the compressed rows, for update_values(); may be empty

  std::int64_t nnz() const { return num_entries; }  ///< entries, explicit zeros included
  /// \brief How many slices there are.
  std::int64_t num_slices() const { return static_cast<std::int64_t>(shortest_rows.extent(0)); }
  std::int64_t slots() const { return static_cast<std::int64_t>(values.extent(0)); }  ///< entries and padding

  /// \brief The bytes of the arrays, without the map of update_values().
  std::int64_t bytes() const {
    return detail::bytes_of(slice_offsets, shortest_rows, columns, values, row_lengths, places);
  }
  /// \brief How the entries lie, for descriptions.
  std::string shape_words() const {
    return detail::concat("slices of ", shape.slice_height, " rows, sorted among ", shape.sorting_window);
  }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    f(values);
  }
};

namespace detail {

/// \brief The row of a position; for kernels.
struct SellRows {
  const std::uint16_t* places;  // null: not sorted
  std::int64_t window;          // a power of two

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t row_at(std::int64_t position) const {
    return places == nullptr ? position : (position & -window) + places[position];
  }
};

}  // namespace detail
}  // namespace sporos
