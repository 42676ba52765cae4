// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief One pass over the columns of a matrix: are they sorted, and how dense are they along the rows?
#pragma once

#include <cstdint>

#include "formats/Sporos_JoinReducer.hpp"

namespace sporos {
namespace detail {

inline constexpr int largest_detected_block = 8;

/// \brief What the columns say, one entry after the other, rows not looked at.
struct ColumnRuns {
  std::int64_t descents;  ///< columns smaller than the one before
  /// By size less two: how often a column lies in another aligned group of `size` columns than the one before. Sorted
  /// rows meet at least as many blocks of that size, each row counted by itself.
  std::int64_t changes[largest_detected_block - 1];

  /// \brief The places that blocks of a size have at the least, in sorted rows: of the blocks that its rows meet, each
  /// row by itself, a block row has the share of one row or more.
  double fewest_places(int size) const { return static_cast<double>(changes[size - 2]) * size; }

  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    into.descents = into.descents + from.descents;
    for (int i = 0; i < largest_detected_block - 1; ++i) into.changes[i] = into.changes[i] + from.changes[i];
  }
};

template <class Column>
struct ScanColumnRuns {
  const Column* columns;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, ColumnRuns& runs) const {
    if (entry == 0) return;
    const Column before = columns[entry - 1];
    const Column column = columns[entry];
    if (column < before) ++runs.descents;
    for (int size = 2; size <= largest_detected_block; ++size) {
      const auto width = static_cast<Column>(size);
      const Column first = column / width * width;  // of its group
      if (before < first || before - first >= width) ++runs.changes[size - 2];
    }
  }
};

template <class ExecutionSpace, class Column>
ColumnRuns scan_column_runs(const ExecutionSpace& exec, std::int64_t nnz, const Column* columns) {
  return join_over<ColumnRuns>("sporos::columns[runs]", exec, nnz, ScanColumnRuns<Column>{columns});
}

template <class Column, class Offset>
struct CountDescentsBetweenRows {
  const Offset* row_offsets;
  const Column* columns;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& descents) const {
    const Offset begin = row_offsets[row];
    if (begin > 0 && begin < row_offsets[row + 1] && columns[begin] < columns[begin - 1]) ++descents;
  }
};

/// \brief The descents from the last column of a row to the first of the next; all others are inside of rows.
template <class ExecutionSpace, class Column, class Offset>
std::int64_t descents_between_rows(const ExecutionSpace& exec, std::int64_t num_rows, const Offset* row_offsets,
                                   const Column* columns) {
  std::int64_t descents = 0;
  Kokkos::parallel_reduce("sporos::columns[rows]",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows),
                          CountDescentsBetweenRows<Column, Offset>{row_offsets, columns}, descents);
  exec.fence();
  return descents;
}

}  // namespace detail
}  // namespace sporos
