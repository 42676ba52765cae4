// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos' matrices for Kokkos Kernels. The other way needs no adapter: crs_view() takes a
/// `KokkosSparse::CrsMatrix` as it is.
#pragma once

#include <KokkosSparse_CrsMatrix.hpp>

#include "formats/common/Sporos_Require.hpp"
#include "formats/crs/Sporos_CrsMatrix.hpp"

namespace sporos {

/// \brief The Kokkos Kernels type over the arrays of a CrsMatrix, for products on `ExecutionSpace`.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
using kokkos_kernels_matrix_t =
    KokkosSparse::CrsMatrix<Value, Column, Kokkos::Device<ExecutionSpace, MemorySpace>, void, Offset>;

/// \brief A `KokkosSparse::CrsMatrix` that shares the arrays (and their reference counts) of `matrix`; copies nothing.
/// \throws std::invalid_argument where `Column`, Kokkos Kernels' only ordinal type, cannot hold the shape
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
auto kokkos_kernels_matrix(const CrsMatrix<Value, Column, Offset, MemorySpace>& matrix) {
  using Matrix = kokkos_kernels_matrix_t<ExecutionSpace, Value, Column, Offset, MemorySpace>;
  const auto rows = static_cast<Column>(matrix.num_rows);
  const auto columns = static_cast<Column>(matrix.num_columns);
  detail::require(rows == matrix.num_rows && columns == matrix.num_columns, "kokkos_kernels_matrix", matrix.num_rows,
                  " x ", matrix.num_columns, " does not fit ordinals of ", 8 * sizeof(Column), " bits");
  return Matrix("sporos::matrix", rows, columns, static_cast<Offset>(matrix.nnz()), matrix.values, matrix.row_offsets,
                matrix.columns);
}

}  // namespace sporos
