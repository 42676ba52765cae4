// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of several columns, in passes over as many columns as can be multiplied at once.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>

#include "core/device/Sporos_ColumnsReader.hpp"
#include "core/device/Sporos_GroupSum.hpp"
#include "core/kernels/Sporos_ColumnsEpilogue.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchEmptyRows.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/launch/Sporos_VectorColumns.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"

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

/// \brief Calls `launch(reduction, product)` with as few products as it can: it takes products of more columns than
/// their sums hold.
template <int N, class ExecutionSpace, class X, class MakeEpilogue, class Launch>
void run_in_lanes(const ExecutionSpace& exec, const Machine& machine, const Labels& labels, const VectorColumns<X>& x,
                  const MakeEpilogue& epilogue_of, const Launch& launch) {
  using Number = std::remove_const_t<X>;
  const bool is_wide =
      x.column_stride == 1 && x.columns % N == 0 && are_aligned<N>(x.data, x.row_stride) && x.row_stride <= INT_MAX;
  constexpr std::int64_t most = std::min<std::int64_t>(max_lane_columns, max_lane_blocks * N);
  for (std::int64_t first = 0; first < x.columns; first += most) {
    const auto count = static_cast<int>(std::min(most, x.columns - first));
    const auto epilogue = epilogue_of(Constant<N>{}, first, count);
    const auto run = [&](auto side_by_side) {
      using Reader = ColumnsReader<ExecutionSpace, Number, N, decltype(side_by_side)::value>;
      const Product<ExecutionSpace, Reader, std::decay_t<decltype(epilogue)>> product{
          exec,
          machine,
          labels,
          {x.data + first * x.column_stride, static_cast<typename Reader::Stride>(x.row_stride), x.column_stride,
           count},
          epilogue};
      launch(Constant<Reductions<ExecutionSpace>::preferred>{}, product);
    };
    if constexpr (N > 1) {
      if (is_wide) {
        run(std::true_type());
        continue;
      }
    }
    run(std::false_type());
  }
}

/// \brief Calls `launch(reduction, product)` for each pass.
/// \tparam SideBySide  whether the numbers of a row of x are contiguous
/// \tparam View        type of x, which tells whether x is conjugated
/// \tparam Scalar      the type of a sum
/// \param in_lanes     whether `launch` takes many columns at once, as run_in_lanes() has them: a ColumnsInLanes,
///                     or std::false_type where it never does
/// \param epilogue_of  `epilogue_of(Constant<N>, first, count)` makes the epilogue of a pass
template <bool SideBySide, class View, class Scalar, class ExecutionSpace, class Matrix, class X, class InLanes,
          class MakeEpilogue, class Launch>
void run_passes(const ExecutionSpace& exec, const Machine& machine, const Labels& labels, const Matrix& matrix,
                const VectorColumns<X>& x, bool has_product, InLanes in_lanes, const MakeEpilogue& epilogue_of,
                const Launch& launch) {
  using Number = std::remove_const_t<X>;
  constexpr int most = columns_at_once<ExecutionSpace, Matrix, View, Scalar>();
  if constexpr (std::is_same_v<InLanes, ColumnsInLanes> && !is_conjugated_vector<View> &&
                !is_host_execution<ExecutionSpace>) {
    const bool are_enough =
        x.columns > most || (x.columns == most && x.column_stride == 1 && in_lanes == ColumnsInLanes::all);
    if (in_lanes != ColumnsInLanes::none && has_product && are_enough) {
      return run_in_lanes<most>(exec, machine, labels, x, epilogue_of, launch);
    }
  }
  for (std::int64_t first = 0; first < x.columns;) {
    with_columns<most>(x.columns - first, [&](auto width) {
      constexpr int n = decltype(width)::value;
      using Reader = ColumnsReader<ExecutionSpace, Number, n, SideBySide && n != 1>;
      const auto count = static_cast<int>(std::min<std::int64_t>(n, x.columns - first));
      const auto epilogue = epilogue_of(width, first, count);
      if (!has_product) {
        launch_empty_rows(labels.scale, exec, matrix.num_rows, epilogue.of_no_product());
      } else {
        const Product<ExecutionSpace, Reader, std::decay_t<decltype(epilogue)>> product{
            exec, machine, labels, {x.data + first * x.column_stride, x.row_stride, x.column_stride, count}, epilogue};
        launch(Constant<Reductions<ExecutionSpace>::preferred>{}, conjugated_as<View>(product));
      }
      first += n;
    });
  }
}

/// \brief Whether the numbers of a row of x are neighbours and read as such.
template <class ExecutionSpace, class X>
inline constexpr bool reads_side_by_side = is_host_execution<ExecutionSpace>&& rank_of<X> == 2 &&
                                           std::is_same<typename X::array_layout, Kokkos::LayoutRight>::value;

/// \brief `y = alpha*A*x + beta*y`.
template <class ExecutionSpace, class Matrix, class X, class Y, class Scalar, class InLanes, class Launch>
void run_columns(const ExecutionSpace& exec, const Machine& machine, const Labels& labels, const Matrix& matrix,
                 Scalar alpha, const X& x, Scalar beta, const Y& y, InLanes in_lanes, const Launch& launch) {
  const auto to = vector_columns(y);
  run_passes<reads_side_by_side<ExecutionSpace, X>, X, Scalar>(
      exec, machine, labels, matrix, vector_columns(x), alpha != Scalar(0) && matrix.nnz() > 0, in_lanes,
      [&](auto width, std::int64_t first, int count) {
        return ColumnsEpilogue<typename Y::value_type, Scalar, decltype(width)::value>{
            to.data + first * to.column_stride, to.row_stride, to.column_stride, count, alpha, beta};
      },
      launch);
}

/// \brief The sums of `A*x` to the function of a CallerEpilogue.
template <class ExecutionSpace, class Matrix, class X, class Epilogue, class InLanes, class Launch>
void run_columns_with(const ExecutionSpace& exec, const Machine& machine, const Labels& labels, const Matrix& matrix,
                      const X& x, const Epilogue& epilogue, InLanes in_lanes, const Launch& launch) {
  run_passes<reads_side_by_side<ExecutionSpace, X>, X, typename Epilogue::sum_t>(
      exec, machine, labels, matrix, vector_columns(x), matrix.nnz() > 0, in_lanes,
      [&](auto width, std::int64_t first, int count) {
        return epilogue.template of_columns<decltype(width)::value>(first, count);
      },
      launch);
}

}  // namespace detail
}  // namespace sporos
