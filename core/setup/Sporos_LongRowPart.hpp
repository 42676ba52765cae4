// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The long rows among some rows, and their stretches.
#pragma once

#include "core/kernels/Sporos_LongRowSums.hpp"

namespace sporos {
namespace detail {

/// \brief The part of the rows whose long ones a team of a kernel lists, in its scratch.
class LongRowPart {
 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(std::int64_t rows) {
    return static_cast<std::size_t>(rows + 1) * (sizeof(std::int64_t) + sizeof(int));
  }

  /// \param rows  that the part has, at most
  KOKKOS_INLINE_FUNCTION LongRowPart(void* scratch, std::int64_t rows)
      : places_(static_cast<std::int64_t*>(scratch)),
        rows_(reinterpret_cast<int*>(places_ + rows + 1)),
        count_(rows_ + rows) {}

  /// \brief Writes, as long as there is room for `most`, the stretches of the long rows among the `count` from `first`
  /// on behind what is in `stretches`, whose length is `length`. The rows come in any order, the stretches of a row in
  /// theirs.
  template <class ExecutionSpace, class Member, class Offset>
  KOKKOS_INLINE_FUNCTION void list(const Member& member, const Offset* row_offsets, std::int64_t first, int count,
                                   const LongRows& limits, LongRowStretch* stretches, StretchSlot* slots,
                                   std::uint64_t most, std::uint64_t* length) const {
    const auto row_begin = [&](int row) { return static_cast<std::int64_t>(row_offsets[first + row]); };
    if (member.team_rank() == 0) *count_ = 0;
    member.team_barrier();
    for (int row = member.team_rank(); row < count; row += member.team_size()) {
      const std::int64_t begin = row_begin(row);
      const std::int64_t end = row_begin(row + 1);
      if (end - begin <= limits.long_row) continue;
      const auto row_stretches = static_cast<std::uint64_t>(first_stretch(end, limits) - first_stretch(begin, limits));
      const std::uint64_t place = TakeNumbers<ExecutionSpace>::take(length, row_stretches);
      if (row_stretches > most || place > most - row_stretches) continue;
      const int i = Kokkos::atomic_fetch_add(count_, 1);
      rows_[i] = row;
      places_[i] = static_cast<std::int64_t>(place);
    }
    member.team_barrier();
    if (*count_ == 0) return;
    // One long row keeps all threads busy, many get a thread each.
    const int threads_a_row = *count_ < member.team_size() ? member.team_size() / *count_ : 1;
    const int rows_at_once = member.team_size() / threads_a_row;
    for (int i = member.team_rank() / threads_a_row; i < *count_; i += rows_at_once) {
      const std::int64_t begin = row_begin(rows_[i]);
      const std::int64_t end = row_begin(rows_[i] + 1);
      const std::int64_t number = first_stretch(begin, limits);
      const std::int64_t behind = first_stretch(end, limits);
      for (std::int64_t s = member.team_rank() % threads_a_row; s < behind - number; s += threads_a_row) {
        stretches[places_[i] + s] = stretch_of_row(number + s, first + rows_[i], begin, end, number, behind, limits);
        slots[places_[i] + s].arrived = 0;
      }
    }
  }

 private:
  std::int64_t* places_;  // of a row's first stretch
  int* rows_;
  int* count_;
};

}  // namespace detail
}  // namespace sporos
