// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Checks of the arguments and options of a solver.
#pragma once

#include <type_traits>
#include <utility>

#include "core/launch/Sporos_VectorColumns.hpp"
#include "core/plan/Sporos_PlanTemplate.hpp"
#include "core/solvers/Sporos_SolverResult.hpp"
#include "formats/common/Sporos_Require.hpp"
#include "formats/common/Sporos_ViewTypes.hpp"

namespace sporos {
namespace detail {

template <class Operator, class Vector, class = void>
inline constexpr bool is_operator = is_plan<Operator>;
template <class Operator, class Vector>
inline constexpr bool is_operator<Operator, Vector,
                                  std::void_t<decltype(std::declval<const Operator&>().apply(
                                      typename Vector::value_type(), std::declval<const Vector&>(),
                                      typename Vector::value_type(), std::declval<const Vector&>()))>> = true;

/// \brief Refuses other arguments of a solver with one message.
/// \tparam Vector  those that the solver keeps
template <class Vector, class Operator, class B, class X>
struct SolverTypes {
  using Scalar = typename Vector::value_type;
  static constexpr bool are_vectors = rank_of<B> == 1 && rank_of<X> == 1;
  static constexpr bool have_scalars = std::is_same<typename B::non_const_value_type, Scalar>::value &&
                                       std::is_same<typename X::value_type, Scalar>::value;
  static_assert(are_vectors,
                "sporos::conjugate_gradients, ConjugateGradients::solve: b and x must be rank-1 Views; solve for one "
                "column after the other");
  static_assert(have_scalars,
                "sporos::conjugate_gradients, ConjugateGradients::solve: b and x must be Views of the Scalar of the "
                "solver, x of none that is "
                "const; without a solver of yours, of the same type");
  static_assert(is_operator<Operator, Vector>,
                "sporos::conjugate_gradients, ConjugateGradients::solve: A must be a plan, sporos::Plan(exec, A), or "
                "an object of yours with "
                "apply(alpha, x, beta, y), which must be const");
  static constexpr bool are_taken = are_vectors && have_scalars && is_operator<Operator, Vector>;
};

template <class ExecutionSpace, class... Vectors>
using if_solvable = std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && are_views<Vectors...>>;

inline void check_options(const char* function, const SolverOptions& options) {
  require(options.max_iterations >= 0, function, "max_iterations = ", options.max_iterations, " is less than 0");
  require(options.relative_residual >= 0, function, "relative_residual = ", options.relative_residual,
          " is not 0 or more");
  require(options.check_every >= 1, function, "check_every = ", options.check_every, " is less than 1");
}

}  // namespace detail
}  // namespace sporos
