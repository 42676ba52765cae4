// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Half storage back to compressed rows.
#pragma once

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/crs/Sporos_SortRows.hpp"
#include "formats/symmetric/Sporos_SymmetricMatrix.hpp"

namespace sporos {
namespace detail {

template <class Offset>
struct SymmetricRows {
  const Offset* near_offsets;
  const std::uint16_t* distances;
  const Offset* rest_offsets;

  KOKKOS_INLINE_FUNCTION std::int64_t near_begin(std::int64_t row) const {
    return static_cast<std::int64_t>(near_offsets[row]);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t rest_begin(std::int64_t row) const {
    return static_cast<std::int64_t>(rest_offsets[row]);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t stored(std::int64_t row) const {
    return near_begin(row + 1) - near_begin(row) + rest_begin(row + 1) - rest_begin(row);
  }
};

// Lengths must be zero before.
template <class Offset>
struct CountMirrored {
  SymmetricRows<Offset> rows;
  Offset* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    Kokkos::atomic_add(lengths + row, static_cast<Offset>(rows.stored(row)));
    for (std::int64_t k = rows.near_begin(row); k < rows.near_begin(row + 1); ++k) {
      if (rows.distances[k] > 0) Kokkos::atomic_add(lengths + row + rows.distances[k], Offset(1));
    }
  }
};

/// \brief Writes the entries of a row: first those that it stores, then, in any order, mirror images stored in other
/// rows.
template <class Value, class Column, class Offset>
struct UnpackSymmetricRow {
  SymmetricRows<Offset> rows;
  const Value* near_values;
  const Column* rest_columns;
  const Value* rest_values;
  const Offset* row_offsets;
  Offset* mirrored;  // zero before; how many of the latter are there
  Column* columns;
  Value* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    auto to = static_cast<std::int64_t>(row_offsets[row]);
    for (std::int64_t k = rows.near_begin(row); k < rows.near_begin(row + 1); ++k) {
      const std::int64_t other = row + rows.distances[k];
      put(to++, other, near_values[k]);
      if (other == row) continue;
      const auto place = static_cast<std::int64_t>(Kokkos::atomic_fetch_add(mirrored + other, Offset(1)));
      put(static_cast<std::int64_t>(row_offsets[other]) + rows.stored(other) + place, row, near_values[k]);
    }
    for (std::int64_t k = rows.rest_begin(row); k < rows.rest_begin(row + 1); ++k) {
      put(to++, static_cast<std::int64_t>(rest_columns[k]), rest_values[k]);
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION void put(std::int64_t to, std::int64_t column, const Value& value) const {
    columns[to] = static_cast<Column>(column);
    values[to] = value;
  }
};

// Rows with nothing but rest have kept their order; the columns of all others were ascending.
template <class Value, class Column, class Offset>
struct SortSymmetricRow {
  const Offset* rest_offsets;
  SortRow<Column, Value, Offset> sort;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const Offset rest = rest_offsets[row + 1] - rest_offsets[row];
    if (sort.row_offsets[row + 1] - sort.row_offsets[row] != rest) sort(row);
  }
};

}  // namespace detail

/// \brief The compressed rows that a matrix in half storage came from, bit by bit. Sorts rows; waits.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
CrsMatrix<Value, Column, Offset, MemorySpace> to_crs(const ExecutionSpace& exec,
                                                     const SymmetricMatrix<Value, Column, Offset, MemorySpace>& half) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[symmetric]");
  using Crs = CrsMatrix<Value, Column, Offset, MemorySpace>;
  const auto crs = detail::allocate_crs<Crs>(half.num_rows, half.num_columns, half.nnz());
  const auto spare = detail::allocate_crs<Crs>(half.num_rows, half.num_columns, half.nnz());
  const detail::SymmetricRows<Offset> stored{half.near_offsets.data(), half.distances.data(), half.rest_offsets.data()};
  const detail::RowRange<ExecutionSpace> rows(exec, 0, half.num_rows);
  Kokkos::deep_copy(exec, crs.row_offsets, Offset(0));
  detail::launch_kernel("sporos::to_crs[symmetric,lengths]", rows,
                        detail::CountMirrored<Offset>{stored, crs.row_offsets.data()});
  detail::lengths_to_offsets(exec, half.num_rows, crs.row_offsets.data());
  Kokkos::deep_copy(exec, spare.row_offsets, Offset(0));
  detail::launch_kernel("sporos::to_crs[symmetric]", rows,
                        detail::UnpackSymmetricRow<Value, Column, Offset>{
                            stored, half.near_values.data(), half.rest_columns.data(), half.rest_values.data(),
                            crs.row_offsets.data(), spare.row_offsets.data(), crs.columns.data(), crs.values.data()});
  detail::launch_kernel("sporos::to_crs[symmetric,sort]", rows,
                        detail::SortSymmetricRow<Value, Column, Offset>{half.rest_offsets.data(),
                                                                        {crs.row_offsets.data(),
                                                                         {crs.columns.data(), crs.values.data()},
                                                                         {spare.columns.data(), spare.values.data()}}});
  detail::wait_for(exec, "sporos::to_crs[wait]");
  return crs;
}

}  // namespace sporos
