// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = y + alpha*transpose(A)*x` without preparation, for compressed rows on a GPU.
///
/// Who computes what: the rows of a team are a group, of which `lanes` threads take a row each, entry by entry. If one
/// of its rows is so long that the others would wait for it, all threads of the team take the entries of the group one
/// after the other, and find the row of each by bisection. Groups of more than a segment are left to the first teams:
/// each of them looks in which group the first entry of a segment of the matrix is, and takes what a larger group has
/// of this segment.
///
/// The launch must give `searchers` teams and those for all groups, and `scratch_bytes` of scratch. Else as
/// ScatterKernel. Source: the lanes of a row are those of Reguly & Giles 2012, section 3.
#pragma once

#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/kernels/scatter/Sporos_ScatterTable.hpp"
#include "core/kernels/scatter/Sporos_ScatterTerms.hpp"

namespace sporos {
namespace detail {

/// \tparam Terms  ScatterTerms of ScatteredRows
template <class Terms>
struct ScatterRowsKernel {
  using ExecutionSpace = typename Terms::execution_space;
  using Table = ScatterTable<typename Terms::Target, typename Terms::Column>;
  using Index = typename decltype(Terms::entries)::Index;

  Terms terms;
  ScatterRowsShape shape;
  std::int64_t searchers;  ///< teams that look for large groups, one for each segment
  const int* is_crowded;   ///< null: no

  static int rows_of_a_group(const ScatterRowsShape& shape) { return shape.threads >> shape.lanes_log2; }

  static std::size_t scratch_bytes(const ScatterRowsShape& shape) {
    // Where the rows of a group begin and end, and whether they are uneven.
    return Table::scratch_bytes + static_cast<std::size_t>(rows_of_a_group(shape) + 2) * sizeof(std::int64_t);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    add_by_team<typename Terms::Column>(member, is_crowded, terms.to, [&](const auto& adder) {
      const std::int64_t team = member.league_rank();
      if (team < searchers) {
        add_segment(member, adder, terms.entries.first() + team * shape.segment);
      } else {
        add_group(member, adder, team - searchers);
      }
    });
  }

 private:
  struct Group {
    std::int64_t first;  // row
    int count;           // of rows
    Index begin;         // of entries
    Index end;           // "

    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION Index* begins(const Member& member, int size) const {
      return static_cast<Index*>(member.team_scratch(0).get_shmem((size + 1) * sizeof(std::int64_t)));
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION Group group_of(std::int64_t number, int size) const {
    const auto& rows = terms.entries;
    const std::int64_t first = number * size;
    const int count = rows.num_rows - first < size ? static_cast<int>(rows.num_rows - first) : size;
    return {first, count, rows.begin_of(first), rows.begin_of(first + count)};
  }

  KOKKOS_FORCEINLINE_FUNCTION bool is_large(const Group& group) const {
    return group.end - group.begin > static_cast<Index>(shape.segment);
  }

  // Where a large group has the first entry of a segment, `entry`: what it has of this segment and, if that is the
  // first one that it has the first entry of, of the one before. Each warp searches for the group.
  template <class Member, class Adder>
  KOKKOS_INLINE_FUNCTION void add_segment(const Member& member, const Adder& adder, std::int64_t entry) const {
    const auto& rows = terms.entries;
    const int size = member.team_size() >> shape.lanes_log2;
    const std::int64_t behind = first_that_by_warp<ExecutionSpace>(
        member.team_rank() % Ballot<ExecutionSpace>::lanes, 1, (rows.num_rows + size - 1) / size,
        [&](std::int64_t i) { return static_cast<std::int64_t>(rows.begin_of(i * size)) > entry; });
    const Group group = group_of(behind - 1, size);
    if (!is_large(group)) {
      member.team_barrier();
      return;
    }
    Index* const begins = group.begins(member, size);
    for (int i = member.team_rank(); i <= group.count; i += member.team_size()) {
      begins[i] = rows.begin_of(group.first + i);
    }
    member.team_barrier();
    const auto begin = static_cast<std::int64_t>(group.begin);
    const auto end = static_cast<std::int64_t>(group.end);
    const std::int64_t from = begin > entry - shape.segment ? begin : entry;
    const std::int64_t to = entry + shape.segment < end ? entry + shape.segment : end;
    add_evenly(member, adder, group, begins, static_cast<Index>(from), static_cast<Index>(to));
  }

  template <class Member, class Adder>
  KOKKOS_INLINE_FUNCTION void add_group(const Member& member, const Adder& adder, std::int64_t number) const {
    const auto& rows = terms.entries;
    const int lanes = 1 << shape.lanes_log2;
    const int size = member.team_size() >> shape.lanes_log2;
    const Group group = group_of(number, size);
    Index* const begins = group.begins(member, size);
    auto* const is_uneven = static_cast<int*>(member.team_scratch(0).get_shmem(sizeof(std::int64_t)));
    if (member.team_rank() == 0) *is_uneven = 0;
    member.team_barrier();
    if (is_large(group)) return;

    const int own = member.team_rank() >> shape.lanes_log2;
    const int lane = member.team_rank() & (lanes - 1);
    const Index begin = own < group.count ? rows.begin_of(group.first + own) : 0;
    const Index end = own < group.count ? rows.begin_of(group.first + own + 1) : 0;
    if (lane == 0 && own < group.count) begins[own] = begin;
    if (member.team_rank() == 0) begins[group.count] = group.end;
    if (end - begin > static_cast<Index>(scattered_entries_a_lane * lanes)) *is_uneven = 1;
    member.team_barrier();
    if (*is_uneven != 0) {
      add_evenly(member, adder, group, begins, group.begin, group.end);
    } else if (begin + static_cast<Index>(lane) < end) {
      const typename Terms::Sum factor = terms.factor(group.first + own);
      for (Index k = begin + static_cast<Index>(lane); k < end; k += static_cast<Index>(lanes)) {
        adder.add(terms.column(k), terms.value(k) * factor);
      }
    }
  }

  // The entries `from` to `to - 1` of a group, the rows of which begin where `begins` says.
  template <class Member, class Adder>
  KOKKOS_INLINE_FUNCTION void add_evenly(const Member& member, const Adder& adder, const Group& group,
                                         const Index* begins, Index from, Index to) const {
    const auto size = static_cast<Index>(member.team_size());
    for (Index k = from + static_cast<Index>(member.team_rank()); k < to; k += size) {
      // Loaded while the row is searched for.
      const auto column = static_cast<typename Terms::Column>(terms.column(k));
      const typename Terms::Sum value = terms.value(k);
      int row = 0;
      for (int behind = group.count; behind - row > 1;) {
        const int middle = (row + behind) / 2;
        (begins[middle] <= k ? row : behind) = middle;
      }
      adder.add(column, value * terms.factor(group.first + row));
    }
  }
};

}  // namespace detail
}  // namespace sporos
