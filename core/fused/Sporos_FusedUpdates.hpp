// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The two vector updates of conjugate gradients, with factors that may be in device memory.
#pragma once

#include <cstdint>

#include "core/fused/Sporos_FusedDots.hpp"
#include "formats/common/Sporos_ViewTypes.hpp"

namespace sporos {

/// \brief `x += alpha*p`, `r -= alpha*q`, and dot products with the new r, in one pass.
///
/// The four vectors must have equally many elements and must not overlap. `alpha == 0` reads neither p nor q.
/// \param alpha  a number, a rank-0 View, or a quotient() of two: `quotient(rr, pq)`. It must
///               not be in x, in r or in a result
/// \param dots   at most four requests by dot_with() and squared_norm()
/// \throws std::invalid_argument where lengths differ, or vectors overlap
template <class ExecutionSpace, class Alpha, class P, class Q, class X, class R, class... Dots,
          class = std::enable_if_t<detail::are_views<P, Q, X, R> && detail::are_dots<Dots...>>>
void update_solution(const ExecutionSpace& exec, const Alpha& alpha, const P& p, const Q& q, const X& x, const R& r,
                     const FusedMemory<ExecutionSpace>& memory, const Dots&... dots) {
  static const std::string label = "sporos::fused[update_solution]";
  constexpr const char* function = "update_solution";
  using PValue = typename P::non_const_value_type;
  using QValue = typename Q::non_const_value_type;
  using XValue = typename X::non_const_value_type;
  using RValue = typename R::non_const_value_type;
  using Sum = detail::dot_sum<detail::sum_type<detail::sum_type<PValue, QValue, XValue>, RValue, RValue>, Dots...>;
  detail::require_kokkos(function);
  const std::size_t count = r.extent(0);
  detail::check_input<ExecutionSpace>(function, "p", p, count, "r");
  detail::check_input<ExecutionSpace>(function, "q", q, count, "r");
  detail::check_output<ExecutionSpace>(function, "x", x, count, "r");
  detail::check_output<ExecutionSpace>(function, "r", r, count, "r");
  detail::must_be_apart(function, "x", x, "p", p);
  detail::must_be_apart(function, "x", x, "q", q);
  detail::must_be_apart(function, "x", x, "r", r);
  detail::must_be_apart(function, "r", r, "p", p);
  detail::must_be_apart(function, "r", r, "q", q);
  detail::check_factor(function, "alpha", alpha);
  detail::must_not_be_factor(function, "x", x, "alpha", alpha);
  detail::must_not_be_factor(function, "r", r, "alpha", alpha);
  const auto terms = detail::checked_dots<ExecutionSpace>(function, "r", r, dots...);
  [[maybe_unused]] const auto apart = [&](const auto& result) {
    detail::must_be_apart(function, "a result", result, "p", p);
    detail::must_be_apart(function, "a result", result, "q", q);
    detail::must_be_apart(function, "a result", result, "x", x);
    detail::must_not_be_factor(function, "a result", result, "alpha", alpha);
  };
  (apart(dots.result), ...);
  const auto a = detail::device_scalar<ExecutionSpace, Sum>(alpha);
  detail::launch_fold(label, exec, memory.machine(), static_cast<std::int64_t>(count),
                      detail::SolutionElements<PValue, QValue, XValue, RValue, Sum, decltype(a), decltype(terms)>{
                          a, p.data(), q.data(), detail::written(x), detail::written(r), terms},
                      memory.places(function));
}

/// \brief `p = r + beta*p`. If beta is 0, p is not read.
///
/// \param beta  a number, a rank-0 View, or a quotient() of two: `quotient(rr, rr_before)`. It must not be in p
/// \throws std::invalid_argument where the lengths differ, or the vectors overlap
template <class ExecutionSpace, class R, class Beta, class P,
          class = std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && detail::are_views<R, P>>>
void update_direction(const ExecutionSpace& exec, const R& r, const Beta& beta, const P& p) {
  static const std::string label = "sporos::fused[update_direction]";
  constexpr const char* function = "update_direction";
  using RValue = typename R::non_const_value_type;
  using PValue = typename P::non_const_value_type;
  using Sum = detail::sum_type<RValue, PValue, PValue>;
  detail::require_kokkos(function);
  detail::check_output<ExecutionSpace>(function, "p", p, p.extent(0), "p");
  detail::check_input<ExecutionSpace>(function, "r", r, p.extent(0), "p");
  detail::must_be_apart(function, "p", p, "r", r);
  detail::check_factor(function, "beta", beta);
  detail::must_not_be_factor(function, "p", p, "beta", beta);
  const auto b = detail::device_scalar<ExecutionSpace, Sum>(beta);
  detail::launch_fold(label, exec, detect_machine(exec), static_cast<std::int64_t>(p.extent(0)),
                      detail::DirectionElements<RValue, PValue, Sum, decltype(b)>{r.data(), detail::written(p), b},
                      detail::FoldPlaces{nullptr, nullptr});
}

/// \brief Refuses other arguments at compile time.
template <class... Arguments>
void update_solution(const Arguments&...) {
  static_assert(sizeof...(Arguments) == SIZE_MAX,
                "sporos::update_solution: the arguments are exec, alpha, p, q, x, r, memory, and what dot_with() and "
                "squared_norm() give; memory is sporos::FusedMemory<ExecutionSpace>(exec)");
}
/// \brief Refuses other arguments at compile time.
template <class... Arguments>
void update_direction(const Arguments&...) {
  static_assert(sizeof...(Arguments) == SIZE_MAX,
                "sporos::update_direction: the arguments are exec, r, beta, p, and r and p are Kokkos Views");
}

}  // namespace sporos
