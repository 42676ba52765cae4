// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Long rows without a plan: finds them by bisection, splits them over the teams, adds onto y atomically.
///
/// A row of more than `long_row` entries contains an entry whose number is a multiple of `long_row`. So the row of
/// each such entry is looked up, near where it would be if all rows were alike, and if it is long, its stretch from
/// there to the next multiple is summed, by the first one together with what lies before: no list, no pass over rows.
///
/// Who computes what: the threads of all teams look at one multiple each, neighbours in different teams; what a team
/// has found its threads then sum together. y must hold beta*y already. The launch must give `scratch_bytes`.
///
/// Cost beside the long rows' entries: `nnz / long_row` searches of log8(rows) steps.
#pragma once

#include "core/device/Sporos_AtomicAdd.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_TeamSum.hpp"

namespace sporos {

template <class Operand, class Y>
struct SeekLongRowsKernel {
  using Sum = typename Operand::sum_t;
  using entry_index = typename Operand::entry_index;

  // Entries `begin` to `end - 1` of a long row.
  struct Stretch {
    std::int64_t row;
    std::int64_t begin;
    std::int64_t end;
  };

  static constexpr std::size_t scratch_bytes(int block_size) {
    return static_cast<std::size_t>(block_size) * (sizeof(Sum) + sizeof(Stretch)) + 16;
  }

  Operand a;
  Y* y;
  Sum alpha;
  std::int64_t nnz;
  std::int64_t long_row;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int threads = member.team_size();
    auto* sums = static_cast<Sum*>(member.team_scratch(0).get_shmem(threads * sizeof(Sum)));
    auto* found = static_cast<Stretch*>(member.team_scratch(0).get_shmem(threads * sizeof(Stretch)));
    auto* count = static_cast<int*>(member.team_scratch(0).get_shmem(sizeof(int)));
    const std::int64_t multiples = (nnz + long_row - 1) / long_row;
    const std::int64_t all_threads = static_cast<std::int64_t>(member.league_size()) * threads;
    for (std::int64_t base = member.league_rank(); base < multiples; base += all_threads) {
      if (member.team_rank() == 0) *count = 0;
      member.team_barrier();
      const std::int64_t number = base + static_cast<std::int64_t>(member.team_rank()) * member.league_size();
      if (number < multiples) {
        const Stretch stretch = look_at(number * long_row);
        if (stretch.begin < stretch.end) found[Kokkos::atomic_fetch_add(count, 1)] = stretch;
      }
      member.team_barrier();
      const int found_count = *count;
      for (int i = 0; i < found_count; ++i) add(member, sums, found[i]);
      member.team_barrier();
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t begin_of(std::int64_t row) const {
    return static_cast<std::int64_t>(a.row_begin(row));
  }

  KOKKOS_INLINE_FUNCTION Stretch look_at(std::int64_t entry) const {
    const std::int64_t row = row_of(entry);
    const std::int64_t begin = begin_of(row);
    const std::int64_t end = begin_of(row + 1);
    if (end - begin <= long_row || entry < begin || entry >= end) return {row, 0, 0};
    return {row, begin > entry - long_row ? begin : entry, end < entry + long_row ? end : entry + long_row};
  }

  // The row that holds `entry`, or one beside it where no row does.
  KOKKOS_INLINE_FUNCTION std::int64_t row_of(std::int64_t entry) const {
    const std::int64_t num_rows = a.matrix.num_rows;
    const auto guess = static_cast<std::int64_t>(static_cast<double>(entry) * static_cast<double>(num_rows) /
                                                 static_cast<double>(nnz));
    std::int64_t low = 0;
    std::int64_t high = num_rows;
    for (const std::int64_t distance : {4096, 64}) {
      const std::int64_t before = guess > distance ? guess - distance : 0;
      const std::int64_t behind = guess < num_rows - distance ? guess + distance : num_rows;
      if (begin_of(before) <= entry && begin_of(behind) > entry) {
        low = before;
        high = behind;
      }
    }
    // Each step looks at seven places at once: they cost hardly more than one.
    while (high - low > 1) {
      constexpr int parts = 8;
      const std::int64_t part = (high - low + parts - 1) / parts;
      int parts_before = 0;
      for (int i = 1; i < parts; ++i) {
        const std::int64_t row = low + i * part < high ? low + i * part : high;
        parts_before += row < high && begin_of(row) <= entry ? 1 : 0;
      }
      low += parts_before * part;
      if (high - low > part) high = low + part;
    }
    return low;
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void add(const Member& member, Sum* sums, const Stretch& stretch) const {
    constexpr int in_flight = 4;
    const Sum partial = a.template strided_sum<in_flight>(
        static_cast<entry_index>(stretch.begin) + static_cast<entry_index>(member.team_rank()),
        static_cast<entry_index>(stretch.end), member.team_size());
    const Sum sum = team_sum(member, sums, partial);
    if (member.team_rank() == 0) atomic_add(y[stretch.row], alpha * sum);
    member.team_barrier();
  }
};

}  // namespace sporos
