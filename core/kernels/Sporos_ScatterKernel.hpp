// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = y + alpha*transpose(A)*x` without preparation: each entry is multiplied and added to the element of its
/// column.
///
/// Who computes what: team `t` takes the entries `t * share` to `(t + 1) * share - 1`. On a host a team is one thread,
/// which takes its entries in order; if it is the only thread, its additions are not atomic. Elsewhere groups of its
/// threads take a row each, as many threads as suit the mean row of the share; the whole team takes the long rows.
/// Terms are added to y at once, or in scratch first if many are for the same element (ScatterTable).
///
/// The launch must have scaled y, and must give teams for all shares and `scratch_bytes` of scratch. Terms are added in
/// the type of y and, if there are several threads, in any order: the last bits of y may differ from run to run. Bytes:
/// those of the matrix and x; y is read and written for each entry that is not added in scratch first.
#pragma once

#include <type_traits>

#include "core/device/Sporos_ReadOnly.hpp"
#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/kernels/Sporos_Conjugated.hpp"
#include "core/kernels/Sporos_ScatterTable.hpp"
#include "formats/common/Sporos_BinarySearch.hpp"
#include "policies/crs/Sporos_ScatterRule.hpp"

namespace sporos {
namespace detail {

/// \brief Entries of compressed rows: the row of an entry is searched for in the row offsets.
template <class ExecutionSpace, class Value, class Column, class Offset>
struct ScatteredRows {
  std::int64_t num_rows;
  const Offset* row_offsets;
  const Column* columns;
  const Value* values;

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t first() const { return static_cast<std::int64_t>(row_offsets[0]); }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t end() const { return static_cast<std::int64_t>(row_offsets[num_rows]); }

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t row_of(std::int64_t k) const {
    return first_greater(row_offsets, num_rows + 1, k) - 1;
  }

  static std::size_t scratch_bytes(const ScatterShape& shape) {
    return static_cast<std::size_t>(long_rows(shape) + 2) * sizeof(int) + 2 * sizeof(std::int64_t);
  }

  /// \brief Searches for the rows of a team's `count` entries from entry `begin` on, at least one. To be called by all
  /// threads of the team; a barrier must follow.
  /// \return  for divide(): the first row, and the one behind the last
  template <class Member>
  KOKKOS_INLINE_FUNCTION const std::int64_t* search(const Member& member, std::int64_t begin, int count) const {
    constexpr int lanes = Ballot<ExecutionSpace>::lanes;
    auto* const ends = static_cast<std::int64_t*>(member.team_scratch(0).get_shmem(2 * sizeof(std::int64_t)));
    const int searchers = member.team_size() < lanes ? 1 : member.team_size() / lanes;
    for (int i = member.team_rank() / lanes; i < 2; i += searchers) {
      const std::int64_t k = i == 0 ? begin : begin + count - 1;
      const std::int64_t behind = first_that_by_warp<ExecutionSpace>(
          member.team_rank() % lanes, 0, num_rows + 1,
          [&](std::int64_t row) { return static_cast<std::int64_t>(row_offsets[row]) > k; });
      if (member.team_rank() % lanes == 0) ends[i] = i == 0 ? behind - 1 : behind;
    }
    return ends;
  }

  /// \brief Divides these entries, at most `shape.share`, among the threads of the team.
  ///
  /// Each thread calls `f(row, first, behind, step)` for its entries `begin + first`, `begin + first + step`, ... of a
  /// row. All threads of the team must call this function.
  template <class Member, class F>
  KOKKOS_INLINE_FUNCTION void divide(const Member& member, const std::int64_t* ends, std::int64_t begin, int count,
                                     const ScatterShape& shape, const F& f) const {
    // Their number and they themselves; an even number of words, as scratch is aligned to 8 bytes.
    auto* const num_listed = static_cast<int*>(member.team_scratch(0).get_shmem((long_rows(shape) + 2) * sizeof(int)));
    int* const listed = num_listed + 1;
    const int rank = member.team_rank();
    const int size = member.team_size();
    if (rank == 0) *num_listed = 0;
    member.team_barrier();

    const std::int64_t first_row = ends[0];
    if (ends[1] - first_row > count) {  // most of them are empty: better not to visit each
      for (int k = rank; k < count; k += size) {
        f(first_row + first_greater(row_offsets + first_row, ends[1] - first_row, begin + k) - 1, k, k + 1, 1);
      }
      return;
    }
    const auto rows = static_cast<int>(ends[1] - first_row);
    int lanes_log2 = 0;
    while ((2 << lanes_log2) <= size && (shape.entries_a_lane << lanes_log2) * rows < count) ++lanes_log2;
    const int lanes = 1 << lanes_log2;
    const auto begin_of = [&](int row) {
      const auto place = static_cast<std::int64_t>(row_offsets[first_row + row]) - begin;
      return place > 0 ? static_cast<int>(place) : 0;
    };
    const auto end_of = [&](int row) {
      const auto place = static_cast<std::int64_t>(row_offsets[first_row + row + 1]) - begin;
      return place < count ? static_cast<int>(place) : count;
    };
    const int lane = rank & (lanes - 1);
    for (int row = rank >> lanes_log2; row < rows; row += size >> lanes_log2) {
      const int first = begin_of(row);
      const int behind = end_of(row);
      if (behind - first <= lanes * shape.longest_a_lane) {
        f(first_row + row, first + lane, behind, lanes);
      } else if (lane == 0) {
        listed[Kokkos::atomic_fetch_add(num_listed, 1)] = row;
      }
    }
    member.team_barrier();
    for (int i = 0; i < *num_listed; ++i) {
      f(first_row + listed[i], begin_of(listed[i]) + rank, end_of(listed[i]), size);
    }
  }

