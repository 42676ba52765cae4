// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Equal shares of row ends and entries, and the rows that they cut.
#pragma once

#include "core/kernels/crs/Sporos_MergePathKernel.hpp"
#include "core/setup/Sporos_SplitRows.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {
namespace detail {

template <class Offset>
struct MergePathSearch {
  const Offset* row_offsets;
  std::int64_t num_rows;
  std::int64_t items;  // of a share
  MergeCoordinate* points;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t share) const {
    const std::int64_t first_entry = row_offsets == nullptr ? 0 : static_cast<std::int64_t>(row_offsets[0]);
    const auto items_to_end_of = [&](std::int64_t row) {
      return static_cast<std::int64_t>(row_offsets[row + 1]) - first_entry + row + 1;
    };
    const std::int64_t all_items = num_rows == 0 ? 0 : items_to_end_of(num_rows - 1);
    const std::int64_t wanted = share * items < all_items ? share * items : all_items;
    std::int64_t low = 0;  // rows that end within the first `wanted` items
    for (std::int64_t high = num_rows; low < high;) {
      const std::int64_t middle = (low + high) / 2;
      if (items_to_end_of(middle) <= wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    points[share] = {low, first_entry + wanted - low};
  }
};

// Candidate i is share i; it holds the end of a cut row if its first row began before it and ends in it.
template <class Offset>
struct CutRowSource {
  const Offset* row_offsets;
  std::int64_t num_rows;
  const MergeCoordinate* points;

  KOKKOS_INLINE_FUNCTION bool began_before(std::int64_t share) const {
    const MergeCoordinate& point = points[share];
    return point.row < num_rows && static_cast<std::int64_t>(row_offsets[point.row]) < point.entry;
  }
  KOKKOS_INLINE_FUNCTION bool is_split(std::int64_t share) const {
    return began_before(share) && points[share + 1].row > points[share].row;
  }
  KOKKOS_INLINE_FUNCTION void write(std::int64_t share, std::int64_t& row, std::int64_t& begin,
                                    std::int64_t& end) const {
    row = points[share].row;
    std::int64_t low = 0;  // the first point in this row
    for (std::int64_t high = share; low < high;) {
      const std::int64_t middle = (low + high) / 2;
      if (points[middle].row < row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    // A share leaves a carry of its first row at 2*share and one of its last at 2*share + 1.
    begin = began_before(low) ? 2 * low - 1 : 2 * low + 1;
    end = 2 * share + 1;
  }
};

/// \brief Shares of `items` row ends and entries: where each begins and, behind the last one, where all end.
///
/// One bisection of log2(rows) steps a share.
template <class ExecutionSpace, class Matrix>
auto find_merge_coordinates(const ExecutionSpace& exec, const Matrix& matrix, std::int64_t items) {
  using Points = Kokkos::View<MergeCoordinate*, typename ExecutionSpace::memory_space>;
  const std::int64_t shares = (matrix.nnz() + matrix.num_rows + items - 1) / items;
  const auto points = allocate<Points>(exec, "sporos::setup[share points]", shares + 1);
  Kokkos::parallel_for(
      "sporos::setup[share points]", IndexRange<ExecutionSpace>(exec, 0, shares + 1),
      MergePathSearch<typename Matrix::offset_type>{matrix.row_offsets.data(), matrix.num_rows, items, points.data()});
  return points;
}

/// \brief The rows that the shares cut, for FixUpKernel. One pass over the shares; one host synchronisation.
template <class ExecutionSpace, class Matrix, class Points>
auto find_cut_rows(const ExecutionSpace& exec, const Matrix& matrix, const Points& points) {
  const auto shares = static_cast<std::int64_t>(points.extent(0)) - 1;
  auto split = list_split_rows(
      exec, shares,
      CutRowSource<typename Matrix::offset_type>{matrix.row_offsets.data(), matrix.num_rows, points.data()});
  split.num_carries = 2 * shares;
  return split;
}

}  // namespace detail
}  // namespace sporos
