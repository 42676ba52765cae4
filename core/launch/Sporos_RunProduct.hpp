// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The way from checked arguments to launches, for compressed rows and all other storage formats.
#pragma once

#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_FormatParts.hpp"
#include "core/launch/Sporos_LaunchEmptyRows.hpp"
#include "core/launch/Sporos_LaunchFormat.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/launch/Sporos_RunColumns.hpp"
#include "core/launch/Sporos_TransposedShape.hpp"

namespace sporos {
namespace detail {

/// Runs `y = alpha*A*x + beta*y`: calls `launch(reduction, product)` unless there is nothing to multiply; asynchronous.
template <class PrimitiveSet, class ExecutionSpace, class Matrix, class X, class Y, class Scalar, class Launch,
          class InLanes = std::false_type>
void run_product(const ExecutionSpace& exec, const Machine& machine, const Labels& labels, const Primitives& primitives,
                 const Matrix& matrix, Scalar alpha, const X& x, Scalar beta, const Y& y,
                 VectorBinder<ExecutionSpace>& binder, const Launch& launch, InLanes columns_in_lanes = {}) {
  const ProfilingRegion region(labels.product);
  if (matrix.num_rows == 0) return;
  if constexpr (may_be_apart<X> || may_be_apart<Y>) {
    if (is_apart(x) || is_apart(y))
      return run_columns(exec, machine, labels, matrix, alpha, x, beta, y, columns_in_lanes, launch);
  }
  if constexpr (rank_of<X> == 1) {
    const LinearEpilogue<typename Y::value_type, Scalar> epilogue{y.data(), alpha, beta};
    if (alpha == Scalar(0) || matrix.nnz() == 0) {
      launch_empty_rows(labels.scale, exec, matrix.num_rows, epilogue.of_no_product());
      return;
    }
    PrimitiveSet::template with<ExecutionSpace>(primitives, [&](auto reduction, auto gather) {
      const auto reader = binder.template bind<decltype(gather)::value>(exec, x.data(), x.extent(0));
      launch(reduction,
             conjugated_as<X>(Product<ExecutionSpace, std::decay_t<decltype(reader)>, std::decay_t<decltype(epilogue)>>{
                 exec, machine, labels, reader, epilogue}));
    });
  }
}

/// Hands the sums of `A*x` to any epilogue, each row once; of several columns to the function of a CallerEpilogue.
template <class PrimitiveSet, class ExecutionSpace, class Matrix, class X, class Epilogue, class Launch,
          class InLanes = std::false_type>
void run_with_epilogue(const ExecutionSpace& exec, const Machine& machine, const Labels& labels,
                       const Primitives& primitives, const Matrix& matrix, const X& x, const Epilogue& epilogue,
                       VectorBinder<ExecutionSpace>& binder, const Launch& launch, InLanes columns_in_lanes = {}) {
  const ProfilingRegion region(labels.product);
  if (matrix.num_rows == 0) return;
  if constexpr (rank_of<X> == 2) {
    run_columns_with(exec, machine, labels, matrix, x, epilogue, columns_in_lanes, launch);
  } else {
    if (matrix.nnz() == 0) {
      launch_empty_rows(labels.scale, exec, matrix.num_rows, epilogue);
      return;
    }
    PrimitiveSet::template with<ExecutionSpace>(primitives, [&](auto reduction, auto gather) {
      const auto reader = binder.template bind<decltype(gather)::value>(exec, x.data(), x.extent(0));
      launch(reduction, conjugated_as<X>(Product<ExecutionSpace, std::decay_t<decltype(reader)>, Epilogue>{
                            exec, machine, labels, reader, epilogue}));
    });
  }
}

// A function of its own: in a lambda clang looks for run() even where it is missing.
template <class Product, class Matrix>
void run_by_traits(const Product& product, const Matrix& matrix) {
  if constexpr (has_run<Matrix, Product>()) FormatTraits<Matrix>::run(product, matrix);
}

/// The same for a matrix in another storage format; `gather` says how x is read.
template <class PrimitiveSet, class ExecutionSpace, class Matrix, class X, class Y, class Scalar>
void run_format(const ExecutionSpace& exec, const Machine& machine, Gather gather, const Matrix& matrix, Scalar alpha,
                const X& x, Scalar beta, const Y& y, VectorBinder<ExecutionSpace>& binder) {
  static const Labels labels = make_labels(FormatTraits<Matrix>::name, "", ",rest");
  run_product<PrimitiveSet>(exec, machine, labels, {Reductions<ExecutionSpace>::preferred, gather}, matrix, alpha, x,
                            beta, y, binder, [&](auto, const auto& product) { run_by_traits(product, matrix); });
}

template <class Matrix>
const Labels& transposed_labels() {
  static const Labels labels = make_labels(FormatTraits<Matrix>::name, ",transpose", ",rest");
  return labels;
}

/// The same by the transpose, for a format whose traits have `run_transposed`.
template <class PrimitiveSet, class ExecutionSpace, class Matrix, class X, class Y, class Scalar>
void run_format_transposed(const ExecutionSpace& exec, const Machine& machine, Gather gather, const Matrix& matrix,
                           Scalar alpha, const X& x, Scalar beta, const Y& y, VectorBinder<ExecutionSpace>& binder) {
  run_product<PrimitiveSet>(exec, machine, transposed_labels<Matrix>(), {Reductions<ExecutionSpace>::preferred, gather},
                            TransposedShape<Matrix>{matrix}, alpha, x, beta, y, binder,
                            [&](auto, const auto& product) { FormatTraits<Matrix>::run_transposed(product, matrix); });
}

/// \param sums  an element for each row, if the format is multiplied in parts
template <class PrimitiveSet, class ExecutionSpace, class Matrix, class X, class Epilogue>
void run_format_with(const ExecutionSpace& exec, const Machine& machine, Gather gather, const Matrix& matrix,
                     const X& x, const Epilogue& epilogue, VectorBinder<ExecutionSpace>& binder,
                     typename Epilogue::sum_t* sums) {
  static const Labels labels = make_labels(FormatTraits<Matrix>::name, "", ",rest");
  run_with_epilogue<PrimitiveSet>(exec, machine, labels, {Reductions<ExecutionSpace>::preferred, gather}, matrix, x,
                                  epilogue, binder,
                                  [&](auto, const auto& product) { launch_format(product, matrix, sums); });
}

/// The same by the transpose.
template <class PrimitiveSet, class ExecutionSpace, class Matrix, class X, class Epilogue>
void run_format_transposed_with(const ExecutionSpace& exec, const Machine& machine, Gather gather, const Matrix& matrix,
                                const X& x, const Epilogue& epilogue, VectorBinder<ExecutionSpace>& binder,
                                typename Epilogue::sum_t* sums) {
  run_with_epilogue<PrimitiveSet>(exec, machine, transposed_labels<Matrix>(),
                                  {Reductions<ExecutionSpace>::preferred, gather}, TransposedShape<Matrix>{matrix}, x,
                                  epilogue, binder,
                                  [&](auto, const auto& product) { launch_format_transposed(product, matrix, sums); });
}

}  // namespace detail
}  // namespace sporos
