// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief From checked operands and a decision to a launch.
#pragma once

#include "core/dispatch/Sporos_LaunchCoop.hpp"
#include "policies/Sporos_CrsDecision.hpp"

namespace sporos {
namespace detail {

/// Names of the launches and of the region around them, made once: `apply` allocates nothing.
struct Labels {
  std::string product;
  std::string scale;
};

inline Labels crs_labels(Algorithm algorithm) {
  return {concat("sporos::spmv[crs,", name(algorithm), "]"), "sporos::spmv[crs,scale]"};
}

/// Runs `y = alpha*A*x + beta*y` with the primitives that `with` passes on; asynchronous.
template <class ExecutionSpace, class Matrix, class X, class Y, class Scalar, class WithPrimitives>
void run_product(const ExecutionSpace& exec, const Labels& labels, const CrsDecision& decision, const Matrix& matrix,
                 Scalar alpha, const X& x, Scalar beta, const Y& y, VectorBinder<ExecutionSpace>& binder,
                 const WithPrimitives& with) {
  const ProfilingRegion region(labels.product);
  if (matrix.num_rows == 0) return;
  if (alpha == Scalar(0) || matrix.nnz() == 0) {
    launch_scale(labels.scale, exec, matrix.num_rows, y.data(), beta);
    return;
  }
  using Arrays = decltype(crs_arrays(matrix));
  const Product<Arrays, typename X::non_const_value_type, typename Y::value_type, Scalar> product{
      crs_arrays(matrix), x.data(), x.extent(0), y.data(), alpha, beta};
  with([&](auto reduction, auto gather) {
    const auto reader = binder.template bind<gather()>(exec, product.x, product.x_count);
    with_coop(decision.shape.coop, [&](auto coop) {
      launch_coop<ExecutionSpace, reduction(), coop()>(labels.product, exec, decision.shape, product, reader);
    });
  });
}

}  // namespace detail
}  // namespace sporos
