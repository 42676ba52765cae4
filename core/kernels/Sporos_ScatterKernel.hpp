// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = y + alpha*transpose(A)*x` without preparation: each entry is multiplied and added to the element of its
/// column.
///
/// Who computes what: team `t` takes the entries `t * share` to `(t + 1) * share - 1`. On a host a team is one thread,
/// which takes its entries in order; if it is the only thread, its additions are not atomic. Elsewhere the threads of a
/// team take neighbouring entries, coalesced, and terms for the same element are first added in scratch (ScatterTable).
///
/// The launch must have scaled y, and must give teams for all shares and ScatterTable's scratch. Terms are added in the
/// type of y and, if there are several threads, in any order: the last bits of y may differ from run to run. Bytes:
/// those of the matrix and x; y is read and written for each entry that is not added to another one first.
#pragma once

#include <type_traits>

#include "core/device/Sporos_ReadOnly.hpp"
#include "core/kernels/Sporos_Conjugated.hpp"
#include "core/kernels/Sporos_ScatterTable.hpp"
#include "formats/common/Sporos_BinarySearch.hpp"

namespace sporos {
namespace detail {

/// \brief Entries of compressed rows: the row of an entry is found by bisection in the row offsets.
template <class Value, class Column, class Offset>
struct ScatteredRows {
  std::int64_t num_rows;
  const Offset* row_offsets;
  const Column* columns;
  const Value* values;

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t first() const { return static_cast<std::int64_t>(row_offsets[0]); }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t end() const { return static_cast<std::int64_t>(row_offsets[num_rows]); }

  /// \brief The rows of the entries `begin` to `end - 1`.
  struct Cursor {
    const Offset* row_offsets;
    std::int64_t first_row;
    std::int64_t count;

    KOKKOS_FORCEINLINE_FUNCTION std::int64_t row_of(std::int64_t k) const {
      return first_row + first_greater(row_offsets + first_row, count, k) - 1;
    }
  };
  KOKKOS_FORCEINLINE_FUNCTION Cursor rows_of(std::int64_t begin, std::int64_t end) const {
    const std::int64_t first_row = first_greater(row_offsets, num_rows + 1, begin) - 1;
    const std::int64_t last_row = first_greater(row_offsets, num_rows + 1, end - 1) - 1;
    return {row_offsets, first_row, last_row - first_row + 1};
  }

  /// \brief Calls `f(row, begin, end)` for each row that has some of the entries `begin` to `end - 1`, in order.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each_row(std::int64_t begin, std::int64_t end, const F& f) const {
    if (begin >= end) return;
    for (std::int64_t row = first_greater(row_offsets, num_rows + 1, begin) - 1; begin < end; ++row) {
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

  struct Cursor {
    const Column* rows;
    KOKKOS_FORCEINLINE_FUNCTION std::int64_t row_of(std::int64_t k) const { return rows[k]; }
  };
  KOKKOS_FORCEINLINE_FUNCTION Cursor rows_of(std::int64_t, std::int64_t) const { return {rows}; }

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
  using Table = ScatterTable<Target>;

  Entries entries;
  Reader x;
  Target to;
  std::int64_t share;
  int slots;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t begin = entries.first() + member.league_rank() * share;
    const std::int64_t end = begin + share < entries.end() ? begin + share : entries.end();
    if constexpr (is_host_execution<ExecutionSpace>) {
      run(*this, begin, end);
    } else {
      const Table table(member, slots, to);
      if (begin < end) {
        const auto rows = entries.rows_of(begin, end);
        for (std::int64_t k = begin + member.team_rank(); k < end; k += member.team_size()) {
          table.add(static_cast<std::int64_t>(Load::load(entries.columns + k)), value(k) * factor(rows.row_of(k)));
        }
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
