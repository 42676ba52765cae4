// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Bisection among sorted numbers.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The first place in [begin, end) for which `holds` is true, or `end`. If it is true for a place, it must be
/// true for all later ones.
template <class Holds>
KOKKOS_INLINE_FUNCTION std::int64_t first_that(std::int64_t begin, std::int64_t end, const Holds& holds) {
  while (begin < end) {
    const std::int64_t middle = begin + (end - begin) / 2;
    if (holds(middle)) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return begin;
}

/// \brief The first place in [begin, end) of sorted numbers whose number is at least `wanted`, or `end`.
template <class Number>
KOKKOS_INLINE_FUNCTION std::int64_t first_not_below(const Number* sorted, std::int64_t begin, std::int64_t end,
                                                    Number wanted) {
  while (begin < end) {
    const std::int64_t middle = begin + (end - begin) / 2;
    if (sorted[middle] < wanted) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

/// \brief The first of the sorted `elements[0, count)` that is greater than `element`, or `count`.
template <class T>
KOKKOS_INLINE_FUNCTION std::int64_t first_greater(const T* elements, std::int64_t count, std::int64_t element) {
  std::int64_t low = 0;
  std::int64_t high = count;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (static_cast<std::int64_t>(elements[middle]) <= element) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// \brief The end of the longest run of rows from `row` on that has at most `entries` entries, but at least one row; it
/// does not go beyond `last`. `row_begin(row)` is where a row begins.
template <class Row, class Entry, class RowBegin>
KOKKOS_FORCEINLINE_FUNCTION Row rows_that_fit(Row row, Row last, Entry entries, const RowBegin& row_begin) {
  const auto begin = row_begin(row);
  if (row_begin(last) - begin <= entries) return last;
  Row low = row + 1;
  for (Row high = last; high - low > 1;) {
    const Row middle = low + (high - low) / 2;
    (row_begin(middle) - begin <= entries ? low : high) = middle;
  }
  return low;
}

}  // namespace detail
}  // namespace sporos
