// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief One pass over the columns of a matrix: are they sorted, and how dense are they along the rows?
#pragma once

#include <algorithm>
#include <cstdint>

#include "formats/common/Sporos_JoinReducer.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {
namespace detail {

inline constexpr int largest_detected_block = 8;

/// \brief Counts over pairs of consecutive columns.
struct ColumnRuns {
  std::int64_t descents;               ///< columns smaller than the one before
  std::int64_t descents_between_rows;  ///< of these, from the last column of a row to the first of the next
  /// Element `size - 2`: how often a column lies in another aligned group of `size` columns than the column before it.
  /// Sorted rows, each counted on its own, meet at least as many blocks of that size.
  std::int64_t changes[largest_detected_block - 1];

  /// \brief A lower bound of the places in all blocks of a size, for sorted rows: a block row has at least as many
  /// blocks as its rows meet on average.
  double fewest_places(int size) const { return static_cast<double>(changes[size - 2]) * size; }

  bool has_sorted_rows() const { return descents == descents_between_rows; }

  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    into.descents = into.descents + from.descents;
    into.descents_between_rows = into.descents_between_rows + from.descents_between_rows;
    for (int i = 0; i < largest_detected_block - 1; ++i) into.changes[i] = into.changes[i] + from.changes[i];
  }
};

// Index i stands for a row and, independently, for some pairs of neighbouring entries. These pairs are `stride` apart,
// so that a thread waits for all of its loads at once.
template <class Column, class Offset>
struct ScanColumnRuns {
  static constexpr int pairs_each = 4;

  std::int64_t num_rows;
  std::int64_t pairs;
  std::int64_t stride;
  const Offset* row_offsets;
  const Column* columns;

  template <class View>
  explicit ScanColumnRuns(const View& crs)
      : num_rows(crs.num_rows),
        pairs(crs.nnz() > 0 ? crs.nnz() - 1 : 0),
        stride((pairs + pairs_each - 1) / pairs_each),
        row_offsets(crs.row_offsets.data()),
        columns(crs.columns.data()) {}

  std::int64_t count() const { return std::max(num_rows, stride); }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, ColumnRuns& runs) const {
    if (i < num_rows) look_before_row(row_offsets[i], row_offsets[i + 1], runs);
    if (i >= stride) return;
    Column before[pairs_each];
    Column column[pairs_each];
    for (int j = 0; j < pairs_each; ++j) {
      const std::int64_t pair = i + j * stride < pairs ? i + j * stride : i;
      before[j] = columns[pair];
      column[j] = columns[pair + 1];
    }
    for (int j = 0; j < pairs_each; ++j) {
      if (i + j * stride < pairs) compare(before[j], column[j], runs);
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION void look_before_row(Offset begin, Offset end, ColumnRuns& runs) const {
    if (begin > 0 && begin < end && columns[begin] < columns[begin - 1]) ++runs.descents_between_rows;
  }
  KOKKOS_INLINE_FUNCTION static void compare(Column before, Column column, ColumnRuns& runs) {
    if (column < before) ++runs.descents;
    for (int size = 2; size <= largest_detected_block; ++size) {
      const auto width = static_cast<Column>(size);
      const Column first = column / width * width;  // the first column of its group
      if (before < first || before - first >= width) ++runs.changes[size - 2];
    }
  }
};

template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
ColumnRuns scan_column_runs(const ExecutionSpace& exec, const CrsView<Value, Column, Offset, MemorySpace>& crs) {
  const ScanColumnRuns<Column, Offset> scan(crs);
  return join_over<ColumnRuns>("sporos::columns[runs]", exec, scan.count(), scan);
}

}  // namespace detail
}  // namespace sporos
