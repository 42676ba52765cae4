// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How one thread walks through the blocks of a block row.
#pragma once

#include <cstdint>
#include <limits>

#include "formats/bsr/Sporos_ColumnRuns.hpp"
#include "formats/common/Sporos_BinarySearch.hpp"

namespace sporos {
namespace detail {

/// \brief Walks through one part of a block row; part p of block row b has number b * parts + p.
template <class Column, class Offset>
struct BlockRowWalk {
  static constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

  std::int64_t num_rows;
  const Offset* row_offsets;
  const Column* columns;
  Offset first_entry;     // the entry of columns[0]
  Offset* results;        // null, or one result per entry from first_entry on, in the memory of its column
  const Offset* entries;  // null: in order
  Offset* heads;
  int block_size;
  int parts = 1;  // of a block row; more where columns[0] is that of entry 0 and no heads are needed

  /// Calls `found.entry(block, entry, row_in_block, column_in_block)` for each entry and `found.block(block, column)`
  /// for each block, which are numbered from 0, and returns the number of blocks.
  template <class Found>
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t number, const Found& found) const {
    const int part = parts == 1 ? 0 : static_cast<int>(number % parts);
    const std::int64_t first = (parts == 1 ? number : number / parts) * block_size;
    const int rows = static_cast<int>(num_rows - first < block_size ? num_rows - first : block_size);
    Offset own_heads[largest_detected_block];
    Offset* const at = block_size <= largest_detected_block ? own_heads : heads + first;
    for (int i = 0; i < rows; ++i) at[i] = row_offsets[first + i];
    if (part > 0) skip_columns(at, first, rows, first_column(first, rows, part));
    const std::int64_t end_column = part + 1 < parts ? first_column(first, rows, part + 1) : no_end;
    std::int64_t blocks = 0;
    Column block_column = 0;
    while (find_block_column(at, first, rows, end_column, block_column)) {
      std::int64_t copies = 1;
      for (int i = 0; i < rows; ++i) {
        const std::int64_t max_repeats = take(at[i], first + i, i, block_column, blocks, found);
        if (max_repeats >= copies) copies = max_repeats + 1;
      }
      for (std::int64_t copy = 0; copy < copies; ++copy) found.block(blocks + copy, block_column);
      blocks += copies;
    }
    return blocks;
  }

 private:
  // The first column of a part after the first. The parts have equally many entries of the longest row, rounded to
  // whole blocks.
  KOKKOS_INLINE_FUNCTION Column first_column(std::int64_t first, int rows, int part) const {
    std::int64_t begin = 0;
    std::int64_t longest = 0;
    for (int i = 0; i < rows; ++i) {
      const auto row_begin = static_cast<std::int64_t>(row_offsets[first + i]);
      const std::int64_t length = static_cast<std::int64_t>(row_offsets[first + i + 1]) - row_begin;
      if (length <= longest) continue;
      begin = row_begin;
      longest = length;
    }
    if (longest == 0) return 0;
    const auto size = static_cast<Column>(block_size);
    return columns[begin + longest * part / parts] / size * size;
  }
  KOKKOS_INLINE_FUNCTION void skip_columns(Offset* at, std::int64_t first, int rows, Column before) const {
    for (int i = 0; i < rows; ++i) {
      at[i] = static_cast<Offset>(first_not_below(columns, at[i], row_offsets[first + i + 1], before));
    }
  }
  // Computes in the type of the columns, since 64-bit divisions are slow on a GPU.
  KOKKOS_FORCEINLINE_FUNCTION bool find_block_column(const Offset* at, std::int64_t first, int rows,
                                                     std::int64_t end_column, Column& block_column) const {
    bool found = false;
    Column next = 0;
    for (int i = 0; i < rows; ++i) {
      const Offset head = at[i];
      if (head == row_offsets[first + i + 1]) continue;
      const Column column = columns[head - first_entry];
      if (!found || column < next) next = column;
      found = true;
    }
    block_column = next / static_cast<Column>(block_size);
    return found && static_cast<std::int64_t>(next) < end_column;
  }

  template <class Found>
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t take(Offset& at, std::int64_t row, int row_in_block, Column block_column,
                                                std::int64_t block, const Found& found) const {
    const Column first_column = block_column * static_cast<Column>(block_size);
    const Offset end = row_offsets[row + 1];
    int last_column = -1;
    std::int64_t repeats = 0;
    std::int64_t max_repeats = 0;
    Offset head = at;
    for (; head != end; ++head) {
      const Column offset = columns[head - first_entry] - first_column;
      if (offset >= static_cast<Column>(block_size)) break;
      const int column = static_cast<int>(offset);
      repeats = column == last_column ? repeats + 1 : 0;
      if (repeats > max_repeats) max_repeats = repeats;
      last_column = column;
      found.entry(block + repeats, entries == nullptr ? head : entries[head], row_in_block, column);
    }
    at = head;
    return max_repeats;
  }
};

struct FindNothing {
  template <class Entry>
  KOKKOS_FORCEINLINE_FUNCTION void entry(std::int64_t, Entry, int, int) const {}
  KOKKOS_FORCEINLINE_FUNCTION void block(std::int64_t, std::int64_t) const {}
};

}  // namespace detail
}  // namespace sporos
