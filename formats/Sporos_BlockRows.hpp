// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The blocks of a compressed row matrix: how many, and which entry is in which.
///
/// One thread a block row walks through all its rows at once, block column by block column; off the host its columns
/// come through team scratch where they fit. That needs rows sorted by column: where they are not, a sorted copy of the
/// columns is made that knows the entries' numbers. Entries of the same row and column go into separate blocks of the
/// same block column, so that none is lost.
#pragma once

#include <cstdint>
#include <type_traits>

#include "formats/Sporos_BsrMatrix.hpp"
#include "formats/Sporos_ColumnRuns.hpp"
#include "formats/Sporos_RowOffsets.hpp"
#include "formats/Sporos_SortRows.hpp"

namespace sporos {

/// \brief The largest block that to_bsr() makes.
inline constexpr int largest_block_size = 1024;

namespace detail {

template <class Offset>
struct NumberEntries {
  Offset* numbers;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const { numbers[entry] = static_cast<Offset>(entry); }
};

/// \brief Columns in rising order in each row, and the entries they belong to; heads are for walkers of blocks beyond
/// `largest_detected_block` to mark how far they are in each row.
template <class Column, class Offset, class MemorySpace>
struct RowsByColumn {
  std::int64_t num_rows;
  Kokkos::View<const Offset*, Kokkos::LayoutRight, MemorySpace> row_offsets;
  Kokkos::View<const Column*, Kokkos::LayoutRight, MemorySpace> columns;
  Kokkos::View<const Offset*, Kokkos::LayoutRight, MemorySpace> entries;  // empty: in order
  Kokkos::View<Offset*, Kokkos::LayoutRight, MemorySpace> heads;
  ColumnRuns runs;

  std::int64_t nnz() const { return static_cast<std::int64_t>(columns.extent(0)); }
};

/// \param largest_block  that they will be walked in
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
RowsByColumn<Column, Offset, MemorySpace> rows_by_column(const ExecutionSpace& exec,
                                                         const CrsView<Value, Column, Offset, MemorySpace>& crs,
                                                         int largest_block = largest_detected_block) {
  using Entries = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  RowsByColumn<Column, Offset, MemorySpace> rows{crs.num_rows, crs.row_offsets, crs.columns, {}, {}, {}};
  if (largest_block > largest_detected_block) {
    rows.heads = fresh_array<decltype(rows.heads)>(exec, "sporos::block_heads", crs.num_rows);
  }
  rows.runs = scan_column_runs(exec, crs);
  if (rows.runs.has_sorted_rows()) return rows;
  const auto sorted =
      allocate_crs<CrsMatrix<Offset, Column, Offset, MemorySpace>>(crs.num_rows, crs.num_columns, crs.nnz());
  Kokkos::deep_copy(exec, sorted.row_offsets, crs.row_offsets);
  Kokkos::deep_copy(exec, sorted.columns, crs.columns);
  Kokkos::parallel_for("sporos::blocks[number]", Entries(exec, 0, crs.nnz()),
                       NumberEntries<Offset>{sorted.values.data()});
  sort_rows(exec, sorted);
  rows.columns = sorted.columns;
  rows.entries = sorted.values;
  rows.runs = scan_column_runs(exec, crs_view(sorted));
  return rows;
}

/// \brief Walks through one block row.
template <class Column, class Offset>
struct BlockRowWalk {
  std::int64_t num_rows;
  const Offset* row_offsets;
  const Column* columns;
  Offset first_entry;     // the one that columns[0] belongs to
  Offset* results;        // null, or room for one number an entry from first_entry on, where its column was
  const Offset* entries;  // null: in order
  Offset* heads;
  int block_size;

