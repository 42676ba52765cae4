// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Whether the diagonals below the main one mirror those above it, so that they need not be stored.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/common/Sporos_ValueBits.hpp"
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

/// \brief The first entry that has no mirror image, or another value than its mirror image, in the order of compressed
/// rows. The matrix is square, and the offsets of its diagonals are symmetric.
template <class Value, class Source, class Offset>
struct FindUnmirrored {
  DiaEntries<Offset> entries;
  const Source* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& first) const {
    const std::int64_t last = entries.num_diagonals - 1;
    auto k = static_cast<std::int64_t>(entries.row_offsets[row]);
    for (std::int64_t d = 0; d <= last; ++d) {
      if (!entries.has(row, d)) continue;
      if (k < first && 2 * d != last && !is_mirrored(row, d, last - d, values[k])) first = k;
      ++k;
    }
  }

 private:
  // Values are compared from below the main diagonal alone.
  KOKKOS_INLINE_FUNCTION bool is_mirrored(std::int64_t row, std::int64_t diagonal, std::int64_t mirror,
                                          const Source& value) const {
    const std::int64_t column = row + entries.offsets[diagonal];
    if (!entries.has(column, mirror)) return false;
    if (diagonal > mirror) return true;
    return bits(value) == bits(values[entries.entry(column, mirror)]);
  }
  KOKKOS_INLINE_FUNCTION static ValueBits<Value> bits(const Source& value) {
    return ValueBits<Value>(as_dia_entry(static_cast<Value>(value)));
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

/// \brief The first entry that is not as its mirror image, or no_row; waits for it.
template <class Value, class ExecutionSpace, class Offset, class Source>
std::int64_t first_unmirrored(const ExecutionSpace& exec, const DiaEntries<Offset>& entries, const Source* values) {
  std::int64_t first = no_row;
  Kokkos::parallel_reduce("sporos::dia[mirrors]", RowRange<ExecutionSpace>(exec, 0, entries.num_rows),
                          FindUnmirrored<Value, Source, Offset>{entries, values}, Kokkos::Min<std::int64_t>(first));
  wait_for(exec, "sporos::dia[wait]");
  return first;
}

}  // namespace detail
}  // namespace sporos
