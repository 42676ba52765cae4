// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = y + alpha*transpose(A)*x` without preparation, for compressed rows with few entries on a GPU.
///
/// Who computes what: teams have equal shares of the entries, and threads take one after the other. Where a share
/// begins and ends, ScatterStartKernel has found: the row offsets between are copied to scratch, and the row of each
/// entry is found there by bisection. A team that was told something wrong, or has more rows than entries, searches all
/// row offsets in memory.
///
/// The launch must give a team for each share, and `scratch_bytes` of scratch. Else as ScatterKernel.
#pragma once

#include "core/kernels/scatter/Sporos_ScatterTable.hpp"
#include "core/kernels/scatter/Sporos_ScatterTerms.hpp"

namespace sporos {
namespace detail {

/// \tparam Terms  ScatterTerms of ScatteredRows
template <class Terms>
struct ScatterSharesKernel {
  using Column = typename Terms::Column;
  using Sum = typename Terms::Sum;
  using Table = ScatterTable<typename Terms::Target, Column>;
  using Index = typename decltype(Terms::entries)::Index;

  Terms terms;
  std::int64_t nnz;
  const int* is_crowded;
  const std::int64_t* first_rows;  ///< of each share

  static std::size_t scratch_bytes(int threads) {
    return Table::scratch_bytes + static_cast<std::size_t>(threads * scattered_at_once + 1) * sizeof(std::int64_t);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    add_by_team<Column>(member, is_crowded, terms.to, [&](const auto& adder) { add_share(member, adder); });
  }

 private:
  template <class Member, class Adder>
  KOKKOS_INLINE_FUNCTION void add_share(const Member& member, const Adder& adder) const {
    const int size = member.team_size();
    const int share = size * scattered_at_once;
    auto* const begins = static_cast<Index*>(member.team_scratch(0).get_shmem((share + 1) * sizeof(std::int64_t)));
    const auto& rows = terms.entries;
    const std::int64_t team = member.league_rank();
    const std::int64_t before = team * share;
    const bool is_last = nnz - before <= share;
    const auto from = static_cast<Index>(rows.first() + before);
    const auto to = static_cast<Index>(rows.first() + (is_last ? nnz : before + share));

    // Loaded while the row offsets are.
    Column columns[scattered_at_once];
    Sum values[scattered_at_once];
    const Index own = from + static_cast<Index>(member.team_rank());
    for (int i = 0; i < scattered_at_once; ++i) {
      const Index k = own + static_cast<Index>(i * size) < to ? own + static_cast<Index>(i * size) : from;
      columns[i] = static_cast<Column>(terms.column(k));
      values[i] = terms.value(k);
    }
    const std::int64_t first = first_rows[team];
    const std::int64_t last = is_last ? rows.num_rows - 1 : first_rows[team + 1];
    const bool fits = first >= 0 && first <= last && last < rows.num_rows && last - first < share;
    const int count = fits ? static_cast<int>(last - first) + 1 : 0;
    for (int i = member.team_rank(); fits && i <= count; i += size) begins[i] = rows.begin_of(first + i);
    member.team_barrier();
    const bool is_told = fits && begins[0] <= from && begins[count] >= to;
    for (int i = 0; i < scattered_at_once; ++i) {
      const Index k = own + static_cast<Index>(i * size);
      if (k >= to) break;
      const std::int64_t row = is_told ? first + row_of<int>(k, count, [&](int j) { return begins[j]; })
                                       : row_of(k, rows.num_rows, [&](std::int64_t j) { return rows.begin_of(j); });
      adder.add(columns[i], values[i] * terms.factor(row));
    }
  }

  // Of rows that begin where `begin_of` says, the last one that begins with entry `k` or before.
  template <class Row, class BeginOf>
  KOKKOS_FORCEINLINE_FUNCTION static Row row_of(Index k, Row count, const BeginOf& begin_of) {
    Row row = 0;
    while (count - row > 1) {
      const Row middle = (row + count) / 2;
      (begin_of(middle) <= k ? row : count) = middle;
    }
    return row;
  }
};

}  // namespace detail
}  // namespace sporos
