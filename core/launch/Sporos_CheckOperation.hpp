// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Checks of the arguments of a product by a transpose or by complex conjugates.
#pragma once

#include "core/launch/Sporos_CheckProduct.hpp"
#include "formats/common/Sporos_Enumerators.hpp"
#include "policies/Sporos_Operation.hpp"

namespace sporos {
namespace detail {

/// \brief The names of a function in messages, as constants, because a product must not allocate strings.
struct OperationNames {
  const char* none;
  const char* transpose;
  const char* conjugate;
  const char* conjugate_transpose;

  const char* of(Op op) const {
    switch (op) {
      case Op::transpose:
        return transpose;
      case Op::conjugate:
        return conjugate;
      case Op::conjugate_transpose:
        return conjugate_transpose;
      case Op::none:
        break;
    }
    return none;
  }

  /// \brief One name for all operations.
  static constexpr OperationNames same(const char* function) { return {function, function, function, function}; }
};

inline constexpr OperationNames spmv_names{"spmv", "spmv, op = transpose", "spmv, op = conjugate",
                                           "spmv, op = conjugate_transpose"};
inline constexpr OperationNames apply_names{"Plan::apply", "Plan::apply, op = transpose", "Plan::apply, op = conjugate",
                                            "Plan::apply, op = conjugate_transpose"};

inline constexpr OperationNames apply_with_names{"Plan::apply_with", "Plan::apply_with, op = transpose",
                                                 "Plan::apply_with, op = conjugate",
                                                 "Plan::apply_with, op = conjugate_transpose"};

/// \brief As check_x(), with the extents of the operation.
template <class Matrix, class X>
void check_operation_x(Op op, const Matrix& matrix, const X& x) {
  require_known(apply_with_names.none, "op", op);
  if (is_transposed(op)) {
    check_x(apply_with_names.of(op), TransposedShape<Matrix>{matrix}, x);
  } else {
    check_x(apply_with_names.of(op), matrix, x);
  }
}

/// \brief As check_vectors(), with the extents of the operation.
template <class Matrix, class X, class Y>
void check_operation_vectors(const OperationNames& names, Op op, const Matrix& matrix, const X& x, const Y& y,
                             const VectorNames& vectors = {}) {
  require_known(names.none, "op", op);
  if (is_transposed(op)) {
    check_vectors(names.of(op), TransposedShape<Matrix>{matrix}, x, y, vectors);
  } else {
    check_vectors(names.of(op), matrix, x, y, vectors);
  }
}

/// \brief As check_product(), with the extents of the operation.
template <class Matrix, class X, class Y>
void check_operation(const OperationNames& names, Op op, const Matrix& matrix, const X& x, const Y& y,
                     const VectorNames& vectors = {}) {
  check_operation_vectors(names, op, matrix, x, y, vectors);
  check_arrays(names.of(op), matrix, y, vectors.y);
}

}  // namespace detail
}  // namespace sporos
