// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Finds the long rows in a range of rows, and lists their segments.
#pragma once

#include "core/kernels/crs/Sporos_LongRowSums.hpp"
#include "core/setup/Sporos_PartCounter.hpp"

namespace sporos {
namespace detail {

/// \brief One team of a kernel lists the long rows of its part of the rows, using its scratch memory.
class LongRowPart {
 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(std::int64_t rows) {
    return static_cast<std::size_t>(rows + 2) * (sizeof(std::uint64_t) + sizeof(int));
  }

  /// \param rows  the largest number of rows of a part
  KOKKOS_INLINE_FUNCTION LongRowPart(void* scratch, std::int64_t rows)
      : places_(static_cast<std::uint64_t*>(scratch)),
        segments_(places_ + rows),
        first_place_(segments_ + 1),
        rows_(reinterpret_cast<int*>(first_place_ + 1)),
        count_(rows_ + rows) {}

  /// \brief Writes the segments of the long rows among the `count` rows from `first` on, as long as there is room:
  /// `segments` holds `most`. `row_offsets[0]` is the offset of row `first`. The rows come in any order, the segments
  /// of each row in their own order.
  template <class ExecutionSpace, class Member, class Offset>
  KOKKOS_INLINE_FUNCTION void list(const Member& member, const Offset* row_offsets, std::int64_t first, int count,
                                   const LongRows& limits, LongRowSegment* segments, SegmentSlot* slots,
                                   std::uint64_t most, const PartCounter<ExecutionSpace>& counter) const {
    if (member.team_rank() == 0) {
      *count_ = 0;
      *segments_ = 0;
    }
    member.team_barrier();
    for (int row = member.team_rank(); row < count; row += member.team_size()) {
      const auto begin = static_cast<std::int64_t>(row_offsets[row]);
      const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
      if (end - begin <= limits.long_row) continue;
      const auto row_segments = static_cast<std::uint64_t>(first_segment(end, limits) - first_segment(begin, limits));
      if (row_segments > most) continue;  // wrong offsets
      const int i = Kokkos::atomic_fetch_add(count_, 1);
      rows_[i] = row;
      places_[i] = AtomicCounter<ExecutionSpace>::fetch_add(segments_, row_segments);
    }
    member.team_barrier();
    if (member.team_rank() == 0) *first_place_ = counter.add(*segments_);
    if (*count_ == 0) return;
    member.team_barrier();
    // A single long row keeps all threads busy; many long rows get one thread each.
    const int threads_a_row = *count_ < member.team_size() ? member.team_size() / *count_ : 1;
    const int rows_at_once = member.team_size() / threads_a_row;
    for (int i = member.team_rank() / threads_a_row; i < *count_; i += rows_at_once) {
      const auto begin = static_cast<std::int64_t>(row_offsets[rows_[i]]);
      const auto end = static_cast<std::int64_t>(row_offsets[rows_[i] + 1]);
      const std::int64_t number = first_segment(begin, limits);
      const std::int64_t past_last = first_segment(end, limits);
      const std::uint64_t place = *first_place_ + places_[i];
      if (place + static_cast<std::uint64_t>(past_last - number) > most) continue;
      for (std::int64_t s = member.team_rank() % threads_a_row; s < past_last - number; s += threads_a_row) {
        segments[place + s] = segment_of_row(number + s, first + rows_[i], begin, end, number, past_last, limits);
        slots[place + s].arrived = 0;
      }
    }
  }

 private:
  std::uint64_t* places_;       // of each row's first segment, counted from the first segment of the part
  std::uint64_t* segments_;     // how many segments the part has
  std::uint64_t* first_place_;  // of the part's first segment
  int* rows_;
  int* count_;
};

}  // namespace detail
}  // namespace sporos
