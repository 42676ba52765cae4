// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How far the entries of a matrix are from the diagonal, to judge reorderings.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_JoinReducer.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {

/// \brief Bandwidth and profile of a matrix, from its stored entries (explicit zeros count).
struct Bandwidth {
  std::int64_t lower = 0;    ///< largest row - column, 0 where nothing lies below the diagonal
  std::int64_t upper = 0;    ///< largest column - row, 0 where nothing lies above the diagonal
  std::int64_t profile = 0;  ///< sum over the rows of the distance from the first column to the diagonal, if below it

  /// \brief The largest distance of an entry from the diagonal.
  std::int64_t bandwidth() const { return lower > upper ? lower : upper; }

  /// \brief Adds one result to another, for a reduction.
  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    if (from.lower > into.lower) into.lower = from.lower;
    if (from.upper > into.upper) into.upper = from.upper;
    into.profile = into.profile + from.profile;
  }
};

namespace detail {

template <class Column, class Offset>
struct MeasureRowBand {
  const Offset* row_offsets;
  const Column* columns;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Bandwidth& band) const {
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    std::int64_t first = row;
    std::int64_t last = row;
    for (auto entry = static_cast<std::int64_t>(row_offsets[row]); entry < end; ++entry) {
      const auto column = static_cast<std::int64_t>(columns[entry]);
      if (column < first) first = column;
      if (column > last) last = column;
    }
    if (row - first > band.lower) band.lower = row - first;
    if (last - row > band.upper) band.upper = last - row;
    band.profile += row - first;
  }
};

}  // namespace detail

/// \brief Measures a matrix of any shape, as validate() accepts it, in one pass over its columns, one thread a row;
/// waits for the result.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
Bandwidth measure_bandwidth(const ExecutionSpace& exec, const Matrix& matrix) {
  detail::require_kokkos("measure_bandwidth");
  using View = detail::crs_view_t<Matrix>;
  static_assert(detail::is_accessible<ExecutionSpace, typename View::memory_space>,
                "sporos::measure_bandwidth: the execution space cannot reach the matrix");
  const View view = detail::crs_view_for("measure_bandwidth", matrix);
  return detail::join_over<Bandwidth>("sporos::measure_bandwidth", exec, view.num_rows,
                                      detail::MeasureRowBand<typename View::column_type, typename View::offset_type>{
                                          view.row_offsets.data(), view.columns.data()});
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix>, Given...>>
Bandwidth measure_bandwidth(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::measure_bandwidth: the arguments are exec, A; A is in compressed rows");
  return Bandwidth();
}

}  // namespace sporos
