// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A matrix as the launch and the checks of a transposed product see it.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief Rows are columns and columns are rows.
template <class Matrix>
struct TransposedShape {
  explicit TransposedShape(const Matrix& A) : num_rows(A.num_columns), num_columns(A.num_rows), matrix(A) {}

  std::int64_t nnz() const { return matrix.nnz(); }

  std::int64_t num_rows;
  std::int64_t num_columns;
  const Matrix& matrix;
};

}  // namespace detail
}  // namespace sporos
