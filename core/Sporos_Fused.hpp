// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products with what iterative methods do before and after them, in fewer passes over memory and without
/// waiting: with dot products, as residuals, as steps of Jacobi and Chebyshev.
///
/// All of them are asynchronous on the instance of the plan, and allocate nothing except what the first apply_with() of
/// a plan may. Vectors are contiguous rank-1 Views. A factor is a number, a rank-0 View that is read when the kernel
/// runs, or a quotient() of two of these. Dot products are summed in a fixed order: the same numbers give the same bits
/// on the same machine, whatever the plan, and on a host for any number of threads.
#pragma once

#include <cstdint>

#include "core/Sporos_Plan.hpp"
#include "core/fused/Sporos_FusedDots.hpp"
#include "core/fused/Sporos_FusedUpdates.hpp"

namespace sporos {

namespace detail {

template <class Matrix, class = void>
inline constexpr bool tells_finished_rows = is_crs_view<Matrix>::value;
template <class Matrix>
inline constexpr bool tells_finished_rows<Matrix, std::enable_if_t<FormatTraits<Matrix>::tells_finished_rows>> = true;

/// \brief Whether the products of a plan make dot products themselves: on hosts, in formats whose kernels tell which
/// rows are finished.
template <class AnyPlan>
inline constexpr bool makes_dots =
    is_host_execution<typename AnyPlan::execution_space>&& tells_finished_rows<typename AnyPlan::matrix_type>;

template <class AnyPlan, class = void>
inline constexpr bool tells_tuning = false;
template <class AnyPlan>
inline constexpr bool tells_tuning<AnyPlan, std::void_t<decltype(std::declval<const AnyPlan&>().is_tuning())>> = true;

/// \brief Whether products of the plan, or of another operator, may be experiments.
template <class AnyPlan>
bool may_experiment([[maybe_unused]] const AnyPlan& plan) {
  if constexpr (tells_tuning<AnyPlan>) {
    return plan.is_tuning();
  } else {
    return false;
  }
}

}  // namespace detail

/// \brief `y = alpha*A*x + beta*y`, and dot products with the new y.
///
/// \param alpha, beta  as for Plan::apply. Factors in memory are read after the product: if alpha is 0, y does not
///         depend on the product, but A and x have been read
/// \param dots         what dot_with() and squared_norm() return, at most four
/// \throws std::invalid_argument as Plan::apply, and where a result overlaps a vector or another result
template <class AnyPlan, class Alpha, class X, class Beta, class Y, class... Dots, class = detail::if_plan<AnyPlan>>
void apply_dots(const AnyPlan& plan, const Alpha& alpha, const X& x, const Beta& beta, const Y& y,
                const FusedMemory<typename AnyPlan::execution_space>& memory, const Dots&... dots) {
  using Exec = typename AnyPlan::execution_space;
  using YValue = typename Y::non_const_value_type;
  using Sum = detail::sum_type<typename AnyPlan::matrix_type::value_type, typename X::non_const_value_type, YValue>;
  using DotSum = detail::dot_sum<YValue, Dots...>;
  detail::check_input<Exec>("apply_dots", "x", x, x.extent(0));
  detail::check_output<Exec>("apply_dots", "y", y, y.extent(0));
  const auto terms = detail::checked_dots<Exec>("apply_dots", y, dots...);
  (detail::must_be_apart("apply_dots", "a result", dots.result, "x", x), ...);
  [[maybe_unused]] const auto with_step = [&] {
    plan.check_vectors("apply_dots", x, y);
    const auto a = detail::device_scalar<Exec, Sum>(alpha);
    const auto b = detail::device_scalar<Exec, Sum>(beta);
    const detail::LinearStep<YValue, Sum, decltype(a), decltype(b)> step{y.data(), a, b};
    plan.apply_with(x, detail::step_with_dots<DotSum>("apply_dots", step, y, terms, memory));
  };
  if constexpr (!detail::IsFactor<Alpha>::is_number || !detail::IsFactor<Beta>::is_number) {
    with_step();
  } else if constexpr (detail::makes_dots<AnyPlan> && sizeof...(Dots) > 0) {
    // Only apply() can time a product as an experiment.
    if (static_cast<Sum>(alpha) == Sum(0) || detail::may_experiment(plan)) {
      plan.apply(alpha, x, beta, y);
    } else {
      with_step();
    }
  } else {
    plan.apply(alpha, x, beta, y);
  }
  detail::launch_dots<DotSum>("apply_dots", plan.exec(), y, terms, memory);
}

/// \brief `r = b - A*x`, and dot products with r: `residual(plan, b, x, r, memory, squared_norm(rr))`.
///
/// r may be b itself; otherwise it must not overlap any vector.
/// \throws std::invalid_argument as apply_dots()
template <class AnyPlan, class B, class X, class R, class... Dots, class = detail::if_plan<AnyPlan>>
void residual(const AnyPlan& plan, const B& b, const X& x, const R& r,
              const FusedMemory<typename AnyPlan::execution_space>& memory, const Dots&... dots) {
  using Exec = typename AnyPlan::execution_space;
  using BValue = typename B::non_const_value_type;
  using RValue = typename R::non_const_value_type;
  using Sum = detail::sum_type<typename AnyPlan::matrix_type::value_type, typename X::non_const_value_type,
                               detail::sum_type<BValue, RValue, RValue>>;
  plan.check_vectors("residual", x, r);
  detail::check_output<Exec>("residual", "r", r, r.extent(0));
  detail::check_input<Exec>("residual", "b", b, r.extent(0));
  detail::must_be_same_or_apart("residual", "r", r, "b", b);
  const auto terms = detail::checked_dots<Exec>("residual", r, dots...);
  (detail::must_be_apart("residual", "a result", dots.result, "x", x), ...);
  (detail::must_be_apart("residual", "a result", dots.result, "b", b), ...);
  using DotSum = detail::dot_sum<RValue, Dots...>;
  const detail::ResidualStep<BValue, RValue, Sum> step{b.data(), r.data()};
  plan.apply_with(x, detail::step_with_dots<DotSum>("residual", step, r, terms, memory));
  detail::launch_dots<DotSum>("residual", plan.exec(), r, terms, memory);
}

/// \brief One step of Jacobi's method: `next = x + omega * inverse_diagonal * (b - A*x)`, element by element.
///
/// A is square. next may be b itself; otherwise it must not overlap any vector. It may never overlap x.
/// \throws std::invalid_argument as residual()
template <class AnyPlan, class Omega, class D, class B, class X, class Next, class = detail::if_plan<AnyPlan>>
void jacobi_step(const AnyPlan& plan, const Omega& omega, const D& inverse_diagonal, const B& b, const X& x,
                 const Next& next) {
  using Exec = typename AnyPlan::execution_space;
  using XValue = typename X::non_const_value_type;
  using BValue = typename B::non_const_value_type;
  using DValue = typename D::non_const_value_type;
  using NextValue = typename Next::non_const_value_type;
  using Sum =
      detail::sum_type<typename AnyPlan::matrix_type::value_type, detail::sum_type<XValue, BValue, DValue>, NextValue>;
  plan.check_vectors("jacobi_step", x, next);
  detail::check_input<Exec>("jacobi_step", "x", x, next.extent(0));
  detail::check_output<Exec>("jacobi_step", "next", next, next.extent(0));
  detail::check_input<Exec>("jacobi_step", "b", b, next.extent(0));
  detail::check_input<Exec>("jacobi_step", "inverse_diagonal", inverse_diagonal, next.extent(0));
  detail::must_be_same_or_apart("jacobi_step", "next", next, "b", b);
  detail::must_be_apart("jacobi_step", "next", next, "inverse_diagonal", inverse_diagonal);
  const auto w = detail::device_scalar<Exec, Sum>(omega);
  plan.apply_with(x, detail::JacobiStep<XValue, BValue, DValue, NextValue, Sum, decltype(w)>{
                         x.data(), b.data(), inverse_diagonal.data(), next.data(), w});
}

/// \brief One step of Chebyshev's method: `d = keep * d + gain * inverse_diagonal * (b - A*x)`, `next = x + d`.
///
/// A is square. If keep is 0, as in a first step, d is not read. next may be b itself; otherwise next and d must not
/// overlap any vector.
/// \throws std::invalid_argument as residual()
template <class AnyPlan, class Keep, class Gain, class D, class B, class X, class Direction, class Next,
          class = detail::if_plan<AnyPlan>>
void chebyshev_step(const AnyPlan& plan, const Keep& keep, const Gain& gain, const D& inverse_diagonal, const B& b,
                    const X& x, const Direction& d, const Next& next) {
  using Exec = typename AnyPlan::execution_space;
  using XValue = typename X::non_const_value_type;
  using BValue = typename B::non_const_value_type;
  using DValue = typename D::non_const_value_type;
  using Step = typename Direction::non_const_value_type;
  using NextValue = typename Next::non_const_value_type;
  using Sum = detail::sum_type<typename AnyPlan::matrix_type::value_type, detail::sum_type<XValue, BValue, DValue>,
                               detail::sum_type<Step, NextValue, NextValue>>;
  plan.check_vectors("chebyshev_step", x, next);
  plan.check_vectors("chebyshev_step", x, d);
  detail::check_input<Exec>("chebyshev_step", "x", x, next.extent(0));
  detail::check_output<Exec>("chebyshev_step", "next", next, next.extent(0));
  detail::check_output<Exec>("chebyshev_step", "d", d, next.extent(0));
  detail::check_input<Exec>("chebyshev_step", "b", b, next.extent(0));
  detail::check_input<Exec>("chebyshev_step", "inverse_diagonal", inverse_diagonal, next.extent(0));
  detail::must_be_same_or_apart("chebyshev_step", "next", next, "b", b);
  detail::must_be_apart("chebyshev_step", "next", next, "inverse_diagonal", inverse_diagonal);
  detail::must_be_apart("chebyshev_step", "next", next, "d", d);
  detail::must_be_apart("chebyshev_step", "d", d, "b", b);
  detail::must_be_apart("chebyshev_step", "d", d, "inverse_diagonal", inverse_diagonal);
  const auto kept = detail::device_scalar<Exec, Sum>(keep);
  const auto gained = detail::device_scalar<Exec, Sum>(gain);
  plan.apply_with(x,
                  detail::ChebyshevStep<XValue, BValue, DValue, Step, NextValue, Sum, decltype(kept), decltype(gained)>{
                      x.data(), b.data(), inverse_diagonal.data(), d.data(), next.data(), kept, gained});
}

/// \brief Refuses other arguments at compile time.
template <class... Arguments>
void apply_dots(const Arguments&...) {
  static_assert(
      sizeof...(Arguments) == SIZE_MAX,
      "sporos::apply_dots: the arguments are plan, alpha, x, beta, y, memory, and what dot_with() and squared_norm() "
      "give; the plan is sporos::Plan(exec, A), memory sporos::FusedMemory<ExecutionSpace>(exec)");
}
/// \brief Refuses other arguments at compile time.
template <class... Arguments>
void residual(const Arguments&...) {
  static_assert(sizeof...(Arguments) == SIZE_MAX,
                "sporos::residual: the arguments are plan, b, x, r, memory, and what dot_with() and squared_norm() "
                "give; the plan is sporos::Plan(exec, A), memory sporos::FusedMemory<ExecutionSpace>(exec)");
}
/// \brief Refuses other arguments at compile time.
template <class... Arguments>
void jacobi_step(const Arguments&...) {
  static_assert(sizeof...(Arguments) == SIZE_MAX,
                "sporos::jacobi_step: the arguments are plan, omega, inverse_diagonal, b, x, next; the plan is "
                "sporos::Plan(exec, A)");
}
/// \brief Refuses other arguments at compile time.
template <class... Arguments>
void chebyshev_step(const Arguments&...) {
  static_assert(sizeof...(Arguments) == SIZE_MAX,
                "sporos::chebyshev_step: the arguments are plan, keep, gain, inverse_diagonal, b, x, d, next; the plan "
                "is sporos::Plan(exec, A)");
}

}  // namespace sporos
