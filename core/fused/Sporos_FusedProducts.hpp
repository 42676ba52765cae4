// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products and residuals with dot products, for plans and for PlanByOperation, of vectors and of several
/// columns.
#pragma once

#include "core/Sporos_Plan.hpp"
#include "core/fused/Sporos_ColumnDots.hpp"
#include "core/fused/Sporos_PlanByOperation.hpp"

namespace sporos {
namespace detail {

template <class Matrix, class = void>
inline constexpr bool tells_finished_rows = is_crs_view<Matrix>::value;
template <class Matrix>
inline constexpr bool tells_finished_rows<Matrix, std::enable_if_t<FormatTraits<Matrix>::tells_finished_rows>> = true;

template <class Matrix, class = void>
inline constexpr bool finishes_rows_in_teams = is_crs_view<Matrix>::value;
template <class Matrix>
inline constexpr bool finishes_rows_in_teams<Matrix, std::enable_if_t<FormatTraits<Matrix>::finishes_rows_in_teams>> =
    true;

/// \brief Whether the products of a plan compute dot products while they run: on hosts, in formats whose kernels tell
/// which rows are finished; on GPUs, in formats that launch_teams() launches.
template <class AnyPlan>
inline constexpr bool makes_dots =
    is_host_execution<typename AnyPlan::execution_space>
        ? tells_finished_rows<typename AnyPlan::matrix_type>
        : makes_team_dots<typename AnyPlan::execution_space>&& finishes_rows_in_teams<typename AnyPlan::matrix_type>;

// Of several columns a plan checks all that can be wrong with x and y.
template <class ExecutionSpace, class View>
void check_product_output(const char* function, const char* name, const View& view) {
  if constexpr (rank_of<View> == 1) check_output<ExecutionSpace>(function, name, view, view.extent(0), name);
}

/// \brief Checks the dot products and returns them in the form for launch_all_dots().
template <class ExecutionSpace, class Y, class... Dots>
auto all_dots(const char* function, [[maybe_unused]] const char* name, [[maybe_unused]] const Y& y,
              const Dots&... dots) {
  if constexpr (rank_of<Y> == 2) {
    check_results_apart(function, dots.result...);
    static_assert(sizeof...(Dots) <= max_fold_sums,
                  "sporos::apply_dots, residual, update_solution: at most four dot products at once");
    return std::make_tuple(column_dot_term<ExecutionSpace>(function, name, y, dots)...);
  } else {
    return checked_dots<ExecutionSpace>(function, name, y, dots...);
  }
}

template <class Sum, class ExecutionSpace, class Y, class Terms>
void launch_all_dots(const char* function, const ExecutionSpace& exec, const Y& y, const Terms& terms,
                     const FusedMemory<ExecutionSpace>& memory,
                     [[maybe_unused]] const TeamDots<ExecutionSpace>& team_dots) {
  if constexpr (rank_of<Y> == 2) {
    launch_column_dots<Sum>(function, exec, y, terms, memory);
  } else {
    launch_dots<Sum>(function, exec, y, terms, memory, team_dots);
  }
}

/// \brief `y = alpha * sum + beta * y`, and as much of the dot products as the product makes.
template <class DotSum, class Sum, class ExecutionSpace, class Alpha, class Beta, class Y, class Terms>
auto linear_step(const char* function, const Alpha& alpha, const Beta& beta, const Y& y, const Terms& terms,
                 const FusedMemory<ExecutionSpace>& memory, [[maybe_unused]] TeamDots<ExecutionSpace>& team_dots) {
  using Element = typename Y::non_const_value_type;
  const auto a = device_scalar<ExecutionSpace, Sum>(alpha);
  const auto b = device_scalar<ExecutionSpace, Sum>(beta);
  if constexpr (rank_of<Y> == 2) {
    return LinearColumnsStep<Element, Sum, decltype(a), decltype(b)>{column_elements(y), a, b};
  } else {
    return step_with_dots<DotSum>(function, LinearStep<Element, Sum, decltype(a), decltype(b)>{written(y), a, b}, y,
                                  terms, memory, team_dots);
  }
}

template <class AnyPlan, class... Dots>
using if_plan_and_dots = std::enable_if_t<is_plan<AnyPlan> && are_dots<Dots...>>;

/// \brief See sporos::apply_dots.
template <class AnyPlan, class Alpha, class X, class Beta, class Y, class... Dots>
void apply_dots(const AnyPlan& plan, const Alpha& alpha, const X& x, const Beta& beta, const Y& y,
                const FusedMemory<typename AnyPlan::execution_space>& memory, const Dots&... dots) {
  constexpr const char* function = "apply_dots";
  using Exec = typename AnyPlan::execution_space;
  using YValue = typename Y::non_const_value_type;
  using Sum = sum_type<typename AnyPlan::matrix_type::value_type, typename X::non_const_value_type, YValue>;
  using DotSum = dot_sum<YValue, Dots...>;
  static_assert(rank_of<X> == rank_of<Y>, "sporos::apply_dots: x and y must both be rank-1 or both be rank-2 Views");
  plan.check_vectors(function, x, y);
  if constexpr (rank_of<X> == 1) check_input<Exec>(function, "x", x, x.extent(0), "x");
  check_product_output<Exec>(function, "y", y);
  check_factor(function, "alpha", alpha);
  check_factor(function, "beta", beta);
  must_not_be_factor(function, "y", y, "alpha", alpha);
  must_not_be_factor(function, "y", y, "beta", beta);
  const auto terms = all_dots<Exec>(function, "y", y, dots...);
  (must_be_apart(function, "a result", dots.result, "x", x), ...);
  TeamDots<Exec> team_dots;
  [[maybe_unused]] const auto with_step = [&] {
    plan.apply_with(x, linear_step<DotSum, Sum>(function, alpha, beta, y, terms, memory, team_dots));
  };
  if constexpr (!IsFactor<Alpha>::is_number || !IsFactor<Beta>::is_number) {
    with_step();
  } else if constexpr (makes_dots<AnyPlan> && sizeof...(Dots) > 0 && rank_of<Y> == 1) {
    // A product that may be an experiment is one only as apply().
    if (static_cast<Sum>(alpha) == Sum(0) || may_experiment(plan) || !dots_pay(memory, y)) {
      plan.apply(alpha, x, beta, y);
    } else {
      with_step();
    }
  } else {
    plan.apply(alpha, x, beta, y);
  }
  launch_all_dots<DotSum>(function, plan.exec(), y, terms, memory, team_dots);
}

/// \brief See sporos::residual.
template <class AnyPlan, class B, class X, class R, class... Dots>
void residual(const AnyPlan& plan, const B& b, const X& x, const R& r,
              const FusedMemory<typename AnyPlan::execution_space>& memory, const Dots&... dots) {
  constexpr const char* function = "residual";
  using Exec = typename AnyPlan::execution_space;
  using BValue = typename B::non_const_value_type;
  using RValue = typename R::non_const_value_type;
  using Sum = sum_type<typename AnyPlan::matrix_type::value_type, typename X::non_const_value_type,
                       sum_type<BValue, RValue, RValue>>;
  using DotSum = dot_sum<RValue, Dots...>;
  plan.check_vectors(function, x, r, {"x", "r"});
  check_product_output<Exec>(function, "r", r);
  if constexpr (rank_of<R> == 2) {
    check_input_columns<Exec>(function, "b", b, r);
    columns_must_be_same_or_apart(function, "r", r, "b", b);
  } else {
    check_input<Exec>(function, "b", b, r.extent(0), "r");
    must_be_same_or_apart(function, "r", r, "b", b);
  }
  const auto terms = all_dots<Exec>(function, "r", r, dots...);
  (must_be_apart(function, "a result", dots.result, "x", x), ...);
  (must_be_apart(function, "a result", dots.result, "b", b), ...);
  TeamDots<Exec> team_dots;
  if constexpr (rank_of<R> == 2) {
    plan.apply_with(x, ResidualColumnsStep<BValue, RValue, Sum>{column_inputs(b), column_elements(r)});
  } else {
    const ResidualStep<BValue, RValue, Sum> step{b.data(), written(r)};
    plan.apply_with(x, step_with_dots<DotSum>(function, step, r, terms, memory, team_dots));
  }
  launch_all_dots<DotSum>(function, plan.exec(), r, terms, memory, team_dots);
}

}  // namespace detail
}  // namespace sporos
