// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The matrix after an operation, made row by row on the host. It is for the reference, so it does not use the
/// library's own transposition.
#pragma once

#include "core/kernels/Sporos_Conjugated.hpp"
#include "formats/crs/Sporos_CrsMatrix.hpp"
#include "perf_tests/support/ProductKind.hpp"

namespace sporos::perf {

template <class Value, class Offset>
CrsMatrix<Value, int, Offset, Kokkos::HostSpace> operated(Op op,
                                                          const CrsMatrix<Value, int, Offset, Kokkos::HostSpace>& A) {
  if (op == Op::none) return A;
  using Matrix = CrsMatrix<Value, int, Offset, Kokkos::HostSpace>;
  const auto entry = [&](std::int64_t k) {
    const Value value = A.values(k);
    return sporos::detail::is_conjugated(op) ? sporos::detail::conjugate_of(value) : value;
  };
  const auto count = static_cast<std::size_t>(A.nnz());
  Matrix result;
  result.values = decltype(result.values)("values", count);
  if (!sporos::detail::is_transposed(op)) {
    result.num_rows = A.num_rows;
    result.num_columns = A.num_columns;
    result.row_offsets = A.row_offsets;
    result.columns = A.columns;
    for (std::int64_t k = 0; k < A.nnz(); ++k) result.values(k) = entry(k);
    return result;
  }
  result.num_rows = A.num_columns;
  result.num_columns = A.num_rows;
  result.columns = decltype(result.columns)("columns", count);
  // Counted one row too far, so that after filling the offsets are right.
  Kokkos::View<Offset*, Kokkos::HostSpace> next("next", static_cast<std::size_t>(A.num_columns) + 2);
  for (std::int64_t k = 0; k < A.nnz(); ++k) ++next(A.columns(k) + 2);
  for (std::int64_t j = 1; j < A.num_columns + 2; ++j) next(j) += next(j - 1);
  for (std::int64_t row = 0; row < A.num_rows; ++row) {
    for (auto k = static_cast<std::int64_t>(A.row_offsets(row)); k < static_cast<std::int64_t>(A.row_offsets(row + 1));
         ++k) {
      const Offset place = next(A.columns(k) + 1)++;
      result.columns(place) = static_cast<int>(row);
      result.values(place) = entry(k);
    }
  }
  result.row_offsets = decltype(result.row_offsets)("row_offsets", static_cast<std::size_t>(A.num_columns) + 1);
  for (std::int64_t j = 0; j <= A.num_columns; ++j) result.row_offsets(j) = next(j);
  return result;
}

/// \brief A column of vectors in the given layout, on the host.
template <class View>
struct ColumnOf {
  View all;
  std::int64_t first;
  std::int64_t stride;

  auto operator()(std::int64_t row) const { return all(first + row * stride); }
};

/// \brief Column `c` of the vectors of a product.
template <class View>
ColumnOf<View> column_of(const View& all, const ProductKind& kind, int c) {
  if (kind.layout == Layout::right) return {all, c, kind.columns};
  return {all, c * (static_cast<std::int64_t>(all.extent(0)) / kind.columns), 1};
}

}  // namespace sporos::perf
