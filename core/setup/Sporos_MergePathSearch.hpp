// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Divides row ends and entries into equal shares, and lists the rows that are cut.
#pragma once

#include "core/kernels/crs/Sporos_MergePathKernel.hpp"
#include "formats/common/Sporos_Arrays.hpp"
#include "formats/common/Sporos_BinarySearch.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {
namespace detail {

/// \brief Row `rows(i)` is the sum of carries `begin(i)` to `end(i) - 1`.
template <class MemorySpace>
struct SplitRows {
  using Numbers = Kokkos::View<std::int64_t*, MemorySpace>;
  Numbers rows;
  Numbers begin;
  Numbers end;
  std::int64_t num_carries = 0;

  std::int64_t count() const { return static_cast<std::int64_t>(rows.extent(0)); }
};

template <class Offset>
struct MergePathSearch {
  const Offset* row_offsets;
  std::int64_t num_rows;
  std::int64_t items;  // row ends and entries of a share
  MergeCoordinate* points;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t share) const {
    const std::int64_t first_entry = row_offsets == nullptr ? 0 : static_cast<std::int64_t>(row_offsets[0]);
    const auto items_to_end_of = [&](std::int64_t row) {
      return static_cast<std::int64_t>(row_offsets[row + 1]) - first_entry + row + 1;
    };
    const std::int64_t all_items = num_rows == 0 ? 0 : items_to_end_of(num_rows - 1);
    const std::int64_t wanted = share * items < all_items ? share * items : all_items;
    // The rows that end within the first `wanted` items.
    const std::int64_t rows = first_that(0, num_rows, [&](std::int64_t row) { return items_to_end_of(row) > wanted; });
    points[share] = {rows, first_entry + wanted - rows};
  }
};

// Lists the rows that begin before a share and end in it. The first scan counts them, the second writes.
template <class Offset>
struct ListCutRows {
  const Offset* row_offsets;
  std::int64_t num_rows;
  const MergeCoordinate* points;
  std::int64_t* rows;  // null: only count
  std::int64_t* begin;
  std::int64_t* end;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t share, std::int64_t& before, bool final) const {
    if (!ends_in(share)) return;
    if (final && rows != nullptr) write(share, before);
    ++before;
  }

 private:
  KOKKOS_INLINE_FUNCTION bool began_before(std::int64_t share) const {
    const MergeCoordinate& point = points[share];
    return point.row < num_rows && static_cast<std::int64_t>(row_offsets[point.row]) < point.entry;
  }
  KOKKOS_INLINE_FUNCTION bool ends_in(std::int64_t share) const {
    return began_before(share) && points[share + 1].row > points[share].row;
  }
  KOKKOS_INLINE_FUNCTION void write(std::int64_t share, std::int64_t i) const {
    const std::int64_t row = points[share].row;
    rows[i] = row;
    const std::int64_t first = first_that(0, share, [&](std::int64_t point) { return points[point].row >= row; });
    // Share s leaves the carry of its first row at 2*s and that of its last row at 2*s + 1.
    begin[i] = began_before(first) ? 2 * first - 1 : 2 * first + 1;
    end[i] = 2 * share + 1;
  }
};

/// \brief Divides row ends and entries into shares of `items`. Returns where each share begins and, last, where all
/// end.
///
/// One bisection of log2(rows) steps per share.
template <class ExecutionSpace, class Matrix>
auto find_merge_coordinates(const ExecutionSpace& exec, const Matrix& matrix, std::int64_t items) {
  using Points = Kokkos::View<MergeCoordinate*, typename ExecutionSpace::memory_space>;
  const std::int64_t shares = (matrix.nnz() + matrix.num_rows + items - 1) / items;
  const auto points = allocate<Points>(exec, "sporos::setup[share points]", shares + 1);
  launch_kernel(
      "sporos::setup[share points]", IndexRange<ExecutionSpace>(exec, 0, shares + 1),
      MergePathSearch<typename Matrix::offset_type>{matrix.row_offsets.data(), matrix.num_rows, items, points.data()});
  return points;
}

/// \brief The rows that are cut by shares, for FixUpKernel. One pass over the shares, one host synchronisation.
template <class ExecutionSpace, class Matrix, class Points>
auto find_cut_rows(const ExecutionSpace& exec, const Matrix& matrix, const Points& points) {
  const auto shares = static_cast<std::int64_t>(points.extent(0)) - 1;
  using Offset = typename Matrix::offset_type;
  SplitRows<typename ExecutionSpace::memory_space> split;
  using Numbers = decltype(split.rows);
  split.num_carries = 2 * shares;
  const IndexRange<ExecutionSpace> range(exec, 0, shares);
  const auto list = [&] {
    return ListCutRows<Offset>{matrix.row_offsets.data(), matrix.num_rows,    points.data(),
                               split.rows.data(),         split.begin.data(), split.end.data()};
  };
  std::int64_t count = 0;
  Kokkos::parallel_scan("sporos::setup[count split rows]", range, list(), count);
  wait_for(exec, "sporos::setup[wait]");
  split.rows = allocate<Numbers>(exec, "sporos::setup[split rows]", count);
  split.begin = allocate<Numbers>(exec, "sporos::setup[first carries]", count);
  split.end = allocate<Numbers>(exec, "sporos::setup[last carries]", count);
  if (count > 0) Kokkos::parallel_scan("sporos::setup[write split rows]", range, list());
  return split;
}

}  // namespace detail
}  // namespace sporos
