// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*A*x + beta*y` in the rows that have entries, for A in COO storage, for any row lengths.
///
/// Who computes what: team `s` takes share `s` of the entries; a share has `share` of them. The team lists in scratch
/// where rows begin in its share, and sums the rows by TileSums. The sum of a row that lies in the share whole goes to
/// the epilogue. If a row began in an earlier share or continues in a later one, its partial sum is a carry: it goes to
/// `carries[2 * s]` if the row began before the share, and to `carries[2 * s + 1]` if it begins in the share.
/// FixUpKernel adds up the carries afterwards, in a fixed order. Rows without entries are not touched.
///
/// The launch must give a power of two of threads and scratch_bytes(). Bytes: a value, a row and a column for each
/// entry, x, and y twice for each row with entries. Source: Bell & Garland 2008, section 4.4; here through team
/// scratch.
#pragma once

#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_TileSums.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue, Reduction How>
struct CooKernel {
  using Load = typename Operand::Load;
  using Sum = typename Operand::sum_t;
  using entry_index = typename Operand::entry_index;
  using Column = decltype(Operand::Entry::column);
  using Tile = TileSums<Operand, How>;

  static constexpr std::size_t scratch_bytes(int block_size, int share) {
    return Tile::scratch_bytes(block_size, share) + starts_bytes(share);
  }

  Operand a;
  std::int64_t nnz;
  const Column* rows;
  Epilogue epilogue;
  Sum* carries;
  int share;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const Tile tile(member, share);
    int* const starts = static_cast<int*>(member.team_scratch(0).get_shmem(static_cast<int>(starts_bytes(share))));
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * share;
    const int count = nnz - first < share ? static_cast<int>(nnz - first) : share;
    list_starts(member, first, count, starts);
    member.team_barrier();
    const int segments = starts[share + 1];
    tile.process(
        member, a, static_cast<entry_index>(first), count, segments, [&](int i) { return starts[i]; },
        [&](int i, const Sum& sum) {
          const Column row = Load::load(rows + first + starts[i]);
          const bool began_before = i == 0 && first > 0 && Load::load(rows + first - 1) == row;
          const bool goes_on = i == segments - 1 && first + count < nnz && Load::load(rows + first + count) == row;
          Sum* const ours = carries + 2 * static_cast<std::int64_t>(member.league_rank());
          if (began_before) ours[0] = sum;
          if (goes_on) ours[1] = began_before ? Sum(0) : sum;
          if (!began_before && !goes_on) epilogue(row, sum);
        });
  }

 private:
  // First where the rows begin, then where the last one ends; the last element is the number of rows.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t starts_bytes(int share) {
    return static_cast<std::size_t>(share + 2) * sizeof(int);
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void list_starts(const Member& member, std::int64_t first, int count, int* starts) const {
    const int threads = member.team_size();
    const int each = (share + threads - 1) / threads;
    const int begin = member.team_rank() * each < count ? member.team_rank() * each : count;
    const int end = begin + each < count ? begin + each : count;
    int found = 0;
    for_each_start(first, begin, end, [&](int) { ++found; });
    int place = member.team_scan(found);
    for_each_start(first, begin, end, [&](int k) { starts[place++] = k; });
    if (member.team_rank() == threads - 1) {
      starts[place] = count;
      starts[share + 1] = place;
    }
  }

  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_start(std::int64_t first, int begin, int end, const F& f) const {
    if (begin == end) return;
    Column before = begin == 0 ? Column(-1) : Load::load(rows + first + begin - 1);
    for (int k = begin; k < end; ++k) {
      const Column row = Load::load(rows + first + k);
      if (row != before) f(k);
      before = row;
    }
  }
};

}  // namespace detail
}  // namespace sporos