  /// Calls `found.entry(block, entry, row_in_block, column_in_block)` for each entry and `found.block(block, column)`
  /// for each block, which are numbered from 0, and returns the number of blocks.
  template <class Found>
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t block_row, const Found& found) const {
    const std::int64_t first = block_row * block_size;
    const int rows = static_cast<int>(num_rows - first < block_size ? num_rows - first : block_size);
    Offset own_heads[largest_detected_block];
    Offset* const at = block_size <= largest_detected_block ? own_heads : heads + first;
    for (int i = 0; i < rows; ++i) at[i] = row_offsets[first + i];
    std::int64_t blocks = 0;
    Column block_column = 0;
    while (find_block_column(at, first, rows, block_column)) {
      std::int64_t copies = 1;
      for (int i = 0; i < rows; ++i) {
        const std::int64_t most_repeats = take(at[i], first + i, i, block_column, blocks, found);
        if (most_repeats >= copies) copies = most_repeats + 1;
      }
      for (std::int64_t copy = 0; copy < copies; ++copy) found.block(blocks + copy, block_column);
      blocks += copies;
    }
    return blocks;
  }

 private:
  // In the type of columns: divisions of 64 bits are slow on a GPU.
  KOKKOS_FORCEINLINE_FUNCTION bool find_block_column(const Offset* at, std::int64_t first, int rows,
                                                     Column& block_column) const {
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
    return found;
  }

  template <class Found>
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t take(Offset& at, std::int64_t row, int row_in_block, Column block_column,
                                                std::int64_t block, const Found& found) const {
    const Column first_column = block_column * static_cast<Column>(block_size);
    const Offset end = row_offsets[row + 1];
    int last_column = -1;
    std::int64_t repeats = 0;
    std::int64_t most_repeats = 0;
    Offset head = at;
    for (; head != end; ++head) {
      const Column behind = columns[head - first_entry] - first_column;
      if (behind >= static_cast<Column>(block_size)) break;
      const int column = static_cast<int>(behind);
      repeats = column == last_column ? repeats + 1 : 0;
      if (repeats > most_repeats) most_repeats = repeats;
      last_column = column;
      found.entry(block + repeats, entries == nullptr ? head : entries[head], row_in_block, column);
    }
    at = head;
    return most_repeats;
  }
};

struct FindNothing {
  template <class Entry>
  KOKKOS_FORCEINLINE_FUNCTION void entry(std::int64_t, Entry, int, int) const {}
  KOKKOS_FORCEINLINE_FUNCTION void block(std::int64_t, std::int64_t) const {}
};

template <class Column, class Offset, class MemorySpace>
BlockRowWalk<Column, Offset> walk_of(const RowsByColumn<Column, Offset, MemorySpace>& rows, int block_size) {
  return {rows.num_rows, rows.row_offsets.data(), rows.columns.data(), 0,
          nullptr,       rows.entries.data(),     rows.heads.data(),   block_size};
}

template <class Column, class Offset, class Action>
struct DirectBlockRows {
  BlockRowWalk<Column, Offset> walk;
  Action action;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block_row) const { action(block_row, walk); }
};

// A thread a block row, whose team first brings the columns of all its block rows into scratch. An action with a result
// for each entry may leave it there instead of the column; the team then takes all of them away.
template <class Column, class Offset, class Action>
struct StagedBlockRows {
  BlockRowWalk<Column, Offset> walk;
  Action action;
  int rows_a_team;  // block rows, at most as many as threads
  int capacity;     // columns

  static constexpr bool takes_results =
      Action::has_results && std::is_same<std::make_unsigned_t<Column>, std::make_unsigned_t<Offset>>::value;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const auto scratch =
        static_cast<Column*>(member.team_scratch(0).get_shmem(capacity * static_cast<int>(sizeof(Column))));
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * rows_a_team;
    const std::int64_t first_row = first * walk.block_size;
    const std::int64_t behind = first_row + static_cast<std::int64_t>(rows_a_team) * walk.block_size;
    const std::int64_t last_row = behind < walk.num_rows ? behind : walk.num_rows;
    const Offset begin = walk.row_offsets[first_row];
    const auto entries = static_cast<std::int64_t>(walk.row_offsets[last_row] - begin);
    auto mine = walk;
    if (entries <= capacity) {
      for (std::int64_t k = member.team_rank(); k < entries; k += member.team_size()) {
        scratch[k] = walk.columns[static_cast<std::int64_t>(begin) + k];
      }
      member.team_barrier();
      mine.columns = scratch;
      mine.first_entry = begin;
      if constexpr (takes_results) {
        if (walk.entries == nullptr) mine.results = reinterpret_cast<Offset*>(scratch);
      }
    }
    const std::int64_t block_row = first + member.team_rank();
    if (member.team_rank() < rows_a_team && block_row * walk.block_size < walk.num_rows) action(block_row, mine);
    if constexpr (takes_results) {
      if (mine.results == nullptr) return;
      member.team_barrier();
      for (std::int64_t k = member.team_rank(); k < entries; k += member.team_size()) {
        action.take_result(static_cast<std::int64_t>(begin) + k, mine.results[k]);
      }
    }
  }
};

