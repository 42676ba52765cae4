// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of a transposed product without a plan.
#pragma once

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "core/kernels/Sporos_ScatterKernel.hpp"
#include "core/launch/Sporos_RunProduct.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/coo/Sporos_CooMatrix.hpp"
#include "policies/Sporos_Operation.hpp"
#include "policies/crs/Sporos_ScatterRule.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace, class V, class C, class O, class M>
ScatteredRows<ExecutionSpace, V, C, O> scattered(const CrsView<V, C, O, M>& A) {
  return {A.num_rows, A.row_offsets.data(), A.columns.data(), A.values.data()};
}
template <class ExecutionSpace, class V, class C, class O, class M>
ScatteredEntries<V, C> scattered(const CooMatrix<V, C, O, M>& A) {
  return {A.nnz(), A.rows.data(), A.columns.data(), A.values.data()};
}

// The distance between elements of y, as a constant if y is contiguous.
template <class Y, class Sum>
auto stride_of(const LinearEpilogue<Y, Sum>&) {
  return Constant<1>();
}
template <class Y, class Sum>
std::int64_t stride_of(const ColumnsEpilogue<Y, Sum, 1>& epilogue) {
  return epilogue.row_stride;
}

template <class Mode, class Product, class Entries>
void launch_scatter(const Product& product, const Entries& entries, std::int64_t nnz) {
  using ExecutionSpace = typename Product::execution_space;
  using Sum = typename Product::Sum;
  const auto stride = stride_of(product.epilogue);
  using Target = ScatterTarget<std::decay_t<decltype(*product.epilogue.y)>, Sum, std::decay_t<decltype(stride)>>;
  using Kernel = ScatterKernel<ExecutionSpace, Entries, typename Product::Reader, Target, Mode>;
  const ScatterShape shape = scatter_shape(product.machine, concurrency(product.exec), nnz);
  const std::size_t scratch = shape.slots > 0 ? Kernel::scratch_bytes(shape) : 0;
  launch_kernel(product.labels.product,
                team_policy<TileOccupancy<Sum>>(product.exec, ceiling_of(nnz, shape.share), shape.threads, scratch),
                Kernel{entries, product.x, {product.epilogue.y, stride, product.epilogue.alpha}, shape});
}

/// \brief `y = alpha*op(A)*x + beta*y` for an `op` that transposes: scales y, then adds the products of all entries to
/// it.
/// \param matrix  compressed rows, or a COO matrix
template <class ExecutionSpace, class Matrix, class X, class Y, class Scalar>
void scatter(const ExecutionSpace& exec, Op op, const Matrix& matrix, Scalar alpha, const X& x, Scalar beta,
             const Y& y) {
  static const Labels labels = make_labels(is_crs_view<Matrix>::value ? "crs" : "coo", ",transpose", "");
  const Primitives primitives{Reductions<ExecutionSpace>::preferred, VectorBinder<ExecutionSpace>::preferred};
  VectorBinder<ExecutionSpace> binder;
  const auto run = [&](auto conjugates) {
    run_product<DefaultPrimitives>(
        exec, detect_machine(exec), labels, primitives, TransposedShape<Matrix>{matrix}, alpha, x, beta, y, binder,
        [&](auto, const auto& product) {
          if (!product.epilogue.leaves_y_alone()) {
            launch_empty_rows(labels.scale, exec, matrix.num_columns, product.epilogue.of_no_product());
          }
          constexpr bool is_conjugated = decltype(conjugates)::value;
          if constexpr (is_host_execution<ExecutionSpace>) {
            if (concurrency(exec) == 1) {
              launch_scatter<ScatterMode<is_conjugated, false>>(product, scattered<ExecutionSpace>(matrix),
                                                                matrix.nnz());
              return;
            }
          }
          launch_scatter<ScatterMode<is_conjugated, true>>(product, scattered<ExecutionSpace>(matrix), matrix.nnz());
        });
  };
  if constexpr (is_complex<typename Matrix::value_type>::value) {
    if (is_conjugated(op)) {
      run(std::true_type());
      return;
    }
  }
  run(std::false_type());
}

}  // namespace detail
}  // namespace sporos
