// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products with what iterative methods do before and after them, in fewer passes over memory and without
/// waiting: with dot products, as residuals, as steps of Jacobi and Chebyshev.
///
/// All of them are asynchronous on the instance of the plan, and allocate nothing except what the first apply_with() of
/// a plan may, and on a GPU what FusedMemory says. Vectors are contiguous rank-1 Views. For products with dot products
/// and for residuals they may also be rank-2 Views of any layout, whose columns are vectors. A factor is a number, a
/// rank-0 View that is read when the kernel runs, or a quotient() of two of these; it must not be in a vector that is
/// written. Dot products are summed in a fixed order: the same numbers give the same bits on the same machine; on a
/// host whatever the plan and the number of threads, on a GPU by the same plan.
#pragma once

#include <cstdint>

#include "core/Sporos_Plan.hpp"
#include "core/fused/Sporos_FusedProducts.hpp"
#include "core/fused/Sporos_FusedUpdates.hpp"

namespace sporos {

/// \brief `y = alpha*A*x + beta*y`, and dot products with the new y.
///
/// x and y may be rank-2 Views; then there is a dot product for each column.
/// \param alpha, beta  as for Plan::apply. Factors in memory are read after the product: if alpha is 0, y does not
///         depend on the product, but A and x have been read
/// \param dots         what dot_with() and squared_norm() return, at most four
/// \throws std::invalid_argument as Plan::apply, and where a result overlaps a vector or another result
template <class AnyPlan, class Alpha, class X, class Beta, class Y, class... Dots,
          class = detail::if_plan_and_dots<AnyPlan, Dots...>>
void apply_dots(const AnyPlan& plan, const Alpha& alpha, const X& x, const Beta& beta, const Y& y,
                const FusedMemory<typename AnyPlan::execution_space>& memory, const Dots&... dots) {
  detail::apply_dots(plan, alpha, x, beta, y, memory, dots...);
}

/// \brief `y = alpha*op(A)*x + beta*y`, and dot products with the new y. Otherwise like apply_dots() without `op`.
template <class AnyPlan, class Alpha, class X, class Beta, class Y, class... Dots,
          class = detail::if_plan_and_dots<AnyPlan, Dots...>>
void apply_dots(const AnyPlan& plan, Op op, const Alpha& alpha, const X& x, const Beta& beta, const Y& y,
                const FusedMemory<typename AnyPlan::execution_space>& memory, const Dots&... dots) {
  detail::apply_dots(detail::PlanByOperation<AnyPlan>{plan, op}, alpha, x, beta, y, memory, dots...);
}

/// \brief `r = b - A*x`, and dot products with r: `residual(plan, b, x, r, memory, squared_norm(rr))`.
///
/// r may be b itself; otherwise it must not overlap any vector. b, x and r may be rank-2 Views.
/// \throws std::invalid_argument as apply_dots()
template <class AnyPlan, class B, class X, class R, class... Dots, class = detail::if_plan_and_dots<AnyPlan, Dots...>>
void residual(const AnyPlan& plan, const B& b, const X& x, const R& r,
              const FusedMemory<typename AnyPlan::execution_space>& memory, const Dots&... dots) {
  detail::residual(plan, b, x, r, memory, dots...);
}

/// \brief `r = b - op(A)*x`, and dot products with r. Otherwise as residual() without `op`.
template <class AnyPlan, class B, class X, class R, class... Dots, class = detail::if_plan_and_dots<AnyPlan, Dots...>>
void residual(const AnyPlan& plan, Op op, const B& b, const X& x, const R& r,
              const FusedMemory<typename AnyPlan::execution_space>& memory, const Dots&... dots) {
  detail::residual(detail::PlanByOperation<AnyPlan>{plan, op}, b, x, r, memory, dots...);
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
  plan.check_vectors("jacobi_step", x, next, {"x", "next", true});
  detail::check_input<Exec>("jacobi_step", "x", x, next.extent(0), "next");
  detail::check_output<Exec>("jacobi_step", "next", next, next.extent(0), "next");
  detail::check_input<Exec>("jacobi_step", "b", b, next.extent(0), "next");
  detail::check_input<Exec>("jacobi_step", "inverse_diagonal", inverse_diagonal, next.extent(0), "next");
  detail::must_be_same_or_apart("jacobi_step", "next", next, "b", b);
  detail::must_be_apart("jacobi_step", "next", next, "inverse_diagonal", inverse_diagonal);
  detail::check_factor("jacobi_step", "omega", omega);
  detail::must_not_be_factor("jacobi_step", "next", next, "omega", omega);
  const auto w = detail::device_scalar<Exec, Sum>(omega);
  plan.apply_with(x, detail::JacobiStep<XValue, BValue, DValue, NextValue, Sum, decltype(w)>{
                         x.data(), b.data(), inverse_diagonal.data(), detail::written(next), w});
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
  plan.check_vectors("chebyshev_step", x, next, {"x", "next", true});
  plan.check_vectors("chebyshev_step", x, d, {"x", "d"});
  detail::check_input<Exec>("chebyshev_step", "x", x, next.extent(0), "next");
  detail::check_output<Exec>("chebyshev_step", "next", next, next.extent(0), "next");
  detail::check_output<Exec>("chebyshev_step", "d", d, next.extent(0), "next");
  detail::check_input<Exec>("chebyshev_step", "b", b, next.extent(0), "next");
  detail::check_input<Exec>("chebyshev_step", "inverse_diagonal", inverse_diagonal, next.extent(0), "next");
  detail::must_be_same_or_apart("chebyshev_step", "next", next, "b", b);
  detail::must_be_apart("chebyshev_step", "next", next, "inverse_diagonal", inverse_diagonal);
  detail::must_be_apart("chebyshev_step", "next", next, "d", d);
  detail::must_be_apart("chebyshev_step", "d", d, "b", b);
  detail::must_be_apart("chebyshev_step", "d", d, "inverse_diagonal", inverse_diagonal);
  detail::check_factor("chebyshev_step", "keep", keep);
  detail::check_factor("chebyshev_step", "gain", gain);
  detail::must_not_be_factor("chebyshev_step", "d", d, "keep", keep);
  detail::must_not_be_factor("chebyshev_step", "d", d, "gain", gain);
  detail::must_not_be_factor("chebyshev_step", "next", next, "keep", keep);
  detail::must_not_be_factor("chebyshev_step", "next", next, "gain", gain);
  const auto kept = detail::device_scalar<Exec, Sum>(keep);
  const auto gained = detail::device_scalar<Exec, Sum>(gain);
  plan.apply_with(
      x, detail::ChebyshevStep<XValue, BValue, DValue, Step, NextValue, Sum, decltype(kept), decltype(gained)>{
             x.data(), b.data(), inverse_diagonal.data(), detail::written(d), detail::written(next), kept, gained});
}

/// \brief Refuses other arguments at compile time.
template <class... Arguments>
void apply_dots(const Arguments&...) {
  static_assert(sizeof...(Arguments) == SIZE_MAX,
                "sporos::apply_dots: the arguments are plan, (op,) alpha, x, beta, y, memory, and what dot_with() and "
                "squared_norm() "
                "give; the plan is sporos::Plan(exec, A), memory sporos::FusedMemory<ExecutionSpace>(exec)");
}
/// \brief Refuses other arguments at compile time.
template <class... Arguments>
void residual(const Arguments&...) {
  static_assert(
      sizeof...(Arguments) == SIZE_MAX,
      "sporos::residual: the arguments are plan, (op,) b, x, r, memory, and what dot_with() and squared_norm() "
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
