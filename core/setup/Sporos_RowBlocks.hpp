// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Row blocks: consecutive rows whose entries fit into a tile.
#pragma once

#include "core/kernels/crs/Sporos_RowBlock.hpp"
#include "core/setup/Sporos_PartCounter.hpp"
#include "formats/common/Sporos_BinarySearch.hpp"

namespace sporos {
namespace detail {

/// \brief Limits of a row block; a single row may exceed `entries`.
struct RowBlockLimits {
  std::int64_t entries;  ///< that fit into a tile
  std::int64_t rows;     ///< usually the threads of a team
};

/// The largest possible number of blocks. Of two neighbouring blocks, either the first has `limits.rows` rows or is the
/// last of its part, or both together have more entries than fit into a tile.
constexpr std::int64_t max_row_blocks(std::int64_t num_rows, std::int64_t nnz, std::int64_t parts,
                                      const RowBlockLimits& limits) {
  const std::int64_t bound = parts + num_rows / limits.rows + 2 * nnz / limits.entries;
  return bound < num_rows ? bound : num_rows;
}

/// \brief One team of a kernel cuts its part of the rows into blocks, using its scratch memory. `Offset` is unsigned,
/// so that differences of wrong offsets are defined, too.
///
/// For every row, all threads find where a block that began there would end and, by doubling, where the eighth block
/// from there would end. One thread follows these hops of eight blocks, then all threads fill in the blocks between.
template <class Offset>
class RowBlockPart {
 public:
  /// \param rows  the largest number of rows of a part
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(std::int64_t rows) {
    return 2 * sizeof(std::int64_t) + 3 * static_cast<std::size_t>(length_for(rows)) * sizeof(int);
  }

  /// \param offsets  of the rows of the part, and the end of its last row
  KOKKOS_INLINE_FUNCTION RowBlockPart(const Offset* offsets, void* scratch, std::int64_t rows)
      : offsets_(offsets),
        place_(static_cast<std::int64_t*>(scratch)),
        found_(reinterpret_cast<int*>(place_ + 1)),
        ends_(found_ + 2),
        hops_(ends_ + length_for(rows)),
        starts_(hops_ + length_for(rows)) {}

  /// \brief Cuts the `count` rows into blocks and reserves places for them. Parts come in any order, the blocks of a
  /// part in theirs. On return only the first thread is sure to see the places.
  template <class ExecutionSpace, class Member>
  KOKKOS_INLINE_FUNCTION void cut(const Member& member, int count, const RowBlockLimits& limits,
                                  const PartCounter<ExecutionSpace>& counter) const {
    if (member.team_size() == 1) {
      *found_ = follow(0, 0, count, [&](int row) { return end_of(row, count, limits); });
    } else {
      find_starts(member, count, limits);
    }
    if (member.team_rank() == 0) {
      starts_[*found_] = count;
      *place_ = static_cast<std::int64_t>(counter.add(static_cast<std::uint64_t>(*found_)));
    }
  }

  /// \brief Writes the blocks, as long as there is room: `blocks` holds `most`. A barrier must separate this from
  /// cut().
  template <class Member>
  KOKKOS_INLINE_FUNCTION void write(const Member& member, std::int64_t first, RowBlock* blocks,
                                    std::int64_t most) const {
    for (int i = member.team_rank(); i < *found_ && *place_ + i < most; i += member.team_size()) {
      const int from = starts_[i];
      const int to = starts_[i + 1];
      blocks[*place_ + i] = {first + from, to - from, static_cast<std::int64_t>(offsets_[from]),
                             static_cast<std::int64_t>(offsets_[to])};
    }
  }

 private:
  static constexpr int hop = 8;  // blocks

  // Even, so that what follows is aligned. The last hop may go past the rows.
  KOKKOS_INLINE_FUNCTION static constexpr std::int64_t length_for(std::int64_t rows) {
    return (rows + 1 + hop) / 2 * 2;
  }

  KOKKOS_INLINE_FUNCTION int end_of(int row, int count, const RowBlockLimits& limits) const {
    const int last = limits.rows < count - row ? row + static_cast<int>(limits.rows) : count;
    constexpr auto most = static_cast<std::int64_t>(static_cast<Offset>(-1) >> 1);
    const auto entries = static_cast<Offset>(limits.entries < most ? limits.entries : most);
    return rows_that_fit(row, last, entries, [this](int at) { return offsets_[at]; });
  }

  // Notes where blocks begin, from the block that begins at `row` on. That gets number `i`; returns the number after
  // the last block.
  template <class End>
  KOKKOS_INLINE_FUNCTION int follow(int row, int i, int count, const End& end) const {
    for (; row < count; row = end(row)) starts_[i++] = row;
    return i;
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void find_starts(const Member& member, int count, const RowBlockLimits& limits) const {
    const int thread = member.team_rank();
    const int threads = member.team_size();
    for (int row = thread; row <= count; row += threads) ends_[row] = row < count ? end_of(row, count, limits) : count;
    member.team_barrier();
    const auto twice = [&](const int* once, int* result) {
      for (int row = thread; row <= count; row += threads) result[row] = once[once[row]];
      member.team_barrier();
    };
    twice(ends_, hops_);
    twice(hops_, starts_);
    twice(starts_, hops_);
    if (thread == 0) {
      int hops = 0;
      int last = 0;
      for (int row = 0; row < count; row = hops_[row]) starts_[hop * hops++] = last = row;
      *found_ = follow(last, hop * (hops - 1), count, [this](int row) { return ends_[row]; });
    }
    member.team_barrier();
    for (int i = hop * thread; i + hop < *found_; i += hop * threads) {
      for (int j = i + 1; j < i + hop; ++j) starts_[j] = ends_[starts_[j - 1]];
    }
  }

  const Offset* offsets_;
  std::int64_t* place_;  // of the first block
  int* found_;           // how many blocks
  int* ends_;            // for each row, of a block that begins there
  int* hops_;            // for each row, the end of the eighth block from there
  int* starts_;          // the first row of each block
};

}  // namespace detail
}  // namespace sporos
