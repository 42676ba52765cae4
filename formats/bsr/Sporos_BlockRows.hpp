// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The blocks of a compressed row matrix: how many, and which entry is in which.
///
/// A thread walks through all rows of a block row at once, block column by block column. This needs rows sorted by
/// column. On a GPU, a team first loads the columns into scratch if they fit; where block rows are long on average,
/// each of them is cut into parts instead, one thread a part. Duplicate entries (of the same row and column) go into
/// separate blocks of the same block column, so that none is lost.
#pragma once

#include <cstdint>
#include <type_traits>

#include "formats/bsr/Sporos_BlockRowWalk.hpp"
#include "formats/bsr/Sporos_BsrMatrix.hpp"
#include "formats/bsr/Sporos_RowsByColumn.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"

namespace sporos {
namespace detail {

/// \brief The largest block that to_bsr() makes.
inline constexpr int largest_block_size = 1024;

/// \param parts  of a block row; more than one for blocks up to largest_detected_block
template <class Column, class Offset, class MemorySpace>
BlockRowWalk<Column, Offset> walk_of(const RowsByColumn<Column, Offset, MemorySpace>& rows, int block_size,
                                     int parts = 1) {
  return {rows.num_rows,       rows.row_offsets.data(), rows.columns.data(), 0,    nullptr,
          rows.entries.data(), rows.heads.data(),       block_size,          parts};
}

/// \brief The number of parts of each block row: one on a host and for large blocks, else up to 32, so that a thread
/// has at most 32 entries on average. Longer chains of dependent loads would dominate the time of a conversion.
template <class ExecutionSpace, class Rows>
int parts_of_block_rows(const Rows& rows, int block_size) {
  if (is_host_execution<ExecutionSpace> || block_size > largest_detected_block) return 1;
  constexpr std::int64_t entries_a_thread = 32;
  constexpr int max_parts = 32;
  const std::int64_t block_rows = (rows.num_rows + block_size - 1) / block_size;
  int parts = 1;
  while (parts < max_parts && rows.nnz() > entries_a_thread * block_rows * parts) parts *= 2;
  return parts;
}

template <class Column, class Offset, class Action>
struct DirectBlockRows {
  BlockRowWalk<Column, Offset> walk;
  Action action;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t part) const { action(part, walk); }
};

// One thread a block row, for block rows of a single part. The team first loads the columns of its block rows into
// scratch. An action with one result per entry may store it there in place of the column; the team then copies all
// results to memory.
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
    const std::int64_t past_last = first_row + static_cast<std::int64_t>(rows_a_team) * walk.block_size;
    const std::int64_t last_row = past_last < walk.num_rows ? past_last : walk.num_rows;
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

/// \brief Calls `action(number, walk)` for each part of each block row; asynchronous.
///
/// The threads of neighbouring parts read neighbouring columns at the same time, so that caches serve them as well as
/// scratch serves whole block rows.
template <class ExecutionSpace, class Column, class Offset, class MemorySpace, class Action>
void for_block_rows(const char* label, const ExecutionSpace& exec,
                    const RowsByColumn<Column, Offset, MemorySpace>& rows, int block_size, int parts,
                    const Action& action) {
  const auto walk = walk_of(rows, block_size, parts);
  const std::int64_t block_rows = (rows.num_rows + block_size - 1) / block_size;
  if (block_rows == 0) return;
  if (is_host_execution<ExecutionSpace> || parts > 1) {
    launch_kernel(label, RowRange<ExecutionSpace>(exec, 0, block_rows * parts),
                  DirectBlockRows<Column, Offset, Action>{walk, action});
    return;
  }
  if constexpr (!is_host_execution<ExecutionSpace>) {
    constexpr int threads = 128;
    constexpr int capacity = 32768 / static_cast<int>(sizeof(Column));
    // The capacity leaves a quarter more room than the average block row needs.
    const std::int64_t fitting = capacity * block_rows * 4 / (5 * rows.nnz() + 1);
    const int rows_a_team = static_cast<int>(fitting < 1 ? 1 : fitting < threads ? fitting : threads);
    Kokkos::TeamPolicy<ExecutionSpace> policy(exec, static_cast<int>((block_rows + rows_a_team - 1) / rows_a_team),
                                              threads, 1);
    policy.set_scratch_size(0, scratch_of_team(capacity * sizeof(Column)));
    launch_kernel(label, policy, StagedBlockRows<Column, Offset, Action>{walk, action, rows_a_team, capacity});
  }
}

template <class Offset>
struct CountBlocks {
  static constexpr bool has_results = false;
  Offset* counts;

  template <class Walk>
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t part, const Walk& walk) const {
    counts[part] = static_cast<Offset>(walk(part, FindNothing{}));
  }
};

/// \brief Writes the first block of each part of each block row to `part_offsets`, which has one element more than
/// there are parts, and returns the number of blocks.
template <class ExecutionSpace, class Column, class Offset, class MemorySpace, class Offsets>
std::int64_t number_blocks(const ExecutionSpace& exec, const RowsByColumn<Column, Offset, MemorySpace>& rows,
                           int block_size, const Offsets& part_offsets, int parts = 1) {
  const std::int64_t block_rows = (rows.num_rows + block_size - 1) / block_size;
  for_block_rows("sporos::blocks[count]", exec, rows, block_size, parts, CountBlocks<Offset>{part_offsets.data()});
  return sum_lengths(exec, block_rows * parts, part_offsets.data());
}

/// \brief A block size, and the first block of each part of each block row as number_blocks() leaves them.
template <class Offsets>
struct NumberedBlocks {
  int size = 1;
  std::int64_t count = 0;
  Offsets offsets;
  int parts = 1;  ///< of a block row
};

template <class Offsets, class ExecutionSpace, class Rows>
NumberedBlocks<Offsets> number_blocks_of(const ExecutionSpace& exec, const Rows& rows, int size) {
  const int parts = parts_of_block_rows<ExecutionSpace>(rows, size);
  const std::int64_t block_rows = (rows.num_rows + size - 1) / size;
  const auto offsets = fresh_array<Offsets>(exec, "sporos::bsr[block offsets]", block_rows * parts + 1);
  return {size, number_blocks(exec, rows, size, offsets, parts), offsets, parts};
}

template <class ExecutionSpace, class Column, class Offset, class MemorySpace>
std::int64_t count_blocks_in_rows(const ExecutionSpace& exec, const RowsByColumn<Column, Offset, MemorySpace>& rows,
                                  int block_size) {
  using Offsets = Kokkos::View<Offset*, Kokkos::LayoutRight, MemorySpace>;
  return number_blocks_of<Offsets>(exec, rows, block_size).count;
}

inline void require_block_size(const char* function, int block_size) {
  require(block_size >= 1 && block_size <= largest_block_size, function, "block_size = ", block_size, " is not in [1, ",
          largest_block_size, "]");
}

}  // namespace detail
}  // namespace sporos
