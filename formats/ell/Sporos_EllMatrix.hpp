// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief ELL storage: every row as long as the longest one, neighbouring rows side by side.
///
/// Bell & Garland, "Efficient sparse matrix-vector multiplication on CUDA", 2008. Entry `j` of row `i` is element
/// `j * stride + i`; `stride` is the number of rows, rounded up:
///
///     | 1 . 2 . |   values   1  .  3  6  -     columns   0 -1  0  3  -     row_lengths  2 0 3 1 -
///     | . . . . |            2  .  4  .  -               2 -1  1 -1  -
///     | 3 4 . 5 |            .  .  5  .  -              -1 -1  3 -1  -
///     | . . . 6 |
///
/// Column -1 marks padding, which products skip. With row lengths the format is ELLPACK-R (Vazquez et al. 2009), in
/// which each lane stops at the end of its row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/conversion/Sporos_ConvertibleCrs.hpp"

namespace sporos {

/// \brief Storage that owns its arrays; to_ell() makes it.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct EllMatrix {
  using value_type = Value;          ///< type of the numbers
  using column_type = Column;        ///< type of the column indices
  using offset_type = Offset;        ///< type of the row offsets
  using memory_space = MemorySpace;  ///< where the arrays are
  using storage_format = EllMatrix;  ///< no compressed rows

  std::int64_t num_rows = 0;     ///< elements of y
  std::int64_t num_columns = 0;  ///< elements of x
  std::int64_t num_entries = 0;  ///< without padding
  std::int64_t width = 0;        ///< entries of each row, with padding
  std::int64_t stride = 0;       ///< elements from one entry of a row to the next
  /// \brief Of entry `k` of row `i` at k * stride + i; -1: padding.
  Kokkos::View<Column*, Kokkos::LayoutRight, MemorySpace> columns;
  Kokkos::View<Value*, Kokkos::LayoutRight, MemorySpace> values;              ///< in the same places
  Kokkos::View<std::int32_t*, Kokkos::LayoutRight, MemorySpace> row_lengths;  ///< ELLPACK-R alone, `stride` elements
  Kokkos::View<Offset*, Kokkos::LayoutRight, MemorySpace> map;  ///< first new value of each row; may be empty

  std::int64_t nnz() const { return num_entries; }  ///< entries, explicit zeros included
  /// \brief The bytes of the arrays, without the map of update_values().
  std::int64_t bytes() const { return detail::bytes_of(columns, values, row_lengths); }
  /// \brief How the entries lie, for descriptions.
  std::string shape_words() const {
    return detail::concat(width, " entries a row, ", row_lengths.extent(0) > 0 ? "lengths known" : "with padding");
  }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    f(values);
  }
};

/// \brief The options of to_ell().
struct EllOptions {
  bool row_lengths = false;  ///< ELLPACK-R
  bool keep_map = true;      ///< for update_values(); takes a row offset per row
  /// The most bytes of the result; left out: four times those of the compressed rows plus a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
};

namespace detail {

/// \brief Rows are padded to a multiple of this: whole 128-byte lines of 4-byte elements.
inline constexpr std::int64_t ell_rows_multiple = 32;

constexpr std::int64_t ell_stride(std::int64_t num_rows) {
  return (num_rows + ell_rows_multiple - 1) / ell_rows_multiple * ell_rows_multiple;
}

}  // namespace detail

/// \brief The bytes of an EllMatrix with `num_rows` rows of `width` entries, without the map.
/// \throws std::invalid_argument where a number is negative
constexpr std::int64_t bytes_as_ell(std::int64_t num_rows, std::int64_t width, std::int64_t value_bytes,
                                    std::int64_t column_bytes, bool row_lengths = false) {
  detail::require_none_negative(
      "bytes_as_ell",
      {{"num_rows", num_rows}, {"width", width}, {"value_bytes", value_bytes}, {"column_bytes", column_bytes}});
  const std::int64_t slots = detail::saturating_product(detail::ell_stride(num_rows), width);
  const std::int64_t lengths = row_lengths ? 4 * detail::ell_stride(num_rows) : 0;
  return detail::saturating_sum(detail::saturating_product(slots, value_bytes + column_bytes), lengths);
}

/// \brief The same for a measured matrix.
inline std::int64_t bytes_as_ell(const RowProfile& profile, std::int64_t value_bytes, std::int64_t column_bytes,
                                 bool row_lengths = false) {
  return bytes_as_ell(profile.num_rows, profile.longest_row, value_bytes, column_bytes, row_lengths);
}

}  // namespace sporos
