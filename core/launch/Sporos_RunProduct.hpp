// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief From checked operands to launches, of compressed rows and of any other storage format.
#pragma once

#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchScale.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// Runs `y = alpha*A*x + beta*y`: calls `launch(reduction, product)` unless there is nothing to multiply; asynchronous.
template <class PrimitiveSet, class ExecutionSpace, class Matrix, class X, class Y, class Scalar, class Launch>
void run_product(const ExecutionSpace& exec, const Labels& labels, const Primitives& primitives, const Matrix& matrix,
                 Scalar alpha, const X& x, Scalar beta, const Y& y, VectorBinder<ExecutionSpace>& binder,
                 const Launch& launch) {
  const ProfilingRegion region(labels.product);
  if (matrix.num_rows == 0) return;
  if (alpha == Scalar(0) || matrix.nnz() == 0) {
    launch_scale(labels.scale, exec, matrix.num_rows, y.data(), beta);
    return;
  }
  PrimitiveSet::template with<ExecutionSpace>(primitives, [&](auto reduction, auto gather) {
    const auto reader = binder.template bind<gather()>(exec, x.data(), x.extent(0));
    using Operand = CrsOperand<ExecutionSpace, decltype(crs_arrays(matrix)), std::decay_t<decltype(reader)>, Scalar>;
    launch(reduction, Product<ExecutionSpace, Operand, typename Y::value_type>{
                          exec, labels, Operand{crs_arrays(matrix), reader}, matrix.nnz(), y.data(), alpha, beta});
  });
}

/// Runs `y = alpha*A*x + beta*y`, x read as `gather` says; asynchronous.
template <class PrimitiveSet, class ExecutionSpace, class Matrix, class X, class Y, class Scalar>
void run_format(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, Gather gather,
                const Matrix& matrix, Scalar alpha, const X& x, Scalar beta, const Y& y,
                VectorBinder<ExecutionSpace>& binder) {
  const ProfilingRegion region(labels.product);
  if (matrix.num_rows == 0) return;
  if (alpha == Scalar(0) || matrix.nnz() == 0) {
    launch_scale(labels.scale, exec, matrix.num_rows, y.data(), beta);
    return;
  }
  const Primitives primitives{Reductions<ExecutionSpace>::preferred, gather};
  PrimitiveSet::template with<ExecutionSpace>(primitives, [&](auto, auto how) {
    FormatLaunch<Matrix>::run(exec, machine, labels, matrix,
                              binder.template bind<decltype(how)::value>(exec, x.data(), x.extent(0)), alpha, beta,
                              y.data());
  });
}

}  // namespace detail
}  // namespace sporos
