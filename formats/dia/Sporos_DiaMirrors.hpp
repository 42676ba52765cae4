// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Whether the diagonals below the main one mirror those above it, so that they need not be stored.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_BinarySearch.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/common/Sporos_ValueBits.hpp"
#include "formats/crs/Sporos_MeasureRows.hpp"
#include "formats/dia/Sporos_DiaFilling.hpp"

namespace sporos {
namespace detail {

KOKKOS_INLINE_FUNCTION int count_ones(std::uint32_t word) {
  int ones = 0;
  for (; word != 0; word &= word - 1) ++ones;
  return ones;
}

/// \brief The bits of a DiaMatrix and what finds the entries of compressed rows by them.
template <class Offset>
struct DiaEntries {
  std::int64_t num_rows;
  std::int64_t stride;
  std::int64_t num_diagonals;
  const std::int64_t* offsets;
  const std::uint32_t* present;
  const Offset* row_offsets;

  KOKKOS_INLINE_FUNCTION bool has(std::int64_t row, std::int64_t diagonal) const {
    return (present[diagonal / 32 * stride + row] >> (diagonal % 32) & 1u) != 0;
  }
  /// The number of the entry of a row on a diagonal, which must be there, in compressed rows.
  KOKKOS_INLINE_FUNCTION std::int64_t entry(std::int64_t row, std::int64_t diagonal) const {
    auto entry = static_cast<std::int64_t>(row_offsets[row]);
    std::int64_t word = row;
    for (std::int64_t left = diagonal / 32; left > 0; --left, word += stride) entry += count_ones(present[word]);
    return entry + count_ones(present[word] & ((1u << (diagonal % 32)) - 1));
  }
};

template <class Value, class Source>
KOKKOS_INLINE_FUNCTION bool are_same_dia_entries(const Source& a, const Source& b) {
  using Bits = ValueBits<Value>;
  return Bits(as_dia_entry(static_cast<Value>(a))) == Bits(as_dia_entry(static_cast<Value>(b)));
}

/// \brief The first entry of a square matrix in compressed rows that has no mirror image, or another value than it. The
/// columns of each row ascend.
template <class Value, class Column, class Offset>
struct FindUnmirroredEntry {
  const Offset* row_offsets;
  const Column* columns;
  const Value* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& first) const {
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    for (auto k = static_cast<std::int64_t>(row_offsets[row]); k < end && k < first; ++k) {
      const auto column = static_cast<std::int64_t>(columns[k]);
      if (column != row && !is_mirrored(row, column, values[k])) first = k;
    }
  }

 private:
  // Values are compared from below the main diagonal alone.
  KOKKOS_INLINE_FUNCTION bool is_mirrored(std::int64_t row, std::int64_t column, const Value& value) const {
    const auto end = static_cast<std::int64_t>(row_offsets[column + 1]);
    const std::int64_t mirror =
        first_not_below(columns, static_cast<std::int64_t>(row_offsets[column]), end, static_cast<Column>(row));
    if (mirror == end || static_cast<std::int64_t>(columns[mirror]) != row) return false;
    return column > row || are_same_dia_entries<Value>(value, values[mirror]);
  }
};

/// \brief The first new value below the main diagonal that differs from that of its mirror image.
template <class Value, class Source, class Offset>
struct FindUnmirroredValue {
  DiaEntries<Offset> entries;
  const Source* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& first) const {
    auto k = static_cast<std::int64_t>(entries.row_offsets[row]);
    for (std::int64_t d = 0; d < entries.num_diagonals / 2; ++d) {
      if (!entries.has(row, d)) continue;
      const std::int64_t mirror = entries.entry(row + entries.offsets[d], entries.num_diagonals - 1 - d);
      if (k < first && !are_same_dia_entries<Value>(values[k], values[mirror])) first = k;
      ++k;
    }
  }
};

/// \brief Whether each diagonal has one on the other side of the main one.
template <class View>
bool are_symmetric_offsets(const View& offsets) {
  const auto elements = host_copy(offsets);
  const std::size_t count = elements.extent(0);
  for (std::size_t d = 0; d < count - d; ++d) {
    if (elements(d) != -elements(count - 1 - d)) return false;
  }
  return true;
}

/// \brief The first entry that `find` finds, or no_row; waits for it.
template <class ExecutionSpace, class Find>
std::int64_t first_unmirrored(const ExecutionSpace& exec, std::int64_t num_rows, const Find& find) {
  std::int64_t first = no_row;
  Kokkos::parallel_reduce("sporos::dia[mirrors]", RowRange<ExecutionSpace>(exec, 0, num_rows), find,
                          Kokkos::Min<std::int64_t>(first));
  wait_for(exec, "sporos::dia[wait]");
  return first;
}

}  // namespace detail
}  // namespace sporos
