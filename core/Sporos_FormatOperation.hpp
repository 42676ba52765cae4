// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of matrices in a storage format by their transposes and complex conjugates.
#pragma once

#include "core/Sporos_Plan.hpp"
#include "core/Sporos_SpmvOperation.hpp"
#include "core/launch/Sporos_CheckFormat.hpp"
#include "core/launch/Sporos_RunProduct.hpp"

namespace sporos {
namespace detail {

/// \brief The type of compressed rows with the types of the matrix of a format's plan.
template <class FormatPlan>
struct MatrixOfPlan;
template <class ExecutionSpace, class Matrix, class PrimitiveSet, class Enabled>
struct MatrixOfPlan<Plan<ExecutionSpace, Matrix, PrimitiveSet, Enabled>> {
  using type = Matrix;
};

template <class FormatPlan>
struct RowsPlan;
template <class ExecutionSpace, class Matrix, class PrimitiveSet, class Enabled>
struct RowsPlan<Plan<ExecutionSpace, Matrix, PrimitiveSet, Enabled>> {
  using type = Plan<ExecutionSpace,
                    CrsView<typename Matrix::value_type, typename Matrix::column_type, typename Matrix::offset_type,
                            typename Matrix::memory_space>,
                    PrimitiveSet>;
};
template <class FormatPlan>
using RowsPlanOf = typename RowsPlan<FormatPlan>::type;

// Finds to_crs() of the format by its argument.
template <class ExecutionSpace, class Matrix>
auto rows_of(const ExecutionSpace& exec, const Matrix& matrix) {
  return to_crs(exec, matrix);
}

// Its new numbers come in the order of to_crs(), except for formats whose entries were given in any order. A format of
// the caller's own need not have to_crs().
template <class Transposed, class ExecutionSpace, class Matrix>
void transpose_format(Transposed& transposed, const ExecutionSpace& exec, const Matrix& matrix,
                      const Options& options) {
  if constexpr (FormatTraits<Matrix>::transposes_alike) {
    transposed.make(exec, matrix, options);
  } else if constexpr (is_there<to_crs_of, Matrix, ExecutionSpace>) {
    transposed.make(exec, crs_view(rows_of(exec, matrix)), options);
  } else {
    throw std::invalid_argument(concat("sporos::Plan: ", FormatTraits<Matrix>::name,
                                       " cannot be transposed, since it has no to_crs(exec, matrix)"));
  }
}
template <class Transposed, class ExecutionSpace, class V, class C, class O, class M>
void transpose_format(Transposed& transposed, const ExecutionSpace& exec, const CooMatrix<V, C, O, M>& matrix,
                      const Options& options) {
  transposed.make(exec, crs_view(rows_of(exec, matrix)), options);
  if (matrix.map.extent(0) > 0) transposed.compose(exec, matrix.map);
}

/// \brief Runs an operation for which the format needs no other matrix.
template <class PrimitiveSet, class ExecutionSpace, class Matrix, class X, class Y, class Scalar>
void run_format_operation(const ExecutionSpace& exec, const Machine& machine, Gather gather, Op op,
                          const Matrix& matrix, Scalar alpha, const X& x, Scalar beta, const Y& y,
                          VectorBinder<ExecutionSpace>& binder) {
  with_conjugation<typename Matrix::value_type>(is_conjugated(op), x, [&](const auto& read) {
    if constexpr (FormatTraits<Matrix>::transposes) {
      if (is_transposed(op)) {
        run_format_transposed<PrimitiveSet>(exec, machine, gather, matrix, alpha, read, beta, y, binder);
        return;
      }
    }
    run_format<PrimitiveSet>(exec, machine, gather, matrix, alpha, read, beta, y, binder);
  });
}

/// \brief The same with the sums to `epilogue`; `sums` as for run_format_with().
template <class PrimitiveSet, class ExecutionSpace, class Matrix, class X, class Epilogue>
void run_format_operation_with(const ExecutionSpace& exec, const Machine& machine, Gather gather, Op op,
                               const Matrix& matrix, const X& x, const Epilogue& epilogue,
                               VectorBinder<ExecutionSpace>& binder, typename Epilogue::sum_t* sums) {
  with_conjugation<typename Matrix::value_type>(is_conjugated(op), x, [&](const auto& read) {
    if constexpr (FormatTraits<Matrix>::transposes) {
      if (is_transposed(op)) {
        run_format_transposed_with<PrimitiveSet>(exec, machine, gather, matrix, read, epilogue, binder, sums);
        return;
      }
    }
    run_format_with<PrimitiveSet>(exec, machine, gather, matrix, read, epilogue, binder, sums);
  });
}

}  // namespace detail

/// \brief `y = alpha*A*x + beta*y` for a matrix in a storage format: arguments, errors and semantics as for compressed
/// rows, but that y does not overlap the matrix is checked for its numbers alone.
template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y,
          std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && detail::is_format<Matrix> &&
                               detail::are_in_place<Matrix, X, Y>,
                           int>>
void spmv(const ExecutionSpace& exec, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta, const Y& y) {
  if constexpr (detail::has_product_parts<Matrix>()) {
    using Scalar = detail::scalar_of_product<ExecutionSpace, Alpha, Matrix, X, Beta, Y>;
    detail::check_format_product("spmv", A, x, y);
    detail::VectorBinder<ExecutionSpace> binder;
    detail::run_format<DefaultPrimitives>(exec, detect_machine(exec), detail::VectorBinder<ExecutionSpace>::preferred,
                                          A, detail::factor_as<Scalar>(alpha), x, detail::factor_as<Scalar>(beta), y,
                                          binder);
  }
}

/// \brief `y = alpha*op(A)*x + beta*y` for a matrix in a storage format: arguments, errors and semantics as for
/// compressed rows, but that y does not overlap the matrix is checked for its numbers alone.
///
/// DIA, COO, and half storage without a rest, are multiplied as they are stored. For other formats, every
/// transposed product first makes compressed rows, and waits. For more than one such product use a plan.
template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y,
          std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && detail::is_format<Matrix> &&
                               detail::are_in_place<Matrix, X, Y>,
                           int>>
void spmv(const ExecutionSpace& exec, Op op, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta,
          const Y& y) {
  using Scalar = detail::scalar_of_product<ExecutionSpace, Alpha, Matrix, X, Beta, Y>;
  using Traits = FormatTraits<Matrix>;
  detail::check_format_operation(detail::spmv_names, op, A, x, y);
  const auto a = detail::factor_as<Scalar>(alpha);
  const auto b = detail::factor_as<Scalar>(beta);
  if (!detail::is_transposed(op) || detail::transposes_as_stored(A)) {
    detail::VectorBinder<ExecutionSpace> binder;
    detail::run_format_operation<DefaultPrimitives>(
        exec, detect_machine(exec), detail::VectorBinder<ExecutionSpace>::preferred, op, A, a, x, b, y, binder);
  } else if constexpr (Traits::scatters) {
    detail::scatter(exec, op, A, a, x, b, y);
  } else {
    const auto rows = detail::rows_of(exec, A);
    detail::scatter(exec, op, crs_view(rows), a, x, b, y);
    detail::wait_for(exec, "sporos::spmv[wait]");  // before the rows are destroyed
  }
}

}  // namespace sporos
