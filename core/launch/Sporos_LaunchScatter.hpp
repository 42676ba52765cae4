// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of a transposed product without a plan.
#pragma once

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "core/kernels/scatter/Sporos_ScatterKernel.hpp"
#include "core/kernels/scatter/Sporos_ScatterRowsKernel.hpp"
#include "core/kernels/scatter/Sporos_ScatterSharesKernel.hpp"
#include "core/kernels/scatter/Sporos_ScatterStartKernel.hpp"
#include "core/launch/Sporos_RunProduct.hpp"
#include "core/setup/Sporos_ScatterMemory.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/coo/Sporos_CooMatrix.hpp"
#include "policies/Sporos_Operation.hpp"

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
auto scatter_terms(const Product& product, const Entries& entries) {
  const auto stride = stride_of(product.epilogue);
  using Target =
      ScatterTarget<std::decay_t<decltype(*product.epilogue.y)>, typename Product::Sum, std::decay_t<decltype(stride)>>;
  return ScatterTerms<typename Product::execution_space, Entries, typename Product::Reader, Target, Mode>{
      entries, product.x, Target{product.epilogue.y, stride, product.epilogue.alpha}};
}

template <class Product, class Terms>
void launch_shares(const Product& product, const Terms& terms, std::int64_t nnz, const int* is_crowded) {
  using Kernel = ScatterKernel<Terms>;
  const ScatterShape shape = scatter_shape(product.machine, concurrency(product.exec), nnz);
  const std::size_t scratch = is_host_execution<typename Product::execution_space> ? 0 : Kernel::scratch_bytes;
  launch_kernel(product.labels.product,
                team_policy<TileOccupancy<typename Product::Sum>>(product.exec, ceiling_of(nnz, shape.share),
                                                                  shape.threads, scratch),
                Kernel{terms, shape, is_crowded});
}

template <class Product, class Terms>
void launch_rows(const Product& product, const Terms& terms, std::int64_t nnz, const int* is_crowded) {
  using Kernel = ScatterRowsKernel<Terms>;
  const std::int64_t num_rows = terms.entries.num_rows;
  const ScatterRowsShape shape = scatter_rows_shape(num_rows, nnz);
  const std::int64_t searchers = ceiling_of(nnz, shape.segment);
  const std::int64_t teams = searchers + ceiling_of(num_rows, Kernel::rows_of_a_group(shape));
  launch_kernel(product.labels.product,
                team_policy<PatternOccupancy<typename Product::Sum>>(product.exec, teams, shape.threads,
                                                                     Kernel::scratch_bytes(shape)),
                Kernel{terms, shape, searchers, is_crowded});
}

template <class Product, class Terms>
void launch_marked_shares(const Product& product, const Terms& terms, std::int64_t nnz, const int* is_crowded,
                          const std::int64_t* first_rows) {
  using Kernel = ScatterSharesKernel<Terms>;
  const int threads = scatter_shares_team(nnz);
  launch_kernel(
      product.labels.product,
      team_policy<TileOccupancy<typename Product::Sum>>(product.exec, ceiling_of(nnz, threads * scattered_at_once),
                                                        threads, Kernel::scratch_bytes(threads)),
      Kernel{terms, nnz, is_crowded, first_rows});
}

/// \brief Scales the `num_elements` of y, looks at the columns and tells where shares begin.
template <class Product, class Terms, class Marks>
void launch_start(const Product& product, const Terms& terms, std::int64_t num_elements, std::int64_t nnz,
                  int* is_crowded, const Marks& marks) {
  const auto epilogue = product.epilogue.of_no_product();
  using Start = ScatterStartKernel<typename Product::execution_space, typename Terms::Column,
                                   std::decay_t<decltype(epilogue)>, Marks>;
  constexpr int threads = 256;
  constexpr int at_once = threads * Start::elements_at_once;
  const std::int64_t scaled = product.epilogue.leaves_y_alone() ? 0 : num_elements;
  launch_kernel(
      product.labels.scale,
      team_policy<FullOccupancy>(product.exec, 1 + ceiling_of(scaled, at_once) + ceiling_of(marks.num_rows, at_once),
                                 threads, Start::scratch_bytes),
      Start{terms.entries.columns, nnz, is_crowded, epilogue, scaled, marks});
}

/// \brief Scales the `num_elements` of y, and then adds.
template <bool is_of_rows, class Product, class Terms>
void launch_on_gpu(const Product& product, const Terms& terms, std::int64_t num_elements, std::int64_t nnz) {
  // Stays until both kernels are launched.
  const auto memory = ScatterMemory<typename Product::execution_space>::of(product.exec);
  int* const is_crowded = memory ? memory->is_crowded.data() : nullptr;
  if constexpr (is_of_rows) {
    const auto& rows = terms.entries;
    // A graph may run while another product of the instance tells where the shares of its own matrix begin.
    const bool has_shares = scatters_in_shares(rows.num_rows, nnz) && !is_recording(product.exec);
    RowMarks<std::decay_t<decltype(*rows.row_offsets)>> marks = {};
    if (has_shares) {
      const auto share = static_cast<unsigned>(scatter_shares_team(nnz) * scattered_at_once);
      marks = {rows.num_rows, rows.row_offsets, memory->first_rows.data(), share};
    }
    launch_start(product, terms, num_elements, nnz, is_crowded, marks);
    if (has_shares) {
      launch_marked_shares(product, terms, nnz, is_crowded, marks.first_rows);
    } else {
      launch_rows(product, terms, nnz, is_crowded);
    }
  } else {
    launch_start(product, terms, num_elements, nnz, is_crowded, RowMarks<int>{});
    launch_shares(product, terms, nnz, is_crowded);
  }
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
          constexpr bool is_conjugated = decltype(conjugates)::value;
          const auto entries = scattered<ExecutionSpace>(matrix);
          const auto terms = scatter_terms<ScatterMode<is_conjugated, true>>(product, entries);
          if constexpr (!is_host_execution<ExecutionSpace>) {
            launch_on_gpu<is_crs_view<Matrix>::value>(product, terms, matrix.num_columns, matrix.nnz());
          } else {
            if (!product.epilogue.leaves_y_alone()) {
              launch_empty_rows(labels.scale, exec, matrix.num_columns, product.epilogue.of_no_product());
            }
            if (concurrency(exec) == 1) {
              launch_shares(product, scatter_terms<ScatterMode<is_conjugated, false>>(product, entries), matrix.nnz(),
                            nullptr);
            } else {
              launch_shares(product, terms, matrix.nnz(), nullptr);
            }
          }
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
