// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief DIA storage: whole diagonals, no column indices.
///
/// Bell & Garland, "Efficient sparse matrix-vector multiplication on CUDA", 2008. Diagonal `d` holds the entries with
/// column - row = `offsets[d]`; the offsets ascend. Its entry of row `i` is element `d * stride + i`, where `stride` is
/// the number of rows, rounded up. Diagonals without entries are not stored.
///
///     | 1 . 2 . |   offsets  -1  0  2     values  -1:  .  .  3  6  -     present  row 0:  0 1 1
///     | . . . . |                                  0:  1  .  4  5  -              row 1:  0 0 0
///     | . 3 4 . |                                  2:  2  .  .  .  -              row 2:  1 1 0
///     | . . 6 5 |                                                                 row 3:  1 1 0
///
/// The bits in `present`, diagonal 0 in the lowest bit of a word, tell entries from filling for conversions. Products
/// do not read them: they skip filling because it is -0.0, which no entry is (see detail::is_dia_filling).
///
/// If the matrix is symmetric, the diagonals below the main one are not stored: the entry of row `i` and column `j` is
/// that of row `j` and column `i`. The stored diagonals are then the last ones of `offsets`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/conversion/Sporos_ConvertibleCrs.hpp"

namespace sporos {

/// \brief Storage that owns its arrays; to_dia() makes it.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct DiaMatrix {
  using value_type = Value;          ///< type of the numbers
  using column_type = Column;        ///< type of the column indices
  using offset_type = Offset;        ///< type of the row offsets
  using memory_space = MemorySpace;  ///< where the arrays are
  using storage_format = DiaMatrix;  ///< no compressed rows

  std::int64_t num_rows = 0;     ///< elements of y
  std::int64_t num_columns = 0;  ///< elements of x
  std::int64_t num_entries = 0;  ///< without filling
  std::int64_t stride = 0;       ///< elements from one diagonal to the next
  /// \brief Of each diagonal: column - row; ascending.
  Kokkos::View<std::int64_t*, Kokkos::LayoutRight, MemorySpace> offsets;
  Kokkos::View<Value*, Kokkos::LayoutRight, MemorySpace> values;           ///< of each stored diagonal, by row
  Kokkos::View<std::uint32_t*, Kokkos::LayoutRight, MemorySpace> present;  ///< word `w` of row `i` at w * stride + i
  Kokkos::View<Offset*, Kokkos::LayoutRight, MemorySpace> map;  ///< first new value of each row; may be empty

  /// \brief Diagonals with entries.
  std::int64_t num_diagonals() const { return static_cast<std::int64_t>(offsets.extent(0)); }
  /// \brief How many of them, the first ones, are not stored but mirror others.
  std::int64_t num_mirrored() const {
    return stride == 0 ? 0 : num_diagonals() - static_cast<std::int64_t>(values.extent(0)) / stride;
  }
  std::int64_t nnz() const { return num_entries; }  ///< entries, explicit zeros included
  /// \brief The bytes of the arrays, without the map of update_values().
  std::int64_t bytes() const { return detail::bytes_of(offsets, values, present); }
  /// \brief How the entries lie, for descriptions.
  std::string shape_words() const {
    return detail::concat(num_diagonals(), " diagonals", num_mirrored() > 0 ? ", half of them stored" : "");
  }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    f(values);
  }
};

/// \brief The options of to_dia().
struct DiaOptions {
  bool keep_map = true;  ///< for update_values(); takes a row offset per row
  /// Whether diagonals below the main one that mirror those above it are not stored. update_values() of the matrix then
  /// takes symmetric numbers alone.
  bool halve = true;
  /// The most bytes of the result; left out: four times those of the compressed rows plus a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
};

namespace detail {

/// \brief Diagonals are padded to a multiple of this many rows.
inline constexpr std::int64_t dia_rows_multiple = 32;

constexpr std::int64_t dia_stride(std::int64_t num_rows) {
  return (num_rows + dia_rows_multiple - 1) / dia_rows_multiple * dia_rows_multiple;
}
constexpr std::int64_t dia_words(std::int64_t num_diagonals) { return (num_diagonals + 31) / 32; }

}  // namespace detail

/// \brief The bytes of a DiaMatrix with `num_diagonals` diagonals, all of them stored, without the map;
/// count_diagonals() counts them.
/// \throws std::invalid_argument where a number is negative
constexpr std::int64_t bytes_as_dia(std::int64_t num_rows, std::int64_t num_diagonals, std::int64_t value_bytes) {
  detail::require_none_negative(
      "bytes_as_dia", {{"num_rows", num_rows}, {"num_diagonals", num_diagonals}, {"value_bytes", value_bytes}});
  const std::int64_t stride = detail::dia_stride(num_rows);
  const std::int64_t values =
      detail::saturating_product(detail::saturating_product(stride, num_diagonals), value_bytes);
  const std::int64_t bits = detail::saturating_product(4 * stride, detail::dia_words(num_diagonals));
  return detail::saturating_sum(detail::saturating_sum(values, bits), 8 * num_diagonals);
}

}  // namespace sporos
