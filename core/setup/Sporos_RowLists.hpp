// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Lists of row blocks and of the segments of long rows.
#pragma once

#include <memory>

#include "core/setup/Sporos_LongRowPart.hpp"
#include "core/setup/Sporos_RowBlocks.hpp"
#include "core/setup/Sporos_SetupMemory.hpp"

namespace sporos {
namespace detail {

/// \brief What to list.
struct ListLimits {
  RowBlockLimits blocks{0, 0};  ///< no rows: no blocks
  LongRows long_rows;

  bool has_blocks() const { return blocks.rows > 0; }
  bool has_anything() const { return has_blocks() || has_long_rows(long_rows); }
  bool same_blocks(const ListLimits& other) const {
    return blocks.entries == other.blocks.entries && blocks.rows == other.blocks.rows;
  }
  bool same_long_rows(const ListLimits& other) const {
    return long_rows.long_row == other.long_rows.long_row && long_rows.segment == other.long_rows.segment;
  }
};

/// \brief Row blocks in any order. The rows of the segments come in any order, but the segments of one row follow each
/// other.
///
/// A row is summed in the same way wherever it is listed, so products do not depend on the order.
template <class ExecutionSpace>
struct RowLists {
  ListLimits limits;
  RowBlock* blocks = nullptr;
  std::int64_t num_blocks = 0;
  LongRowSegment* segments = nullptr;
  SegmentSlot* slots = nullptr;  ///< one a segment
  std::int64_t num_segments = 0;
  std::shared_ptr<const SetupBlock<ExecutionSpace>> memory;  ///< that holds all lists

  /// \brief Whether these lists also serve `other` limits.
  bool serve(const ListLimits& other) const {
    const bool needs_no_segments = num_segments == 0 && !has_long_rows(other.long_rows);
    return limits.same_blocks(other) && (limits.same_long_rows(other) || needs_no_segments);
  }
};

/// \brief How the rows are divided among the teams that list them, and the largest possible sizes of the lists.
struct ListRoom {
  std::int64_t part_rows = 1;
  std::int64_t parts = 0;
  std::int64_t blocks = 0;
  std::int64_t segments = 0;

  ListRoom(std::int64_t num_rows, std::int64_t nnz, const ListLimits& limits) {
    if (num_rows == 0 || !limits.has_anything()) return;
    part_rows = limits.has_blocks() ? SetupRule::listed_rows(limits.blocks.entries, limits.blocks.rows, num_rows, nnz)
                                    : SetupRule::listed_rows(limits.long_rows.segment, num_rows, nnz);
    parts = (num_rows + part_rows - 1) / part_rows;
    if (limits.has_blocks()) blocks = max_row_blocks(num_rows, nnz, parts, limits.blocks);
    if (has_long_rows(limits.long_rows)) segments = segment_numbers(nnz, limits.long_rows);
  }

  std::size_t segments_at() const { return static_cast<std::size_t>(blocks) * sizeof(RowBlock); }
  std::size_t slots_at() const {
    return segments_at() + static_cast<std::size_t>((segments + 1) / 2 * 2) * sizeof(LongRowSegment);
  }
  std::size_t bytes() const { return slots_at() + static_cast<std::size_t>(segments) * sizeof(SegmentSlot); }
};

/// \brief Lists the rows of one part. Row offsets that have not been checked yet can make wrong lists, but do no other
/// harm.
template <class ExecutionSpace, class Offset>
struct ListRows {
  const Offset* row_offsets;
  std::int64_t num_rows;
  ListLimits limits;
  ListRoom room;
  RowBlock* blocks;
  LongRowSegment* segments;
  SegmentSlot* slots;
  OfList<std::uint64_t>* counters;  // words of PartCounters
  OfList<Mailbox<std::uint64_t>>* lengths;
  std::uint32_t generation;

  // First the offsets of the rows; after them what blocks need, which long rows use afterwards.
  KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
    const std::size_t for_blocks = room.blocks > 0 ? RowBlockPart<Staged>::scratch_bytes(room.part_rows) : 0;
    const std::size_t for_segments = room.segments > 0 ? LongRowPart::scratch_bytes(room.part_rows) : 0;
    return static_cast<std::size_t>(staged_length()) * sizeof(Staged) +
           (for_blocks > for_segments ? for_blocks : for_segments);
  }

  /// To be called by all threads of the team: lists the rows from `part * part_rows` on.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void run(const Member& member, std::int64_t part) const {
    const std::int64_t first = part * room.part_rows;
    const auto count = static_cast<int>(first + room.part_rows < num_rows ? room.part_rows : num_rows - first);
    auto* const offsets = static_cast<Staged*>(member.team_scratch(0).get_shmem(scratch_bytes()));
    void* const rest = offsets + staged_length();
    stage(member, first, count, offsets);
    if (room.blocks > 0) {
      const RowBlockPart<Staged> rows(offsets, rest, room.part_rows);
      const PartCounter<ExecutionSpace> counter{&counters->row_blocks, &lengths->row_blocks, room.parts, generation};
      rows.cut(member, count, limits.blocks, counter);
      member.team_barrier();
      rows.write(member, first, blocks, room.blocks);
    }
    // Blocks first. Otherwise those of parts with long rows would be last in the list, and a product would end with
    // waiting for the longest rows that a single team sums.
    if (room.segments > 0) {
      if (room.blocks > 0) member.team_barrier();
      const PartCounter<ExecutionSpace> counter{&counters->segments, &lengths->segments, room.parts, generation};
      LongRowPart(rest, room.part_rows)
          .list(member, offsets, first, count, limits.long_rows, segments, slots,
                static_cast<std::uint64_t>(room.segments), counter);
    }
  }

 private:
  // Also wide enough for the limits; 64 bits only if offsets have 64.
  using Staged = std::conditional_t<(sizeof(Offset) > 4), std::uint64_t, std::uint32_t>;

  // Even, so that what follows is aligned.
  KOKKOS_INLINE_FUNCTION std::int64_t staged_length() const { return room.part_rows / 2 * 2 + 2; }

  // Each thread loads several offsets before it waits for any of them.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void stage(const Member& member, std::int64_t first, int count, Staged* offsets) const {
    constexpr int in_flight = 4;
    const int step = member.team_size();
    for (int row = member.team_rank(); row <= count; row += in_flight * step) {
      Offset held[in_flight];
      for (int i = 0; i < in_flight; ++i) {
        held[i] = row_offsets[first + (row + i * step <= count ? row + i * step : count)];
      }
      for (int i = 0; i < in_flight; ++i) {
        if (row + i * step <= count) offsets[row + i * step] = static_cast<Staged>(held[i]);
      }
    }
    member.team_barrier();
  }
};

}  // namespace detail
}  // namespace sporos
