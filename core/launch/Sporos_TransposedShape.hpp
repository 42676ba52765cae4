// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A matrix with the shape that the launch and the checks of a transposed product need.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief Rows and columns are exchanged.
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
