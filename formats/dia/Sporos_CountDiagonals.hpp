// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which diagonals of a matrix hold entries.
#pragma once

#include <algorithm>
#include <vector>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/conversion/Sporos_ConvertibleCrs.hpp"

namespace sporos {
namespace detail {

// Diagonals are numbered from the lower left corner: column - row + num_rows - 1. A thread that finds a mark does not
// write it again, so that each is written only a few times.
template <class Column, class Offset>
struct MarkDiagonals {
  const Offset* row_offsets;
  const Column* columns;
  std::int64_t num_rows;
  std::int32_t* marks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    for (auto k = static_cast<std::int64_t>(row_offsets[row]); k < end; ++k) {
      std::int32_t* const mark = marks + (static_cast<std::int64_t>(columns[k]) - row + num_rows - 1);
      if (*mark == 0) Kokkos::atomic_exchange(mark, 1);
    }
  }
};

// Turns marks into the places of the marked diagonals.
struct PlaceDiagonals {
  using value_type = std::int64_t;

  std::int32_t* marks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t diagonal, std::int64_t& before, bool is_final) const {
    const std::int32_t mark = marks[diagonal];
    if (is_final) marks[diagonal] = mark == 0 ? -1 : static_cast<std::int32_t>(before);
    before += mark;
  }
};

template <class MemorySpace>
struct Diagonals {
  Kokkos::View<std::int32_t*, Kokkos::LayoutRight, MemorySpace> places;  // -1: no entries
  std::int64_t count = 0;
};

/// \brief A lower bound of the diagonals with entries, from the first entries of a few rows; on the host.
/// \param view  a valid matrix that a thread of a host can read
template <class View>
std::int64_t fewest_diagonals(const View& view) {
  constexpr std::int64_t rows_looked_at = 64;
  constexpr std::int64_t entries_of_a_row = 16;
  std::vector<std::int64_t> found;
  const std::int64_t step = (view.num_rows + rows_looked_at - 1) / rows_looked_at;
  for (std::int64_t row = 0; row < view.num_rows; row += step) {
    const auto begin = static_cast<std::int64_t>(view.row_offsets(row));
    const auto end = std::min(static_cast<std::int64_t>(view.row_offsets(row + 1)), begin + entries_of_a_row);
    for (std::int64_t k = begin; k < end; ++k) found.push_back(static_cast<std::int64_t>(view.columns(k)) - row);
  }
  std::sort(found.begin(), found.end());
  return std::unique(found.begin(), found.end()) - found.begin();
}

/// \brief Finds the diagonals with entries in one pass over the columns; four bytes for each row and column. Waits for
/// their number.
template <class ExecutionSpace, class View>
Diagonals<typename View::memory_space> find_diagonals(const ExecutionSpace& exec, const View& view) {
  Diagonals<typename View::memory_space> diagonals;
  if (view.nnz() == 0) return diagonals;
  const std::int64_t all = view.num_rows + view.num_columns - 1;
  diagonals.places = fresh_array<decltype(diagonals.places)>(exec, "sporos::dia[places]", all);
  Kokkos::deep_copy(exec, diagonals.places, 0);
  launch_kernel("sporos::to_dia[mark]", RowRange<ExecutionSpace>(exec, 0, view.num_rows),
                MarkDiagonals<typename View::column_type, typename View::offset_type>{
                    view.row_offsets.data(), view.columns.data(), view.num_rows, diagonals.places.data()});
  Kokkos::parallel_scan("sporos::to_dia[place]", RowRange<ExecutionSpace>(exec, 0, all),
                        PlaceDiagonals{diagonals.places.data()}, diagonals.count);
  wait_for(exec, "sporos::to_dia[wait]");
  return diagonals;
}

}  // namespace detail

/// \brief How many diagonals of a matrix hold entries; waits for the result.
/// \throws std::invalid_argument where A is malformed
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
std::int64_t count_diagonals(const ExecutionSpace& exec, const Matrix& A) {
  return detail::find_diagonals(exec, detail::convertible_crs(exec, A, "count_diagonals").view).count;
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix>, Given...>>
std::int64_t count_diagonals(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::count_diagonals: the arguments are exec, A; A is in compressed rows");
  return 0;
}

}  // namespace sporos
