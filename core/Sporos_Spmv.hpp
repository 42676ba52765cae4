// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products without a plan.
#pragma once

#include <cstdint>

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "core/kernels/Sporos_SumType.hpp"
#include "core/launch/Sporos_CheckProduct.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_RunProduct.hpp"
#include "core/launch/Sporos_WrongArguments.hpp"
#include "core/launch/crs/Sporos_LaunchUnprepared.hpp"
#include "policies/crs/Sporos_DecideCrs.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace, class Matrix, class X, class Y, class Scalar>
void multiply_in_place(const ExecutionSpace& exec, const Matrix& matrix, Scalar alpha, const X& x, Scalar beta,
                       const Y& y) {
  const Machine machine = machine_for<Matrix>(exec);
  const CrsDecision decision =
      decide_crs(machine, matrix.num_rows, matrix.nnz(), static_cast<int>(sizeof(typename Matrix::value_type)));
  VectorBinder<ExecutionSpace> binder;
  run_product<DefaultPrimitives>(
      exec, machine, crs_labels(decision.algorithm), decision.primitives, matrix, alpha, x, beta, y, binder,
      [&](auto reduction, const auto& product) {
        launch_unprepared<decltype(reduction)::value>(
            crs_product(product, matrix), decision,
            decide_uneven(machine, matrix.num_rows, matrix.nnz(),
                          static_cast<int>(sizeof(typename Matrix::value_type))));
      },
      columns_in_lanes(decision));
}

}  // namespace detail

/// \brief `y = alpha*A*x + beta*y` on the untouched arrays of A: no set-up, constant time, asynchronous on `exec`.
///
/// \param A  `KokkosSparse::CrsMatrix`, sporos::CrsMatrix, sporos::CrsView or a class with the same members
/// \param x  rank-1 View with an element for each column of A, or rank-2 View with a row for each column of A
/// \param y  View of the same rank and number of columns as x, with an element or row for each row of A; must not
///         overlap A or x. Not read if `beta == 0`
/// \throws std::invalid_argument where extents do not fit or y overlaps an input
/// \throws std::runtime_error before Kokkos::initialize and after Kokkos::finalize
///
/// Rows are summed in the widest of the three value types. If `alpha == 0`, neither A nor x is read. The arrays of A
/// are not read before the launch: wrong offsets or columns are undefined behaviour here. For matrices from outside use
/// sporos::validate or a sporos::Plan.
///
/// Rows may be of any length. The result is the same bit for bit in every run, unless arrays at the same addresses held
/// another pattern before, or a graph is recorded before a product of the matrix has run. On a GPU some memory is
/// allocated that stays: by the first product on an instance, of a much larger matrix, or of one with uneven rows.
/// There, products of a matrix that are issued before the first one has run launch a few kernels more, which look for
/// long rows; later ones launch one kernel, or two if rows are so long that teams share them (on CUDA; other GPUs
/// always look).
///
/// Bytes and source: StreamKernel, CoopKernel, EqualWorkKernel.
template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y,
          class = std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && !detail::is_format<Matrix> &&
                                   !detail::is_any_matrix<Matrix> && detail::are_in_place<Matrix, X, Y>>>
void spmv(const ExecutionSpace& exec, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta, const Y& y) {
  const auto matrix = detail::crs_view_for("spmv", A);
  using Scalar = detail::scalar_of_product<ExecutionSpace, Alpha, std::decay_t<decltype(matrix)>, X, Beta, Y>;
  detail::check_product("spmv", matrix, x, y);
  detail::multiply_in_place(exec, matrix, detail::factor_as<Scalar>(alpha), x, detail::factor_as<Scalar>(beta), y);
}

// For storage formats; defined in Sporos_FormatPlan.hpp. Declared here because argument-dependent lookup does not find
// it if the matrix type is the caller's own.
template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y,
          std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && detail::is_format<Matrix> &&
                               detail::are_in_place<Matrix, X, Y>,
                           int> = 0>
void spmv(const ExecutionSpace& exec, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta, const Y& y);

/// \brief The same on the default execution space.
template <class Alpha, class Matrix, class X, class Beta, class Y,
          class = std::enable_if_t<!Kokkos::is_execution_space<Alpha>::value && detail::are_in_place<Matrix, X, Y>>>
void spmv(const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta, const Y& y) {
  spmv(detail::default_instance("spmv"), alpha, A, x, beta, y);
}

/// \brief Refuses a mode, as KokkosSparse::spmv takes, at compile time.
template <class... Arguments>
void spmv(const char*, const Arguments&...) {
  static_assert(sizeof...(Arguments) == SIZE_MAX,
                "sporos::spmv takes no mode: spmv(exec, alpha, A, x, beta, y) multiplies by A as it is, "
                "spmv(exec, sporos::Op::transpose, alpha, A, x, beta, y) by its transpose");
}
/// \brief Refuses a mode after an instance at compile time.
template <class ExecutionSpace, class... Arguments>
void spmv(const ExecutionSpace&, const char* mode, const Arguments&... arguments) {
  spmv(mode, arguments...);
}
/// \brief Refuses other arguments at compile time.
template <class... Arguments>
void spmv(const Arguments&...) {
  detail::refuse_product<Arguments...>();
}

}  // namespace sporos
