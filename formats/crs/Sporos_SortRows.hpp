// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sorts each row of a matrix in compressed rows by column, in the memory space of the matrix.
///
/// A stable bottom-up merge sort, one thread a row, which alternates between the matrix and a second set of arrays.
/// O(n log n) for a row of n entries; `nnz` columns and values of extra memory.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/crs/Sporos_CrsMatrix.hpp"

namespace sporos::detail {

template <class Column, class Value>
struct EntryArrays {
  Column* columns;
  Value* values;

  KOKKOS_INLINE_FUNCTION void take(std::int64_t to, const EntryArrays& from, std::int64_t entry) const {
    columns[to] = from.columns[entry];
    values[to] = from.values[entry];
  }
};

template <class Column, class Value, class Offset>
struct SortRow {
  const Offset* row_offsets;
  EntryArrays<Column, Value> entries;
  EntryArrays<Column, Value> spare;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto begin = static_cast<std::int64_t>(row_offsets[row]);
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    bool in_spare = false;
    for (std::int64_t run = 1; run < end - begin; run *= 2) {
      for (std::int64_t first = begin; first < end; first += 2 * run) {
        const std::int64_t second = first + run < end ? first + run : end;
        const std::int64_t last = second + run < end ? second + run : end;
        if (in_spare) {
          merge(spare, first, second, last, entries);
        } else {
          merge(entries, first, second, last, spare);
        }
      }
      in_spare = !in_spare;
    }
    if (!in_spare) return;
    for (std::int64_t entry = begin; entry < end; ++entry) entries.take(entry, spare, entry);
  }

  // Merges the sorted runs [first, second) and [second, last); of equal columns the left one comes first.
  KOKKOS_INLINE_FUNCTION void merge(const EntryArrays<Column, Value>& from, std::int64_t first, std::int64_t second,
                                    std::int64_t last, const EntryArrays<Column, Value>& to) const {
    std::int64_t left = first;
    std::int64_t right = second;
    for (std::int64_t place = first; place < last; ++place) {
      const bool from_left = right == last || (left < second && from.columns[left] <= from.columns[right]);
      to.take(place, from, from_left ? left++ : right++);
    }
  }
};

/// \brief Sorts every row of `matrix` by column; entries of one column keep their order. Waits for the result.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
void sort_rows(const ExecutionSpace& exec, const CrsMatrix<Value, Column, Offset, MemorySpace>& matrix) {
  using Matrix = CrsMatrix<Value, Column, Offset, MemorySpace>;
  const auto spare = allocate_crs<Matrix>(0, matrix.num_columns, matrix.nnz());
  detail::launch_kernel("sporos::sort_rows",
                        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, matrix.num_rows),
                        SortRow<Column, Value, Offset>{matrix.row_offsets.data(),
                                                       {matrix.columns.data(), matrix.values.data()},
                                                       {spare.columns.data(), spare.values.data()}});
  wait_for(exec, "sporos::sort_rows[wait]");
}

}  // namespace sporos::detail
