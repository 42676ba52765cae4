// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which entries of compressed rows have mirror images that half storage can do without.
#pragma once

#include "formats/common/Sporos_BinarySearch.hpp"
#include "formats/common/Sporos_ValueBits.hpp"
#include "formats/symmetric/Sporos_SymmetricMatrix.hpp"

namespace sporos {
namespace detail {

/// \brief Marks the rows whose columns ascend strictly; only these are searched for mirror images.
template <class Column, class Offset>
struct SeeWhetherRowAscends {
  const Offset* row_offsets;
  const Column* columns;
  std::uint8_t* ascends;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    bool good = true;
    for (auto k = static_cast<std::int64_t>(row_offsets[row]) + 1; k < end; ++k) {
      good = good && columns[k - 1] < columns[k];
    }
    ascends[row] = good ? 1 : 0;
  }
};

/// \brief Finds the mirror images of a row's entries above the diagonal, one index a row: a bisection for each.
///
/// It writes two elements per pair, which no other row writes. Entries on the diagonal are their own mirror images.
template <class Value, class Column, class Offset>
struct FindMirrors {
  static constexpr std::int64_t farthest = UINT16_MAX;

  const Offset* row_offsets;
  const Column* columns;
  const Value* values;
  const std::uint8_t* ascends;
  const std::int64_t* tile_begins;
  std::int64_t num_tiles;
  Offset* mirrors;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    if (ascends[row] == 0) return;
    const std::int64_t near_end = row + farthest + 1;
    const std::int64_t tile_end = end_of_tile(row);
    const std::int64_t end_column = near_end < tile_end ? near_end : tile_end;
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    for (std::int64_t k = first_from(row, row); k < end && columns[k] < end_column; ++k) {
      const auto column = static_cast<std::int64_t>(columns[k]);
      const std::int64_t mirror = column == row ? k : mirror_of(k, row, column);
      if (mirror < 0) continue;
      mirrors[k] = static_cast<Offset>(mirror);
      mirrors[mirror] = static_cast<Offset>(k);
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t end_of_tile(std::int64_t row) const {
    std::int64_t tile = 0;
    for (std::int64_t high = num_tiles; high - tile > 1;) {
      const std::int64_t middle = tile + (high - tile) / 2;
      (tile_begins[middle] <= row ? tile : high) = middle;
    }
    return tile_begins[tile + 1];
  }

  // The first entry of the row from `column` on.
  KOKKOS_INLINE_FUNCTION std::int64_t first_from(std::int64_t row, std::int64_t column) const {
    return first_not_below(columns, static_cast<std::int64_t>(row_offsets[row]),
                           static_cast<std::int64_t>(row_offsets[row + 1]), static_cast<Column>(column));
  }

  // The entry at (column, row) if it equals entry `k` at (row, column), or -1.
  KOKKOS_INLINE_FUNCTION std::int64_t mirror_of(std::int64_t k, std::int64_t row, std::int64_t column) const {
    if (ascends[column] == 0) return -1;
    const std::int64_t place = first_from(column, row);
    const bool there =
        place < static_cast<std::int64_t>(row_offsets[column + 1]) && static_cast<std::int64_t>(columns[place]) == row;
    return there && ValueBits<Value>(values[place]) == ValueBits<Value>(values[k]) ? place : -1;
  }
};

/// \brief The entries of compressed rows and where their mirror images are, if they have any.
template <class Value, class Column, class Offset>
struct SymmetricPairs {
  const Offset* row_offsets;
  const Column* columns;
  const Value* values;
  const Offset* mirrors;  // -1, converted to the offset type: none

  /// Calls `near_entry(k, distance, mirror)` for each near entry `k` of the row, `rest(k)` for each that is stored as
  /// it is, and `halved()` for each whose mirror image stands for it.
  template <class Near, class Rest, class Halved>
  KOKKOS_INLINE_FUNCTION void visit(std::int64_t row, const Near& near_entry, const Rest& rest,
                                    const Halved& halved) const {
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    for (auto k = static_cast<std::int64_t>(row_offsets[row]); k < end; ++k) {
      const std::int64_t distance = static_cast<std::int64_t>(columns[k]) - row;
      const Offset mirror = mirrors[k];
      if (mirror == static_cast<Offset>(-1)) {
        rest(k);
      } else if (distance < 0) {
        halved();
      } else {
        near_entry(k, distance, mirror);
      }
    }
  }
};

}  // namespace detail
}  // namespace sporos
