// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Deals the elements of compressed rows out to formats in which neighbouring lanes hold neighbouring rows.
///
/// A target has `cursor(row)`, and the cursor `put(entry, element)`, which is called for each element of the row in
/// storage order with its place in the row. On the host one thread takes a row. Elsewhere a team takes as many
/// consecutive rows as it has threads and brings their elements, which lie side by side, through team scratch: both
/// the reads and the writes of a target with one lane a row are coalesced, whatever the rows' lengths.
#pragma once

#include <cstdint>

#include "formats/Sporos_Kokkos.hpp"

namespace sporos::detail {

template <class T, class Offset, class Target>
struct DealRow {
  const Offset* row_offsets;
  const T* elements;
  Target target;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto begin = static_cast<std::int64_t>(row_offsets[row]);
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    auto cursor = target.cursor(row);
    for (std::int64_t k = begin; k < end; ++k) cursor.put(k - begin, elements[k]);
  }
};

template <class T, class Offset, class Target>
struct DealRowsOfTeam {
  std::int64_t num_rows;
  const Offset* row_offsets;
  const T* elements;
  Target target;
  int tile;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    T* const scratch = static_cast<T*>(member.team_scratch(0).get_shmem(static_cast<int>(tile * sizeof(T))));
    const int threads = member.team_size();
    const std::int64_t first_row = static_cast<std::int64_t>(member.league_rank()) * threads;
    const std::int64_t last_row = first_row + threads < num_rows ? first_row + threads : num_rows;
    const std::int64_t row = first_row + member.team_rank();
    const auto end = static_cast<std::int64_t>(row_offsets[last_row]);
    const std::int64_t row_begin = row < num_rows ? static_cast<std::int64_t>(row_offsets[row]) : end;
    const std::int64_t row_end = row < num_rows ? static_cast<std::int64_t>(row_offsets[row + 1]) : end;
    auto cursor = target.cursor(row < num_rows ? row : first_row);
    std::int64_t next = row_begin;
    for (auto begin = static_cast<std::int64_t>(row_offsets[first_row]); begin < end; begin += tile) {
      const std::int64_t tile_end = begin + tile < end ? begin + tile : end;
      member.team_barrier();
      for (std::int64_t k = begin + member.team_rank(); k < tile_end; k += threads) scratch[k - begin] = elements[k];
      member.team_barrier();
      for (; next < row_end && next < tile_end; ++next) cursor.put(next - row_begin, scratch[next - begin]);
    }
  }
};

/// \brief Deals out the elements, `T` each, of all rows; asynchronous.
template <class T, class ExecutionSpace, class Offset, class Target>
void deal_rows(const char* label, const ExecutionSpace& exec, std::int64_t num_rows, const Offset* row_offsets,
               const T* elements, const Target& target) {
  if (num_rows == 0) return;
  if constexpr (is_host_execution<ExecutionSpace>) {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows),
                         DealRow<T, Offset, Target>{row_offsets, elements, target});
  } else {
    constexpr int threads = 128;
    constexpr int tile = 8192 / static_cast<int>(sizeof(T));
    const auto teams = static_cast<int>((num_rows + threads - 1) / threads);
    Kokkos::TeamPolicy<ExecutionSpace> policy(exec, teams, threads, 1);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(tile * sizeof(T))));
    Kokkos::parallel_for(label, policy,
                         DealRowsOfTeam<T, Offset, Target>{num_rows, row_offsets, elements, target, tile});
  }
}

}  // namespace sporos::detail