  // A share has at most so many rows with more than `longest_a_lane` entries in it; an even number.
  KOKKOS_FORCEINLINE_FUNCTION static int long_rows(const ScatterShape& shape) {
    return static_cast<int>(shape.share / shape.longest_a_lane) & ~1;
  }

  /// \brief Calls `f(row, begin, end)` for each row that has some of the entries `begin` to `end - 1`, in order.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each_row(std::int64_t begin, std::int64_t end, const F& f) const {
    if (begin >= end) return;
    for (std::int64_t row = row_of(begin); begin < end; ++row) {
      const auto row_end = static_cast<std::int64_t>(row_offsets[row + 1]);
      const std::int64_t here = row_end < end ? row_end : end;
      if (begin < here) f(row, begin, here);
      begin = here;
    }
  }
};

/// \brief Entries that are stored with their rows.
template <class Value, class Column>
struct ScatteredEntries {
  std::int64_t num_entries;
  const Column* rows;
  const Column* columns;
  const Value* values;

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t first() const { return 0; }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t end() const { return num_entries; }

  static std::size_t scratch_bytes(const ScatterShape&) { return 0; }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION const std::int64_t* search(const Member&, std::int64_t, int) const {
    return nullptr;
  }

  template <class Member, class F>
  KOKKOS_FORCEINLINE_FUNCTION void divide(const Member& member, const std::int64_t*, std::int64_t begin, int count,
                                          const ScatterShape&, const F& f) const {
    for (int k = member.team_rank(); k < count; k += member.team_size()) {
      f(static_cast<std::int64_t>(rows[begin + k]), k, k + 1, 1);
    }
  }

  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each_row(std::int64_t begin, std::int64_t end, const F& f) const {
    for (std::int64_t k = begin; k < end; ++k) f(static_cast<std::int64_t>(rows[k]), k, k + 1);
  }
};

/// \brief What is known about a scatter at compile time.
template <bool conjugates, bool is_shared>
struct ScatterMode {
  static constexpr bool is_conjugated = conjugates;  ///< the entries are conjugated
  static constexpr bool has_rivals = is_shared;      ///< other threads add to y too
};

/// \brief Where the products go: `alpha` times their sum is added to `y`.
/// \tparam Stride  distance between elements of y: a whole number, or a std::integral_constant
template <class Y, class SumType, class Stride>
struct ScatterTarget {
  using element = Y;
  using Sum = SumType;

  Y* y;
  Stride stride;
  Sum alpha;

  KOKKOS_FORCEINLINE_FUNCTION Y* address(std::int64_t element) const {
    if constexpr (std::is_integral<Stride>::value) {
      return y + element * stride;
    } else {
      return y + element * Stride::value;  // the constant's conversion to a number is not marked for devices
    }
  }
};

template <class ExecutionSpace, class Entries, class Reader, class Target, class Mode>
struct ScatterKernel {
  using Load = ReadOnly<ExecutionSpace>;
  using Sum = typename Target::Sum;
  using Y = typename Target::element;
  using Table = ScatterTable<Target, std::decay_t<decltype(*Entries::columns)>>;

  Entries entries;
  Reader x;
  Target to;
  ScatterShape shape;

  static std::size_t scratch_bytes(const ScatterShape& shape) {
    return Table::scratch_bytes(shape.slots) + Entries::scratch_bytes(shape);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t begin = entries.first() + member.league_rank() * shape.share;
    const std::int64_t end = begin + shape.share < entries.end() ? begin + shape.share : entries.end();
    if constexpr (is_host_execution<ExecutionSpace>) {
      run(*this, begin, end);
    } else {
      const int count = begin < end ? static_cast<int>(end - begin) : 0;
      // While its first warps search, the others load their samples.
      const std::int64_t* const ends = count > 0 ? entries.search(member, begin, count) : nullptr;
      const int sampled = member.team_rank() * (static_cast<int>(shape.share) / member.team_size());
      const Table table(member, shape.slots, shape.crowd, sampled < count ? column(begin + sampled) : -1, to);
      if (count > 0) {
        entries.divide(member, ends, begin, count, shape, [&](std::int64_t row, int first, int behind, int step) {
          if (first >= behind) return;
          const Sum by = factor(row);
          for (int k = first; k < behind; k += step) table.add(column(begin + k), value(begin + k) * by);
        });
      }
      table.flush(member);
    }
  }

 private:
  // By value: y could alias the members, so each of them would be loaded again for every entry.
  KOKKOS_INLINE_FUNCTION static void run(const ScatterKernel kernel, std::int64_t begin, std::int64_t end) {
    kernel.entries.each_row(begin, end, [&](std::int64_t row, std::int64_t first, std::int64_t behind) {
      const Sum factor = kernel.factor(row);
      for (std::int64_t k = first; k < behind; ++k) {
        const auto term = static_cast<Y>(kernel.value(k) * factor);
        if constexpr (Mode::has_rivals) {
          add_atomically(kernel.to.address(kernel.entries.columns[k]), term);
        } else {
          *kernel.to.address(kernel.entries.columns[k]) += term;
        }
      }
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t column(std::int64_t k) const {
    return static_cast<std::int64_t>(Load::load(entries.columns + k));
  }
  KOKKOS_FORCEINLINE_FUNCTION Sum factor(std::int64_t row) const { return to.alpha * static_cast<Sum>(x(row)); }
  KOKKOS_FORCEINLINE_FUNCTION Sum value(std::int64_t k) const {
    const auto number = Load::load(entries.values + k);
    if constexpr (Mode::is_conjugated) {
      return static_cast<Sum>(conjugate_of(number));
    } else {
      return static_cast<Sum>(number);
    }
  }
};

}  // namespace detail
}  // namespace sporos
