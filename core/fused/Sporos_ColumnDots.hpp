// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Dot products with several columns: one for each, with results in a rank-1 View.
#pragma once

#include <tuple>

#include "core/fused/Sporos_FusedDots.hpp"
#include "core/kernels/Sporos_ColumnSteps.hpp"
#include "core/launch/Sporos_Constants.hpp"

namespace sporos {
namespace detail {

template <class View>
ColumnElements<typename View::value_type> column_elements(const View& view) {
  return {view.data(), static_cast<std::int64_t>(view.stride(0)), static_cast<std::int64_t>(view.stride(1))};
}
template <class View>
ColumnElements<const typename View::value_type> column_inputs(const View& view) {
  const auto elements = column_elements(view);
  return {elements.data, elements.row_stride, elements.column_stride};
}

/// \brief DotWith or SquaredNorm of several columns; `of(c)` is the term of column `c`.
template <class W, class Result>
struct ColumnsDotTerm {
  ColumnElements<const W> w;
  Result* result;
  std::int64_t result_stride;

  ColumnDotTerm<W, Result> of(std::int64_t c) const { return {w.at(0, c), w.row_stride, result + c * result_stride}; }
};
template <class Result>
struct ColumnsNormTerm {
  Result* result;
  std::int64_t result_stride;

  NormTerm<Result> of(std::int64_t c) const { return {result + c * result_stride}; }
};

/// \brief Several columns that are read: as many rows and columns as y.
template <class ExecutionSpace, class View, class Y>
void check_input_columns(const char* function, const char* name, const View& view, const Y& y) {
  static_assert(rank_of<View> == 2,
                "sporos::apply_dots, residual, steps and updates of solvers: of several columns, all vectors must be "
                "rank-2 Views");
  static_assert(
      is_accessible<ExecutionSpace, typename View::memory_space>,
      "sporos::apply_dots, residual, steps and updates of solvers: the execution space cannot reach a vector");
  static_assert(VectorType<typename View::non_const_value_type>::is_taken);
  require(view.extent(0) == y.extent(0) && view.extent(1) == y.extent(1), function, name, " is ", view.extent(0), " x ",
          view.extent(1), ", but ", y.extent(0), " x ", y.extent(1), " is wanted");
  require_memory_of(function, name, view);
}

/// \brief As must_be_same_or_apart(); two Views are the same if their elements are in the same places.
template <class A, class B>
void columns_must_be_same_or_apart(const char* function, const char* name_a, const A& a, const char* name_b,
                                   const B& b) {
  if (a.stride(0) == b.stride(0) && a.stride(1) == b.stride(1)) {
    must_be_same_or_apart(function, name_a, a, name_b, b);
  } else {
    must_be_apart(function, name_a, a, name_b, b);
  }
}

template <class ExecutionSpace, class Result, class Y>
void check_column_results(const char* function, const char* result_name, const Result& result, const char* name,
                          const Y& y) {
  static_assert(
      rank_of<Result> == 1,
      "sporos::dot_with, squared_norm: of several columns, results are rank-1 Views with one element a column");
  static_assert(ResultType<ExecutionSpace, Result>::is_taken);
  require(result.extent(0) == y.extent(1), function, result_name, " has ", result.extent(0), " elements, but ", name,
          " has ", y.extent(1), " columns");
  require_memory_of(function, result_name, result);
  must_be_apart(function, result_name, result, name, y);
}

template <class ExecutionSpace, class Y, class W, class Result>
auto column_dot_term(const char* function, const char* name, const Y& y, const DotWith<W, Result>& dot) {
  require_complex_result<Result, W, Y>();
  check_column_results<ExecutionSpace>(function, result_of_dot, dot.result, name, y);
  check_input_columns<ExecutionSpace>(function, w_of_dot, dot.w, y);
  columns_must_be_same_or_apart(function, w_of_dot, dot.w, name, y);
  must_be_apart(function, result_of_dot, dot.result, w_of_dot, dot.w);
  return ColumnsDotTerm<typename W::non_const_value_type, typename Result::value_type>{
      column_inputs(dot.w), dot.result.data(), static_cast<std::int64_t>(dot.result.stride(0))};
}
template <class ExecutionSpace, class Y, class Result>
auto column_dot_term(const char* function, const char* name, const Y& y, const SquaredNorm<Result>& dot) {
  check_column_results<ExecutionSpace>(function, result_of_norm, dot.result, name, y);
  return ColumnsNormTerm<typename Result::value_type>{dot.result.data(),
                                                      static_cast<std::int64_t>(dot.result.stride(0))};
}

/// \brief Calls `f` with the greatest power of two, at most `Most`, that is not above `columns`.
template <int Most, class F>
void with_whole_columns(std::int64_t columns, const F& f) {
  if constexpr (Most > 1) {
    if (columns < Most) return with_whole_columns<Most / 2>(columns, f);
  }
  f(Constant<Most>{});
}

/// \brief launch_dots() of several columns, as many in a pass as there are sums.
template <class Sum, class ExecutionSpace, class Y, class... Terms>
void launch_column_dots(const char* function, const ExecutionSpace& exec, const Y& y, const std::tuple<Terms...>& terms,
                        const FusedMemory<ExecutionSpace>& memory) {
  static const std::string label = "sporos::fused[dots]";
  using Element = typename Y::non_const_value_type;
  if constexpr (sizeof...(Terms) > 0) {
    constexpr int most = max_fold_sums / static_cast<int>(sizeof...(Terms));
    const auto list = [&](std::int64_t c) {
      return std::apply([&](const auto&... term) { return dot_list(term.of(c)...); }, terms);
    };
    const auto columns = static_cast<std::int64_t>(y.extent(1));
    std::int64_t first = 0;
    while (first < columns) {
      with_whole_columns<(most == 3 ? 2 : most)>(columns - first, [&](auto width) {
        constexpr int n = decltype(width)::value;
        auto elements = column_inputs(y);
        elements.data = elements.at(0, first);
        ColumnDotElements<Element, Sum, std::decay_t<decltype(list(0))>, n> of_pass{elements, {}};
        for (int c = 0; c < n; ++c) of_pass.dots[c] = list(first + c);
        launch_fold(label, exec, memory.machine(), static_cast<std::int64_t>(y.extent(0)), of_pass,
                    memory.places(function));
        first += n;
      });
    }
  }
}

}  // namespace detail
}  // namespace sporos
