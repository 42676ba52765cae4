// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief From SELL-C-sigma back into compressed rows.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/sell/Sporos_SellMatrix.hpp"

namespace sporos {
namespace detail {

// Finds the length of a row, the first padding among its slots, by bisection.
template <class Column, class Offset>
struct CountSliceRow {
  SellRows rows;
  int height;
  const std::int64_t* slice_offsets;
  const Column* columns;
  Offset* counts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t position) const {
    const std::int64_t slice = position / height;
    const std::int64_t first = slice_offsets[slice] + position % height;
    std::int64_t entries = 0;
    std::int64_t padding = (slice_offsets[slice + 1] - slice_offsets[slice]) / height;
    while (entries < padding) {
      const std::int64_t middle = (entries + padding) / 2;
      if (columns[first + middle * height] >= 0) {
        entries = middle + 1;
      } else {
        padding = middle;
      }
    }
    counts[rows.row_at(position)] = static_cast<Offset>(entries);
  }
};

template <class Value, class Column, class Offset>
struct EmptySlices {
  SellRows rows;
  int height;
  const std::int64_t* slice_offsets;
  const Column* columns;
  const Value* values;
  const Offset* row_offsets;
  Column* to_columns;
  Value* to_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t position) const {
    const std::int64_t row = rows.row_at(position);
    std::int64_t slot = slice_offsets[position / height] + position % height;
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    for (auto to = static_cast<std::int64_t>(row_offsets[row]); to < end; ++to, slot += height) {
      to_columns[to] = columns[slot];
      to_values[to] = values[slot];
    }
  }
};

}  // namespace detail

/// \brief The compressed rows that the matrix came from, entry for entry, with its present values; asynchronous.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
auto to_crs(const ExecutionSpace& exec, const SellMatrix<Value, Column, Offset, MemorySpace>& sell) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[sell]");
  using Rows = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  auto crs =
      detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(sell.num_rows, sell.num_columns, sell.nnz());
  const detail::SellRows rows{sell.places.data(), sell.shape.sorting_window};
  const int height = sell.shape.slice_height;
  detail::launch_kernel("sporos::to_crs[sell,lengths]", Rows(exec, 0, sell.num_rows),
                        detail::CountSliceRow<Column, Offset>{rows, height, sell.slice_offsets.data(),
                                                              sell.columns.data(), crs.row_offsets.data()});
  detail::lengths_to_offsets(exec, sell.num_rows, crs.row_offsets.data());
  detail::launch_kernel("sporos::to_crs[sell,entries]", Rows(exec, 0, sell.num_rows),
                        detail::EmptySlices<Value, Column, Offset>{
                            rows, height, sell.slice_offsets.data(), sell.columns.data(), sell.values.data(),
                            crs.row_offsets.data(), crs.columns.data(), crs.values.data()});
  return crs;
}

}  // namespace sporos
