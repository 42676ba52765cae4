// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Long rows without a plan: finds them by bisection and sums them. Nothing is listed, and no row is missed.
///
/// Who computes what: each thread of all teams checks one segment number in a round, neighbouring numbers in different
/// teams. The threads of a team then together sum the segments that the team has found. The last team to finish stores
/// in `verdict` whether there was any long row. The launch must give `scratch_bytes` of scratch.
///
/// Cost besides the entries of long rows: `nnz / segment` searches. Bytes and source: LongRowSums.
#pragma once

#include "core/kernels/crs/Sporos_LongRowSums.hpp"
#include "core/kernels/crs/Sporos_LongRowVerdict.hpp"

namespace sporos {
namespace detail {

/// \brief All zero before the first launch.
struct LongRowCounters {
  std::uint64_t teams_done;      ///< that have finished in this launch; zero between launches
  std::uint64_t segments_found;  ///< by these teams
  std::uint64_t launches;        ///< that have ended; used by LongRowSums
};

template <class Operand, class Epilogue>
struct FindLongRowsKernel {
  using Sum = typename Operand::sum_t;
  using Counter = AtomicCounter<typename Operand::execution_space>;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int block_size) {
    return (static_cast<std::size_t>(block_size) + 2) * (sizeof(Sum) + sizeof(int)) + sizeof(LongRowSegment);
  }

  Operand a;
  Epilogue epilogue;
  std::int64_t nnz;
  LongRows limits;
  LongRowSums<Sum> sums;
  LongRowCounters* counters;
  LongRowVerdict* verdict;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int threads = member.team_size();
    const int thread = member.team_rank();
    const std::int64_t teams = member.league_size();
    auto* const scratch = static_cast<Sum*>(member.team_scratch(0).get_shmem(scratch_bytes(threads)));
    auto* const found = reinterpret_cast<LongRowSegment*>(scratch + threads + 2 - threads % 2);
    auto* const counts = reinterpret_cast<int*>(found + 1);
    int* const finders = counts + 2;
    const auto row_begin = [&](std::int64_t row) { return static_cast<std::int64_t>(a.row_begin(row)); };
    const std::int64_t numbers = segment_numbers(nnz, limits);
    int round = 0;
    for (std::int64_t base = member.league_rank(); base < numbers; base += teams * threads) {
      int* const found_count = counts + round++ % 2;  // some threads may still be reading the previous round's
      if (thread == 0) *found_count = 0;
      member.team_barrier();
      const std::int64_t number = base + thread * teams;
      LongRowSegment mine{0, 0, 0, 0, 0};
      if (number < numbers) mine = find_segment(number, a.matrix.num_rows, nnz, limits, row_begin);
      if (!mine.is_empty()) finders[Kokkos::atomic_fetch_add(found_count, 1)] = thread;
      member.team_barrier();
      for (int i = 0; i < *found_count; ++i) {
        if (finders[i] == thread) *found = mine;
        member.team_barrier();
        sums.add(member, a, epilogue, *found, base + finders[i] * teams, scratch);
        member.team_barrier();
      }
      if (thread == 0 && *found_count > 0) Counter::fetch_add(&counters->segments_found, 1);
    }
    if (thread == 0) finish(static_cast<std::uint64_t>(teams));
  }

 private:
  KOKKOS_INLINE_FUNCTION void finish(std::uint64_t teams) const {
    Counter::memory_fence();
    if (Counter::fetch_add(&counters->teams_done, 1) + 1 < teams) return;
    Counter::memory_fence();
    *verdict = Counter::fetch_add(&counters->segments_found, 0) > 0 ? LongRowVerdict::some : LongRowVerdict::none;
    counters->segments_found = 0;
    counters->teams_done = 0;
    ++counters->launches;
  }
};

}  // namespace detail
}  // namespace sporos
