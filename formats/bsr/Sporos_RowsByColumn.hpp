// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Rows sorted by column, with the original index of each entry.
#pragma once

#include <cstdint>

#include "formats/bsr/Sporos_ColumnRuns.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/conversion/Sporos_ConvertibleCrs.hpp"
#include "formats/crs/Sporos_SortRows.hpp"

namespace sporos {
namespace detail {

template <class Offset>
struct NumberEntries {
  Offset* numbers;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const { numbers[entry] = static_cast<Offset>(entry); }
};

/// \brief The columns of each row in ascending order, and the entries that they belong to. Walks over blocks larger
/// than `largest_detected_block` keep their position in each row in `heads`.
template <class Column, class Offset, class MemorySpace>
struct RowsByColumn {
  std::int64_t num_rows;
  Kokkos::View<const Offset*, Kokkos::LayoutRight, MemorySpace> row_offsets;
  Kokkos::View<const Column*, Kokkos::LayoutRight, MemorySpace> columns;
  Kokkos::View<const Offset*, Kokkos::LayoutRight, MemorySpace> entries;  // empty: in order
  Kokkos::View<Offset*, Kokkos::LayoutRight, MemorySpace> heads;
  ColumnRuns runs;

  std::int64_t nnz() const { return static_cast<std::int64_t>(columns.extent(0)); }
};

/// \brief The same for rows that are known to be sorted. It needs no pass over the columns, but has no column runs
/// either, so these rule out no block size.
template <class Value, class Column, class Offset, class MemorySpace>
RowsByColumn<Column, Offset, MemorySpace> ascending_rows(const CrsView<Value, Column, Offset, MemorySpace>& crs) {
  return {crs.num_rows, crs.row_offsets, crs.columns, {}, {}, {}};
}

/// \param largest_block  the largest block size of the walks
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
RowsByColumn<Column, Offset, MemorySpace> rows_by_column(const ExecutionSpace& exec,
                                                         const CrsView<Value, Column, Offset, MemorySpace>& crs,
                                                         int largest_block = largest_detected_block) {
  using Entries = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  RowsByColumn<Column, Offset, MemorySpace> rows{crs.num_rows, crs.row_offsets, crs.columns, {}, {}, {}};
  if (largest_block > largest_detected_block) {
    rows.heads = fresh_array<decltype(rows.heads)>(exec, "sporos::bsr[block heads]", crs.num_rows);
  }
  rows.runs = scan_column_runs(exec, crs);
  if (rows.runs.has_sorted_rows()) return rows;
  const auto sorted =
      allocate_crs<CrsMatrix<Offset, Column, Offset, MemorySpace>>(crs.num_rows, crs.num_columns, crs.nnz());
  Kokkos::deep_copy(exec, sorted.row_offsets, crs.row_offsets);
  Kokkos::deep_copy(exec, sorted.columns, crs.columns);
  launch_kernel("sporos::blocks[number]", Entries(exec, 0, crs.nnz()), NumberEntries<Offset>{sorted.values.data()});
  sort_rows(exec, sorted);
  rows.columns = sorted.columns;
  rows.entries = sorted.values;
  rows.runs = scan_column_runs(exec, crs_view(sorted));
  return rows;
}

}  // namespace detail
}  // namespace sporos
