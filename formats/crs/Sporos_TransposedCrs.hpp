// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The transpose of compressed rows, with a map from its entries to those of the matrix.
#pragma once

#include <limits>

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/crs/Sporos_SortByColumn.hpp"
#include "formats/crs/Sporos_Validate.hpp"

namespace sporos {
namespace detail {

template <class Source, class Value, class Offset>
struct TakeTransposed {
  const Source* from;
  const Offset* map;
  Value* to;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const { to[k] = static_cast<Value>(from[map[k]]); }
};

/// \brief Entry `k` of the transpose is entry `map(k)` of the matrix.
template <class Value, class Column, class Offset, class MemorySpace>
struct TransposedCrs {
  CrsMatrix<Value, Column, Offset, MemorySpace> rows;
  Kokkos::View<Offset*, Kokkos::LayoutRight, MemorySpace> map;

  std::int64_t bytes() const { return bytes_of(rows.row_offsets, rows.columns, rows.values, map); }

  /// \brief Takes new numbers, given in the order of the matrix; asynchronous.
  template <class ExecutionSpace, class Source>
  void take(const ExecutionSpace& exec, const Source* values) const {
    launch_kernel("sporos::transpose[values]", IndexRange<ExecutionSpace>(exec, 0, rows.nnz()),
                  TakeTransposed<Source, Value, Offset>{values, map.data(), rows.values.data()});
  }

  /// \brief The same with numbers of its own, in the same pattern; asynchronous.
  template <class ExecutionSpace>
  TransposedCrs with_own_values(const ExecutionSpace& exec) const {
    TransposedCrs own = *this;
    own.rows.values = fresh_array<decltype(own.rows.values)>(exec, "sporos::transpose[values]", rows.nnz());
    if (rows.nnz() > 0) Kokkos::deep_copy(exec, own.rows.values, rows.values);
    return own;
  }
};

/// \brief The bytes of the transpose of a matrix without entries outside of its rows.
template <class Matrix>
std::int64_t bytes_of_transposed(const Matrix& matrix) {
  constexpr auto offset_bytes = static_cast<std::int64_t>(sizeof(typename Matrix::offset_type));
  constexpr auto entry_bytes =
      static_cast<std::int64_t>(sizeof(typename Matrix::value_type) + sizeof(typename Matrix::column_type));
  return (matrix.num_columns + 1) * offset_bytes + matrix.nnz() * (entry_bytes + offset_bytes);
}

/// \brief The transpose, with the entries of each column in the order of the rows; duplicate entries keep their order.
/// \param matrix  valid in every row and column
/// \throws std::invalid_argument where the type of the columns is too narrow for the rows
///
/// Waits. On a host it makes two passes over the entries, and has one counter per column for each thread, but no more
/// counters than entries. On a GPU it makes two passes for each 8 bits of a column and needs, while it sorts, up to
/// twice the columns, rows and places of all entries in addition to the result.
template <class ExecutionSpace, class V, class C, class O, class M>
TransposedCrs<V, C, O, M> transposed(const ExecutionSpace& exec, const CrsView<V, C, O, M>& matrix,
                                     const char* function) {
  require(matrix.num_rows == 0 || matrix.num_rows - 1 <= static_cast<std::int64_t>(std::numeric_limits<C>::max()),
          function, "the transposed matrix has ", matrix.num_rows, " columns, which its column type (up to ",
          static_cast<std::int64_t>(std::numeric_limits<C>::max()), ") cannot number");
  const std::int64_t first = matrix.num_rows == 0 ? 0 : static_cast<std::int64_t>(element(matrix.row_offsets, 0));
  const std::int64_t behind =
      matrix.num_rows == 0 ? 0 : static_cast<std::int64_t>(element(matrix.row_offsets, matrix.num_rows));
  const std::int64_t nnz = behind - first;
  TransposedCrs<V, C, O, M> result;
  result.rows.num_rows = matrix.num_columns;
  result.rows.num_columns = matrix.num_rows;
  result.rows.row_offsets =
      fresh_array<decltype(result.rows.row_offsets)>(exec, "sporos::transpose[row offsets]", matrix.num_columns + 1);
  result.rows.columns = fresh_array<decltype(result.rows.columns)>(exec, "sporos::transpose[columns]", nnz);
  result.rows.values = fresh_array<decltype(result.rows.values)>(exec, "sporos::transpose[values]", nnz);
  result.map = fresh_array<decltype(result.map)>(exec, "sporos::transpose[map]", nnz);
  if (nnz == 0) {
    Kokkos::deep_copy(exec, result.rows.row_offsets, O(0));
    return result;
  }
  sort_by_column(exec, matrix, first, nnz, result.rows.row_offsets, result.rows.columns, result.map,
                 column_sort_shape(is_host_execution<ExecutionSpace>, concurrency(exec), matrix.num_columns, nnz));
  result.take(exec, matrix.values.data());
  return result;
}

}  // namespace detail
}  // namespace sporos
