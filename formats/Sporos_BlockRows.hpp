// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The blocks of a compressed row matrix: how many, and which entry is in which.
///
/// One thread a block row walks through all its rows at once, block column by block column. That needs rows sorted by
/// column: where they are not, a sorted copy of the columns is made that knows the entries' numbers. Entries of the
/// same row and column go into separate blocks of the same block column, so that none is lost.
#pragma once

#include <cstdint>

#include "formats/Sporos_BsrMatrix.hpp"
#include "formats/Sporos_SortRows.hpp"

namespace sporos {

/// \brief The largest block that to_bsr() makes.
inline constexpr int largest_block_size = 1024;

namespace detail {

template <class Offset, class Column>
struct CountColumnDescents {
  const Offset* row_offsets;
  const Column* columns;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& descents) const {
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    for (auto k = static_cast<std::int64_t>(row_offsets[row]) + 1; k < end; ++k) {
      if (columns[k] < columns[k - 1]) ++descents;
    }
  }
};

template <class Offset>
struct NumberEntries {
  Offset* numbers;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const { numbers[entry] = static_cast<Offset>(entry); }
};

/// \brief Columns in rising order in each row, and the entries they belong to; heads are for walkers to mark how far
/// they are in each row.
template <class Column, class Offset, class MemorySpace>
struct RowsByColumn {
  std::int64_t num_rows;
  Kokkos::View<const Offset*, Kokkos::LayoutRight, MemorySpace> row_offsets;
  Kokkos::View<const Column*, Kokkos::LayoutRight, MemorySpace> columns;
  Kokkos::View<const Offset*, Kokkos::LayoutRight, MemorySpace> entries;  // empty: in order
  Kokkos::View<Offset*, Kokkos::LayoutRight, MemorySpace> heads;
};

template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
RowsByColumn<Column, Offset, MemorySpace> rows_by_column(const ExecutionSpace& exec,
                                                         const CrsView<Value, Column, Offset, MemorySpace>& crs) {
  using Rows = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  RowsByColumn<Column, Offset, MemorySpace> rows{crs.num_rows, crs.row_offsets, crs.columns, {}, {}};
  rows.heads = fresh_array<decltype(rows.heads)>("sporos::block_heads", crs.num_rows);
  std::int64_t descents = 0;
  Kokkos::parallel_reduce("sporos::blocks[sorted?]", Rows(exec, 0, crs.num_rows),
                          CountColumnDescents<Offset, Column>{crs.row_offsets.data(), crs.columns.data()}, descents);
  exec.fence();
  if (descents == 0) return rows;
  const auto sorted =
      allocate_crs<CrsMatrix<Offset, Column, Offset, MemorySpace>>(crs.num_rows, crs.num_columns, crs.nnz());
  Kokkos::deep_copy(exec, sorted.row_offsets, crs.row_offsets);
  Kokkos::deep_copy(exec, sorted.columns, crs.columns);
  Kokkos::parallel_for("sporos::blocks[number]", Rows(exec, 0, crs.nnz()), NumberEntries<Offset>{sorted.values.data()});
  sort_rows(exec, sorted);
  rows.columns = sorted.columns;
  rows.entries = sorted.values;
  return rows;
}

/// \brief Walks through one block row.
template <class Column, class Offset>
struct BlockRowWalk {
  std::int64_t num_rows;
  const Offset* row_offsets;
  const Column* columns;
  const Offset* entries;  // null: in order
  Offset* heads;
  int block_size;

  /// Calls `found.entry(block, entry, row_in_block, column_in_block)` for each entry and `found.block(block, column)`
  /// for each block, which are numbered from 0, and returns the number of blocks.
  template <class Found>
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t block_row, const Found& found) const {
    const std::int64_t first = block_row * block_size;
    const int rows = static_cast<int>(num_rows - first < block_size ? num_rows - first : block_size);
    for (int i = 0; i < rows; ++i) heads[first + i] = row_offsets[first + i];
    std::int64_t blocks = 0;
    for (;;) {
      const std::int64_t block_column = next_block_column(first, rows);
      if (block_column < 0) return blocks;
      std::int64_t copies = 1;
      for (int i = 0; i < rows; ++i) {
        const std::int64_t most_repeats = take(first + i, i, block_column, blocks, found);
        if (most_repeats >= copies) copies = most_repeats + 1;
      }
      for (std::int64_t copy = 0; copy < copies; ++copy) found.block(blocks + copy, block_column);
      blocks += copies;
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t next_block_column(std::int64_t first, int rows) const {
    std::int64_t next = -1;
    for (std::int64_t row = first; row < first + rows; ++row) {
      const Offset head = heads[row];
      if (head == row_offsets[row + 1]) continue;
      const auto column = static_cast<std::int64_t>(columns[head]);
      if (next < 0 || column < next) next = column;
    }
    return next < 0 ? -1 : next / block_size;
  }

  template <class Found>
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t take(std::int64_t row, int row_in_block, std::int64_t block_column,
                                                std::int64_t block, const Found& found) const {
    const std::int64_t first_column = block_column * block_size;
    const Offset end = row_offsets[row + 1];
    std::int64_t last_column = -1;
    std::int64_t repeats = 0;
    std::int64_t most_repeats = 0;
    Offset head = heads[row];
    for (; head != end; ++head) {
      const auto column = static_cast<std::int64_t>(columns[head]);
      if (column >= first_column + block_size) break;
      repeats = column == last_column ? repeats + 1 : 0;
      if (repeats > most_repeats) most_repeats = repeats;
      last_column = column;
      found.entry(block + repeats, entries == nullptr ? head : entries[head], row_in_block,
                  static_cast<int>(column - first_column));
    }
    heads[row] = head;
    return most_repeats;
  }
};

struct FindNothing {
  template <class Entry>
  KOKKOS_FORCEINLINE_FUNCTION void entry(std::int64_t, Entry, int, int) const {}
  KOKKOS_FORCEINLINE_FUNCTION void block(std::int64_t, std::int64_t) const {}
};

template <class Column, class Offset>
struct SumBlocks {
  BlockRowWalk<Column, Offset> walk;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block_row, std::int64_t& blocks) const {
    blocks += walk(block_row, FindNothing{});
  }
};

template <class Column, class Offset, class MemorySpace>
BlockRowWalk<Column, Offset> walk_of(const RowsByColumn<Column, Offset, MemorySpace>& rows, int block_size) {
  return {rows.num_rows,       rows.row_offsets.data(), rows.columns.data(),
          rows.entries.data(), rows.heads.data(),       block_size};
}

template <class ExecutionSpace, class Column, class Offset, class MemorySpace>
std::int64_t sum_of_blocks(const ExecutionSpace& exec, const RowsByColumn<Column, Offset, MemorySpace>& rows,
                           int block_size) {
  std::int64_t blocks = 0;
  Kokkos::parallel_reduce("sporos::blocks[sum]",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
                              exec, 0, (rows.num_rows + block_size - 1) / block_size),
                          SumBlocks<Column, Offset>{walk_of(rows, block_size)}, blocks);
  exec.fence();
  return blocks;
}

inline void require_block_size(const char* function, int block_size) {
  require(block_size >= 1 && block_size <= largest_block_size, function, "block_size = ", block_size, " is not in [1, ",
          largest_block_size, "]");
}

}  // namespace detail
}  // namespace sporos
