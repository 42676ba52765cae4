// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A plan as fused operations see it that multiply by `op(A)`.
#pragma once

#include <type_traits>
#include <utility>

#include "core/launch/Sporos_CheckProduct.hpp"
#include "policies/Sporos_Operation.hpp"

namespace sporos {
namespace detail {

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

/// \brief Has the members of a plan that fused operations call, each by the operation.
template <class AnyPlan>
struct PlanByOperation {
  using execution_space = typename AnyPlan::execution_space;
  using matrix_type = typename AnyPlan::matrix_type;

  const AnyPlan& plan;
  Op op;

  template <class Alpha, class X, class Beta, class Y>
  void apply(const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    plan.apply(op, alpha, x, beta, y);
  }
  template <class X, class F>
  void apply_with(const X& x, const F& f) const {
    plan.apply_with(op, x, f);
  }
  template <class X, class Y>
  void check_vectors(const char* function, const X& x, const Y& y, const VectorNames& names = {}) const {
    plan.check_vectors(function, op, x, y, names);
  }
  bool is_tuning() const { return may_experiment(plan); }
  const execution_space& exec() const { return plan.exec(); }
};

}  // namespace detail
}  // namespace sporos
