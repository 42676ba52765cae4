// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What is added to y by `y = y + alpha*transpose(A)*x`, and where.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/device/Sporos_ReadOnly.hpp"
#include "core/kernels/Sporos_Conjugated.hpp"
#include "formats/common/Sporos_BinarySearch.hpp"

namespace sporos {
namespace detail {

/// \brief Entries of compressed rows: the row of an entry is searched for in the row offsets.
template <class ExecutionSpace, class Value, class Column, class Offset>
struct ScatteredRows {
  /// Holds the number of any entry, and somewhat more.
  using Index = std::conditional_t<std::is_signed<Offset>::value && sizeof(Offset) <= 4, std::uint32_t, std::int64_t>;

  std::int64_t num_rows;
  const Offset* row_offsets;
  const Column* columns;
  const Value* values;

  KOKKOS_FORCEINLINE_FUNCTION Index begin_of(std::int64_t row) const { return static_cast<Index>(row_offsets[row]); }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t first() const { return begin_of(0); }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t end() const { return begin_of(num_rows); }

  /// \brief Calls `f(row, begin, end)` for each row that has some of the entries `begin` to `end - 1`, in order.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each_row(std::int64_t begin, std::int64_t end, const F& f) const {
    if (begin >= end) return;
    for (std::int64_t row = first_greater(row_offsets, num_rows + 1, begin) - 1; begin < end; ++row) {
      const auto row_end = static_cast<std::int64_t>(begin_of(row + 1));
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

/// \brief The term of entry `k` is `value(k) * factor(row)`, and it belongs to element `column(k)` of y.
template <class ExecutionSpace, class Entries, class Reader, class TargetType, class ModeType>
struct ScatterTerms {
  using execution_space = ExecutionSpace;
  using Load = ReadOnly<ExecutionSpace>;
  using Column = std::decay_t<decltype(*Entries::columns)>;
  using Target = TargetType;
  using Mode = ModeType;
  using Sum = typename Target::Sum;

  Entries entries;
  Reader x;
  Target to;

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
