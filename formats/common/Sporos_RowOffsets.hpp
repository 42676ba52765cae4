// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Turns row lengths into row offsets, in place.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::detail {

// In place: each element is read before it is written, and only by its own index.
template <class Offset>
struct SumLengths {
  using value_type = std::int64_t;

  std::int64_t num_rows;
  Offset* offsets;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& before, bool is_final) const {
    const std::int64_t length = row < num_rows ? static_cast<std::int64_t>(offsets[row]) : 0;
    if (is_final) offsets[row] = static_cast<Offset>(before);
    before += length;
  }
};

/// \brief Turns the lengths in the first `num_rows` elements into row offsets in `num_rows + 1` elements; asynchronous.
template <class ExecutionSpace, class Offset>
void lengths_to_offsets(const ExecutionSpace& exec, std::int64_t num_rows, Offset* offsets) {
  Kokkos::parallel_scan("sporos::crs[row offsets]",
                        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows + 1),
                        SumLengths<Offset>{num_rows, offsets});
}

// The same in one team, in which each thread has consecutive elements.
template <class Offset>
struct SumLengthsInTeam {
  using value_type = std::int64_t;

  std::int64_t num_rows;
  Offset* offsets;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member, std::int64_t& sum) const {
    const std::int64_t each = num_rows / member.team_size() + 1;
    const std::int64_t first = each * member.team_rank();
    const std::int64_t past_last = first + each < num_rows + 1 ? first + each : num_rows + 1;
    const auto length = [&](std::int64_t row) {
      return row < num_rows ? static_cast<std::int64_t>(offsets[row]) : std::int64_t(0);
    };
    std::int64_t ours = 0;
    for (std::int64_t row = first; row < past_last; ++row) ours += length(row);
    sum += ours;
    std::int64_t before = member.team_scan(ours);
    for (std::int64_t row = first; row < past_last; ++row) {
      const std::int64_t next = before + length(row);
      offsets[row] = static_cast<Offset>(before);
      before = next;
    }
  }
};

/// \brief The same; waits, and returns the sum of the lengths.
template <class ExecutionSpace, class Offset>
std::int64_t sum_lengths(const ExecutionSpace& exec, std::int64_t num_rows, Offset* offsets) {
  std::int64_t sum = 0;
  // On a GPU a scan takes two launches, this takes one. But each thread reads its own elements one after the other,
  // which takes longer than a second launch from about 6000 elements on (H100).
  constexpr std::int64_t max_of_a_team = 4096;
  if (!is_host_execution<ExecutionSpace> && num_rows < max_of_a_team) {
    Kokkos::parallel_reduce("sporos::crs[row offsets]", Kokkos::TeamPolicy<ExecutionSpace>(exec, 1, 256),
                            SumLengthsInTeam<Offset>{num_rows, offsets}, sum);
    wait_for(exec, "sporos::row_offsets[wait]");
    return sum;
  }
  Kokkos::parallel_scan("sporos::crs[row offsets]",
                        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows + 1),
                        SumLengths<Offset>{num_rows, offsets}, sum);
  wait_for(exec, "sporos::row_offsets[wait]");
  return sum;
}

template <class ExecutionSpace>
using RowRange = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

}  // namespace sporos::detail