/// \brief Calls `action(block_row, walk)` for each block row; asynchronous.
template <class ExecutionSpace, class Column, class Offset, class MemorySpace, class Action>
void for_block_rows(const char* label, const ExecutionSpace& exec,
                    const RowsByColumn<Column, Offset, MemorySpace>& rows, int block_size, const Action& action) {
  const auto walk = walk_of(rows, block_size);
  const std::int64_t block_rows = (rows.num_rows + block_size - 1) / block_size;
  if (block_rows == 0) return;
  if constexpr (is_host_execution<ExecutionSpace>) {
    Kokkos::parallel_for(label,
                         Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, block_rows),
                         DirectBlockRows<Column, Offset, Action>{walk, action});
  } else {
    constexpr int threads = 128;
    constexpr int capacity = 32768 / static_cast<int>(sizeof(Column));
    // A quarter more than the average has room.
    const std::int64_t fitting = capacity * block_rows * 4 / (5 * rows.nnz() + 1);
    const int rows_a_team = static_cast<int>(fitting < 1 ? 1 : fitting < threads ? fitting : threads);
    Kokkos::TeamPolicy<ExecutionSpace> policy(exec, static_cast<int>((block_rows + rows_a_team - 1) / rows_a_team),
                                              threads, 1);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(capacity * sizeof(Column))));
    Kokkos::parallel_for(label, policy, StagedBlockRows<Column, Offset, Action>{walk, action, rows_a_team, capacity});
  }
}

template <class Offset>
struct CountBlocks {
  static constexpr bool has_results = false;
  Offset* counts;

  template <class Walk>
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block_row, const Walk& walk) const {
    counts[block_row] = static_cast<Offset>(walk(block_row, FindNothing{}));
  }
};

/// \brief The first block of each block row into `block_offsets`, one more than there are block rows, and the number of
/// blocks as the result.
template <class ExecutionSpace, class Column, class Offset, class MemorySpace, class Offsets>
std::int64_t number_blocks(const ExecutionSpace& exec, const RowsByColumn<Column, Offset, MemorySpace>& rows,
                           int block_size, const Offsets& block_offsets) {
  const std::int64_t block_rows = (rows.num_rows + block_size - 1) / block_size;
  for_block_rows("sporos::blocks[count]", exec, rows, block_size, CountBlocks<Offset>{block_offsets.data()});
  return sum_lengths(exec, block_rows, block_offsets.data());
}

template <class ExecutionSpace, class Column, class Offset, class MemorySpace>
std::int64_t count_blocks_in_rows(const ExecutionSpace& exec, const RowsByColumn<Column, Offset, MemorySpace>& rows,
                                  int block_size) {
  using Offsets = Kokkos::View<Offset*, Kokkos::LayoutRight, MemorySpace>;
  const std::int64_t block_rows = (rows.num_rows + block_size - 1) / block_size;
  return number_blocks(exec, rows, block_size, fresh_array<Offsets>(exec, "sporos::block_offsets", block_rows + 1));
}

inline void require_block_size(const char* function, int block_size) {
  require(block_size >= 1 && block_size <= largest_block_size, function, "block_size = ", block_size, " is not in [1, ",
          largest_block_size, "]");
}

}  // namespace detail
}  // namespace sporos
