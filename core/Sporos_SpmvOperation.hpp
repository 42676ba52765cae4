// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products without a plan by a transpose or by complex conjugates.
#pragma once

#include "core/Sporos_Spmv.hpp"
#include "core/kernels/Sporos_Conjugated.hpp"
#include "core/launch/Sporos_CheckOperation.hpp"
#include "core/launch/Sporos_LaunchScatter.hpp"

namespace sporos {

/// \brief `y = alpha*op(A)*x + beta*y` on the untouched arrays of A: no set-up, constant memory, asynchronous on
/// `exec`.
///
/// As spmv() without `op`, with two differences for transposed products. x has an element for each row of A, and y one
/// for each column. And y is first scaled, then the entries are added to it one by one, in its own type. If several
/// threads do so, they add atomically and in any order, so that the last bits of y may differ from run to run. A plan
/// multiplies by the transposed matrix instead, which is faster and always gives the same bits. On a GPU the first such
/// product on an instance allocates 8 KiB, which stay.
template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y,
          class = std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && !detail::is_format<Matrix> &&
                                   !detail::is_any_matrix<Matrix> && detail::are_in_place<Matrix, X, Y>>>
void spmv(const ExecutionSpace& exec, Op op, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta,
          const Y& y) {
  const auto matrix = detail::crs_view_for("spmv", A);
  using View = std::decay_t<decltype(matrix)>;
  using Scalar = detail::scalar_of_product<ExecutionSpace, Alpha, View, X, Beta, Y>;
  detail::check_operation(detail::spmv_names, op, matrix, x, y);
  if (detail::is_transposed(op)) {
    detail::scatter(exec, op, matrix, detail::factor_as<Scalar>(alpha), x, detail::factor_as<Scalar>(beta), y);
    return;
  }
  detail::with_conjugation<typename View::value_type>(detail::is_conjugated(op), x, [&](const auto& read) {
    detail::multiply_in_place(exec, matrix, detail::factor_as<Scalar>(alpha), read, detail::factor_as<Scalar>(beta), y);
  });
}

// For storage formats; defined in Sporos_FormatOperation.hpp.
template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y,
          std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && detail::is_format<Matrix> &&
                               detail::are_in_place<Matrix, X, Y>,
                           int> = 0>
void spmv(const ExecutionSpace& exec, Op op, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta,
          const Y& y);

/// \brief The same on the default execution space.
template <class Alpha, class Matrix, class X, class Beta, class Y,
          class = std::enable_if_t<detail::are_in_place<Matrix, X, Y>>>
void spmv(Op op, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta, const Y& y) {
  spmv(detail::default_instance("spmv"), op, alpha, A, x, beta, y);
}

}  // namespace sporos
