// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Checks the arrays of a compressed row matrix where they are.
#pragma once

#include <algorithm>

#include "formats/Sporos_MeasureRows.hpp"

namespace sporos {
namespace detail {

template <class Column>
struct FindBadColumn {
  const Column* columns;
  std::int64_t num_columns;

  KOKKOS_INLINE_FUNCTION bool is_bad(std::int64_t entry) const {
    const auto column = static_cast<std::int64_t>(columns[entry]);
    return column < 0 || column >= num_columns;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, std::int64_t& first) const {
    if (is_bad(entry) && entry < first) first = entry;
  }
};

template <class View>
auto element(const View& view, std::int64_t index) {
  const auto position = static_cast<std::size_t>(index);
  return host_copy(Kokkos::subview(view, std::make_pair(position, position + 1)))(0);
}

template <class Matrix>
void require_good_rows(const Matrix& matrix, const RowScan& scan, const char* function) {
  if (scan.first_bad_row == no_row) return;
  const std::int64_t row = scan.first_bad_row;
  require(false, function, "row ", row, " runs from row_offsets[", row, "] = ", +element(matrix.row_offsets, row),
          " to row_offsets[", row + 1, "] = ", +element(matrix.row_offsets, row + 1),
          "; offsets must not decrease and must lie in [0, ", matrix.nnz(), "]");
}

/// \param first  the first entry whose column is wrong, or no_row
template <class Matrix>
void require_good_columns(const Matrix& matrix, std::int64_t first, const char* function) {
  if (first == no_row) return;
  const auto offsets = host_copy(matrix.row_offsets);
  const auto* const begin = offsets.data();
  const auto* const end = begin + offsets.extent(0);
  const auto row =
      std::upper_bound(begin, end, first,
                       [](std::int64_t entry, auto offset) { return entry < static_cast<std::int64_t>(offset); }) -
      begin - 1;
  require(false, function, "row ", row, ": columns[", first, "] = ", +element(matrix.columns, first), " is not in [0, ",
          matrix.num_columns, ")");
}

template <class ExecutionSpace, class Matrix>
void require_good_columns(const ExecutionSpace& exec, const Matrix& matrix, const char* function) {
  std::int64_t first = no_row;
  Kokkos::parallel_reduce("sporos::validate[columns]",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, matrix.nnz()),
                          FindBadColumn<typename Matrix::column_type>{matrix.columns.data(), matrix.num_columns},
                          Kokkos::Min<std::int64_t>(first));
  exec.fence();
  require_good_columns(matrix, first, function);
}

}  // namespace detail

/// \brief Checks that row offsets never decrease, stay in [0, nnz], and that every column is in [0, num_columns).
/// \throws std::invalid_argument naming the first wrong row and the wrong number
///
/// Two passes on the device, over the row offsets and over the columns; waits for the result. Unsorted and repeated
/// columns are right: a product only adds them up.
template <class ExecutionSpace, class Matrix>
void validate(const ExecutionSpace& exec, const Matrix& matrix) {
  const auto view = crs_view(matrix);
  static_assert(is_accessible<ExecutionSpace, typename decltype(view)::memory_space>,
                "sporos::validate: the execution space cannot reach the matrix");
  detail::require_good_rows(view, detail::scan_rows(exec, view), "validate");
  detail::require_good_columns(exec, view, "validate");
}

/// \brief The same on the default execution space.
template <class Matrix>
void validate(const Matrix& matrix) {
  validate(Kokkos::DefaultExecutionSpace(), matrix);
}

}  // namespace sporos
