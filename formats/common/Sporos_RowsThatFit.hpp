// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Consecutive rows whose entries fit somewhere.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// The end of the most rows from `row` on, not beyond `last`, that have at most `entries` entries; at least one row.
/// `row_begin(row)` is where a row begins. Bisection.
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
