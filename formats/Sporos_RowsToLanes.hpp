// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Deals the elements of compressed rows out to formats in which neighbouring lanes hold neighbouring rows.
///
/// A target has `cursor(row)`, and the cursor `put(entry, element)`, which is called for the first `width` elements of
/// the row in storage order with their place in the row. On the host one thread takes a row. Elsewhere a team takes as
/// many consecutive rows as it has threads and brings a few elements of each at a time through team scratch: both the
/// reads and the writes of a target with one lane a row are coalesced, whatever the rows' lengths.
#pragma once

#include <cstdint>

#include "formats/Sporos_Kokkos.hpp"

namespace sporos::detail {

template <class T, class Offset, class Target>
struct DealRow {
  const Offset* row_offsets;
  std::int64_t width;
  const T* elements;
  Target target;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto begin = static_cast<std::int64_t>(row_offsets[row]);
    const std::int64_t length = static_cast<std::int64_t>(row_offsets[row + 1]) - begin;
    auto cursor = target.cursor(row);
    for (std::int64_t k = 0; k < length && k < width; ++k) cursor.put(k, elements[begin + k]);
  }
};

/// \tparam at_once  elements of each row that go through team scratch together
template <class T, class Offset, class Target, int at_once>
struct DealRowsOfTeam {
  std::int64_t num_rows;
  const Offset* row_offsets;
  std::int64_t width;
  const T* elements;
  Target target;

  // One more a row, so that neighbouring rows lie in different banks.
  static constexpr int pitch = at_once + 1;
  static constexpr std::size_t scratch_bytes(int threads) {
    return sizeof(T) * pitch * static_cast<std::size_t>(threads);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int threads = member.team_size();
    const int rank = member.team_rank();
    T* const scratch = static_cast<T*>(member.team_scratch(0).get_shmem(static_cast<int>(sizeof(T)) * pitch * threads));
    const std::int64_t first_row = static_cast<std::int64_t>(member.league_rank()) * threads;
    const int rows = static_cast<int>(num_rows - first_row < threads ? num_rows - first_row : threads);
    const std::int64_t row = first_row + (rank < rows ? rank : 0);
    const std::int64_t length = rank < rows ? length_of(row) : 0;
    std::int64_t longest = length;
    member.team_reduce(Kokkos::Max<std::int64_t>(longest));
    auto cursor = target.cursor(row);
    for (std::int64_t from = 0; from < longest; from += at_once) {
      member.team_barrier();
      for (int i = rank; i < rows * at_once; i += threads) {
        const std::int64_t entry = from + i % at_once;
        const std::int64_t of = first_row + i / at_once;
        if (entry < length_of(of)) {
          scratch[i / at_once * pitch + i % at_once] = elements[static_cast<std::int64_t>(row_offsets[of]) + entry];
        }
      }
      member.team_barrier();
      for (int i = 0; i < at_once && from + i < length; ++i) cursor.put(from + i, scratch[rank * pitch + i]);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t length_of(std::int64_t row) const {
    const std::int64_t length =
        static_cast<std::int64_t>(row_offsets[row + 1]) - static_cast<std::int64_t>(row_offsets[row]);
    return length < width ? length : width;
  }
};

/// \brief Deals out the first `width` elements, `T` each, of all rows; asynchronous.
template <class T, class ExecutionSpace, class Offset, class Target>
void deal_rows(const char* label, const ExecutionSpace& exec, std::int64_t num_rows, const Offset* row_offsets,
               const T* elements, const Target& target, std::int64_t width = INT64_MAX) {
  if (num_rows == 0) return;
  if constexpr (is_host_execution<ExecutionSpace>) {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows),
                         DealRow<T, Offset, Target>{row_offsets, width, elements, target});
  } else {
    using Deal = DealRowsOfTeam<T, Offset, Target, 16>;
    constexpr int threads = 128;
    const auto teams = static_cast<int>((num_rows + threads - 1) / threads);
    Kokkos::TeamPolicy<ExecutionSpace> policy(exec, teams, threads, 1);
    policy.set_scratch_size(0, scratch_of_team(Deal::scratch_bytes(threads)));
    Kokkos::parallel_for(label, policy, Deal{num_rows, row_offsets, width, elements, target});
  }
}

}  // namespace sporos::detail
