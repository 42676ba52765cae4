// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of several columns, in passes over as many columns as can be multiplied at once.
#pragma once

#include <algorithm>

#include "core/device/Sporos_ColumnsReader.hpp"
#include "core/device/Sporos_GroupSum.hpp"
#include "core/kernels/Sporos_ColumnsEpilogue.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchEmptyRows.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/launch/Sporos_VectorColumns.hpp"

namespace sporos {
namespace detail {

/// \brief The largest number of columns in one pass. For compressed rows it is 16 on a host; on a GPU, and by complex
/// conjugates, as many as fit into a carry. For other formats it is one.
template <class ExecutionSpace, class Matrix, class View, class Scalar>
constexpr int columns_at_once() {
  if (!is_crs_view<Matrix>::value) return 1;
  return is_host_execution<ExecutionSpace> && !is_conjugated_vector<View> ? 16 : static_cast<int>(16 / sizeof(Scalar));
}

/// \brief Calls `f` with the smallest power of two that is not less than `columns`, but at most with `Most`.
template <int Most, int N = 1, class F>
void with_columns(std::int64_t columns, const F& f) {
  if constexpr (N < Most) {
    if (columns > N) return with_columns<Most, 2 * N>(columns, f);
  }
  f(Constant<N>{});
}

/// \brief `y = alpha*A*x + beta*y`: calls `launch(reduction, product)` for each pass.
/// \tparam SideBySide  whether the numbers of a row of x are contiguous
/// \tparam View        type of x, which tells whether x is conjugated
template <bool SideBySide, class View, class ExecutionSpace, class Matrix, class X, class Y, class Scalar, class Launch>
void run_passes(const ExecutionSpace& exec, const Machine& machine, const Labels& labels, const Matrix& matrix,
                Scalar alpha, const VectorColumns<X>& x, Scalar beta, const VectorColumns<Y>& y, const Launch& launch) {
  using Number = std::remove_const_t<X>;
  constexpr int most = columns_at_once<ExecutionSpace, Matrix, View, Scalar>();
  for (std::int64_t first = 0; first < y.columns;) {
    with_columns<most>(y.columns - first, [&](auto width) {
      constexpr int n = decltype(width)::value;
      using Reader = ColumnsReader<ExecutionSpace, Number, n, SideBySide && n != 1>;
      using Epilogue = ColumnsEpilogue<Y, Scalar, n>;
      const auto count = static_cast<int>(std::min<std::int64_t>(n, y.columns - first));
      const Epilogue epilogue{y.data + first * y.column_stride, y.row_stride, y.column_stride, count, alpha, beta};
      if (alpha == Scalar(0) || matrix.nnz() == 0) {
        launch_empty_rows(labels.scale, exec, matrix.num_rows, epilogue.of_no_product());
      } else {
        const Product<ExecutionSpace, Reader, Epilogue> product{
            exec, machine, labels, {x.data + first * x.column_stride, x.row_stride, x.column_stride, count}, epilogue};
        launch(Constant<Reductions<ExecutionSpace>::preferred>{}, conjugated_as<View>(product));
      }
      first += n;
    });
  }
}

template <class ExecutionSpace, class Matrix, class X, class Y, class Scalar, class Launch>
void run_columns(const ExecutionSpace& exec, const Machine& machine, const Labels& labels, const Matrix& matrix,
                 Scalar alpha, const X& x, Scalar beta, const Y& y, const Launch& launch) {
  constexpr bool right = is_host_execution<ExecutionSpace> && rank_of<X> == 2 &&
                         std::is_same<typename X::array_layout, Kokkos::LayoutRight>::value;
  run_passes<right, X>(exec, machine, labels, matrix, alpha, vector_columns(x), beta, vector_columns(y), launch);
}

}  // namespace detail
}  // namespace sporos
