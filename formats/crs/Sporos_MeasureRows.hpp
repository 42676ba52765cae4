// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The one reduction that measures the rows of a matrix.
#pragma once

#include "formats/common/Sporos_JoinReducer.hpp"
#include "formats/crs/Sporos_CrsView.hpp"
#include "formats/crs/Sporos_RowProfile.hpp"

namespace sporos {
namespace detail {

inline constexpr std::int64_t no_row = INT64_MAX;

// What one pass over the row offsets finds. `first_bad_row` is the first whose offsets decrease or leave [0, nnz].
struct RowScan {
  std::int64_t longest_row = 0;
  std::int64_t empty_rows = 0;
  std::int64_t first_bad_row = no_row;
  double sum_of_squares = 0;
  std::int64_t short_rows = 0;

  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    if (from.longest_row > into.longest_row) into.longest_row = from.longest_row;
    if (from.first_bad_row < into.first_bad_row) into.first_bad_row = from.first_bad_row;
    into.empty_rows = into.empty_rows + from.empty_rows;
    into.short_rows = into.short_rows + from.short_rows;
    into.sum_of_squares = into.sum_of_squares + from.sum_of_squares;
  }
};

template <class Offset>
struct ScanRows {
  const Offset* row_offsets;
  std::int64_t nnz;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, RowScan& scan) const {
    add(row, row_offsets[row], row_offsets[row + 1], scan);
  }

  /// \param row   as the scan counts rows
  /// \param scan  of any type that has the numbers of a RowScan
  template <class Row, class Scan>
  KOKKOS_INLINE_FUNCTION void add(Row row, Offset first, Offset behind, Scan& scan) const {
    const auto begin = static_cast<std::int64_t>(first);
    const auto end = static_cast<std::int64_t>(behind);
    if (begin < 0 || end < begin || end > nnz) {
      if (row < scan.first_bad_row) scan.first_bad_row = row;
      return;
    }
    const std::int64_t length = end - begin;
    if (length > scan.longest_row) scan.longest_row = length;
    if (length == 0) ++scan.empty_rows;
    if (length <= RowProfile::short_row) ++scan.short_rows;
    scan.sum_of_squares += static_cast<double>(length) * static_cast<double>(length);
  }
};

template <class ExecutionSpace, class Matrix>
RowScan scan_rows(const ExecutionSpace& exec, const Matrix& matrix) {
  return join_over<RowScan>("sporos::profile[rows]", exec, matrix.num_rows,
                            ScanRows<typename Matrix::offset_type>{matrix.row_offsets.data(), matrix.nnz()});
}

template <class Matrix>
RowProfile profile_of(const Matrix& matrix, const RowScan& scan) {
  return {matrix.num_rows, matrix.num_columns,  matrix.nnz(),   scan.longest_row,
          scan.empty_rows, scan.sum_of_squares, scan.short_rows};
}

}  // namespace detail

/// \brief Measures the rows in one pass over the row offsets; waits for the result.
template <class ExecutionSpace, class Matrix>
RowProfile measure_rows(const ExecutionSpace& exec, const Matrix& matrix) {
  const auto view = crs_view(matrix);
  return detail::profile_of(view, detail::scan_rows(exec, view));
}

}  // namespace sporos
