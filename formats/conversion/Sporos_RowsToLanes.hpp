// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Moves the elements of compressed rows to formats in which neighbouring lanes hold neighbouring rows.
///
/// A target has two functions. `cursor(position)` returns a cursor over the slots of the row at that position.
/// `slots(longest)` is the most slots of any row of a team whose longest row has `longest` elements. The cursor's
/// `next(at_once, left)` returns how many of the `left` elements of the row go to its next `at_once` slots; then
/// `put(elements, count)` gets these, in storage order. On the host one thread moves a row. On a GPU a team has as many
/// consecutive positions as threads and moves a few elements of each row at a time through team scratch. So both the
/// reads and the writes of a target with one lane a row are coalesced, whatever the lengths of the rows.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"

namespace sporos::detail {

/// \brief The identity: row `i` is at position `i`.
struct RowsInOrder {
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t row_at(std::int64_t position) const { return position; }
};

/// \brief A cursor with one slot per element, at a fixed stride.
template <class T>
struct StridedSlots {
  T* slot;
  std::int64_t stride;

  KOKKOS_FORCEINLINE_FUNCTION static int next(int at_once, std::int64_t left) {
    return left < at_once ? static_cast<int>(left) : at_once;
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(const T* elements, int count) {
    for (int i = 0; i < count; ++i, slot += stride) *slot = elements[i];
  }
};

/// \brief The elements of a row that are moved: the first `width` of them, or all.
template <class Offset>
struct DealtRow {
  std::int64_t begin;
  std::int64_t length;

  KOKKOS_FORCEINLINE_FUNCTION DealtRow(const Offset* row_offsets, std::int64_t row, std::int64_t width)
      : begin(static_cast<std::int64_t>(row_offsets[row])),
        length(static_cast<std::int64_t>(row_offsets[row + 1]) - begin) {
    if (length > width) length = width;
  }
};

// The most slots of a row that are filled at once.
inline constexpr int max_dealt_at_once = 16;

template <class T, class Offset, class Target, class Rows>
struct DealRow {
  Rows rows;
  const Offset* row_offsets;
  std::int64_t width;
  const T* elements;
  Target target;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t position) const {
    DealtRow<Offset> row(row_offsets, rows.row_at(position), width);
    if (row.length == 0) return;  // where all rows are empty there are no slots to point to
    auto cursor = target.cursor(position);
    while (row.length > 0) {
      const int count = cursor.next(max_dealt_at_once, row.length);
      cursor.put(elements + row.begin, count);
      row.begin += count;
      row.length -= count;
    }
  }
};

template <class T, class Offset, class Target, class Rows>
struct DealRowsOfTeam {
  Rows rows;
  std::int64_t num_rows;
  const Offset* row_offsets;
  std::int64_t width;
  const T* elements;
  Target target;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int threads) {
    return static_cast<std::size_t>(threads) * (sizeof(T) * (max_dealt_at_once + 1) + 2 * sizeof(Offset));
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int threads = member.team_size();
    const int rank = member.team_rank();
    auto* const scratch = static_cast<T*>(member.team_scratch(0).get_shmem(scratch_bytes(threads)));
    auto* const begins = reinterpret_cast<Offset*>(scratch + (max_dealt_at_once + 1) * threads);
    Offset* const ends = begins + threads;
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * threads;
    const int count = static_cast<int>(num_rows - first < threads ? num_rows - first : threads);
    const bool is_ours = rank < count;
    const std::int64_t position = first + (is_ours ? rank : 0);
    DealtRow<Offset> row(row_offsets, rows.row_at(position), is_ours ? width : 0);
    std::int64_t longest = row.length;
    member.team_reduce(Kokkos::Max<std::int64_t>(longest));
    const std::int64_t slots = target.slots(longest);
    const int bits = slots <= 4 ? 2 : slots <= 8 ? 3 : 4;
    const int at_once = 1 << bits;
    // One more element a row, so that neighbouring rows lie in different banks.
    const int pitch = at_once + 1;
    auto cursor = target.cursor(position);
    for (std::int64_t slot = 0; slot < slots; slot += at_once) {
      const int ours = is_ours ? cursor.next(at_once, row.length) : 0;
      begins[rank] = static_cast<Offset>(row.begin);
      ends[rank] = static_cast<Offset>(row.begin + ours);
      member.team_barrier();
      stage(begins, ends, bits, rank, count << bits, threads, scratch);
      member.team_barrier();
      if (is_ours) cursor.put(scratch + rank * pitch, ours);
      row.begin += ours;
      row.length -= ours;
    }
  }

 private:
  // Loads a few elements of each row into scratch, so that a thread waits for several loads at once.
  KOKKOS_FORCEINLINE_FUNCTION void stage(const Offset* begins, const Offset* ends, int bits, int rank, int count,
                                         int threads, T* scratch) const {
    constexpr int in_flight = 4;
    const int mask = (1 << bits) - 1;
    for (int i = rank; i < count; i += in_flight * threads) {
      T loaded[in_flight]{};
      for (int j = 0; j < in_flight; ++j) {
        const int here = i + j * threads;
        if (here >= count) continue;
        const std::int64_t at = static_cast<std::int64_t>(begins[here >> bits]) + (here & mask);
        if (at < static_cast<std::int64_t>(ends[here >> bits])) loaded[j] = elements[at];
      }
      for (int j = 0; j < in_flight; ++j) {
        const int here = i + j * threads;
        if (here < count) scratch[(here >> bits) * (mask + 2) + (here & mask)] = loaded[j];
      }
    }
  }
};

/// \brief Moves the first `width` elements, of type `T`, of all rows to the target; asynchronous.
template <class T, class ExecutionSpace, class Offset, class Target, class Rows = RowsInOrder>
void deal_rows(const char* label, const ExecutionSpace& exec, std::int64_t num_rows, const Offset* row_offsets,
               const T* elements, const Target& target, std::int64_t width = INT64_MAX, const Rows& rows = {}) {
  if (num_rows == 0) return;
  if constexpr (is_host_execution<ExecutionSpace>) {
    detail::launch_kernel(label,
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows),
                          DealRow<T, Offset, Target, Rows>{rows, row_offsets, width, elements, target});
  } else {
    using Deal = DealRowsOfTeam<T, Offset, Target, Rows>;
    constexpr int threads = 128;
    const auto teams = static_cast<int>((num_rows + threads - 1) / threads);
    Kokkos::TeamPolicy<ExecutionSpace> policy(exec, teams, threads, 1);
    policy.set_scratch_size(0, scratch_of_team(Deal::scratch_bytes(threads)));
    detail::launch_kernel(label, policy, Deal{rows, num_rows, row_offsets, width, elements, target});
  }
}

}  // namespace sporos::detail
