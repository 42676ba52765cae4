// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The one reduction that measures the rows of a matrix.
#pragma once

#include <limits>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_JoinReducer.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/crs/Sporos_CrsView.hpp"
#include "formats/crs/Sporos_RowProfile.hpp"

namespace sporos {
namespace detail {

inline constexpr std::int64_t no_row = INT64_MAX;

/// \brief The findings of a pass over the row offsets, and possibly over the columns: the measured members of a
/// RowProfile, and the first invalid row and entry.
/// \tparam Count  an integer for the indices of rows and entries; `none` stands for no row and no entry
template <class Count>
struct InspectionOf {
  static constexpr Count none = std::numeric_limits<Count>::max();

  double sum_of_squares = 0;
  std::int64_t longest_row = 0;
  Count empty_rows = 0;
  Count short_rows = 0;
  Count first_bad_row = none;    ///< its offsets decrease or are not in [0, nnz]
  Count first_bad_entry = none;  ///< its column is out of range

  KOKKOS_INLINE_FUNCTION InspectionOf& operator+=(const InspectionOf& other) {
    join(*this, other);
    return *this;
  }
  /// \brief Adds one result to another, for a reduction.
  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    into.sum_of_squares = into.sum_of_squares + from.sum_of_squares;
    if (from.longest_row > into.longest_row) into.longest_row = from.longest_row;
    into.empty_rows = into.empty_rows + from.empty_rows;
    into.short_rows = into.short_rows + from.short_rows;
    if (from.first_bad_row < into.first_bad_row) into.first_bad_row = from.first_bad_row;
    if (from.first_bad_entry < into.first_bad_entry) into.first_bad_entry = from.first_bad_entry;
  }
};

/// \brief The inspection of a whole matrix.
using Inspection = InspectionOf<std::int64_t>;

template <class Offset>
struct InspectRow {
  const Offset* row_offsets;
  std::int64_t nnz;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Inspection& found) const {
    add(row, row_offsets[row], row_offsets[row + 1], found);
  }

  /// \param row  in the counting of `found`
  template <class Row, class Count>
  KOKKOS_INLINE_FUNCTION void add(Row row, Offset row_begin, Offset row_end, InspectionOf<Count>& found) const {
    const auto begin = static_cast<std::int64_t>(row_begin);
    const auto end = static_cast<std::int64_t>(row_end);
    if (begin < 0 || end < begin || end > nnz) {
      const auto number = static_cast<Count>(row);
      if (number < found.first_bad_row) found.first_bad_row = number;
      return;
    }
    const std::int64_t length = end - begin;
    if (length > found.longest_row) found.longest_row = length;
    if (length == 0) ++found.empty_rows;
    if (length <= RowProfile::short_row) ++found.short_rows;
    found.sum_of_squares += static_cast<double>(length) * static_cast<double>(length);
  }
};

template <class ExecutionSpace, class Matrix>
Inspection inspect_rows(const ExecutionSpace& exec, const Matrix& matrix) {
  return join_over<Inspection>("sporos::profile[rows]", exec, matrix.num_rows,
                               InspectRow<typename Matrix::offset_type>{matrix.row_offsets.data(), matrix.nnz()});
}

template <class Matrix>
RowProfile profile_of(const Matrix& matrix, const Inspection& found) {
  return {matrix.num_rows,  matrix.num_columns,   matrix.nnz(),    found.longest_row,
          found.empty_rows, found.sum_of_squares, found.short_rows};
}

}  // namespace detail

/// \brief Measures the rows in one pass over the row offsets; waits for the result.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
RowProfile measure_rows(const ExecutionSpace& exec, const Matrix& matrix) {
  detail::require_kokkos("measure_rows");
  const auto view = detail::crs_view_for("measure_rows", matrix);
  return detail::profile_of(view, detail::inspect_rows(exec, view));
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix>, Given...>>
RowProfile measure_rows(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::measure_rows: the arguments are exec, A; A is in compressed rows");
  return RowProfile();
}

}  // namespace sporos
