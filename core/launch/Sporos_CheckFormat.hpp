// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Checks of a product of a matrix in a storage format, in constant time.
#pragma once

#include "core/launch/Sporos_CheckOperation.hpp"
#include "core/launch/Sporos_FormatParts.hpp"

namespace sporos {
namespace detail {

/// \brief Refuses a y that overlaps an array to which new numbers, or products, are written. Other arrays of the format
/// are not looked at.
template <class Matrix, class Y>
void check_numbers(const char* function, const Matrix& matrix, const Y& y, const char* y_name) {
  if constexpr (is_there<written_of, Matrix>) {
    const_cast<Matrix&>(matrix).each_written(
        [&](const auto& array) { must_not_overlap(function, "the matrix' numbers", array, y, y_name); });
  }
}

/// \brief As check_product().
template <class Matrix, class X, class Y>
void check_format_product(const char* function, const Matrix& matrix, const X& x, const Y& y,
                          const VectorNames& names = {}) {
  check_vectors(function, matrix, x, y, names);
  check_numbers(function, matrix, y, names.y);
}

/// \brief As check_operation().
template <class Matrix, class X, class Y>
void check_format_operation(const OperationNames& names, Op op, const Matrix& matrix, const X& x, const Y& y,
                            const VectorNames& vectors = {}) {
  check_operation_vectors(names, op, matrix, x, y, vectors);
  check_numbers(names.of(op), matrix, y, vectors.y);
}

}  // namespace detail
}  // namespace sporos
