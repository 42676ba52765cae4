// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Conjugate gradients for Hermitian positive definite matrices, with any plan.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/Sporos_Fused.hpp"
#include "core/device/instance/Sporos_InstanceKey.hpp"
#include "core/device/instance/Sporos_Recording.hpp"
#include "core/device/instance/Sporos_Replay.hpp"
#include "core/kernels/Sporos_ConjugateGradientSteps.hpp"
#include "core/solvers/Sporos_SolverResult.hpp"
#include "formats/common/Sporos_Arrays.hpp"

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
                "sporos::conjugate_gradients: b and x must be rank-1 Views; solve for one column after the other");
  static_assert(have_scalars,
                "sporos::conjugate_gradients: b and x must be Views of the Scalar of the solver, x of none that is "
                "const; without a solver of yours, of the same type");
  static_assert(is_operator<Operator, Vector>,
                "sporos::conjugate_gradients: A must be a plan, sporos::Plan(exec, A), or an object of yours with "
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

/// \brief Conjugate gradients, and the vectors that they need: made once for many solutions of one size.
///
/// An iteration is one product and two passes over the vectors, which also compute the dot products. All scalars stay
/// on the device. The host waits once at the start and then after every `check_every` iterations; the iterations that
/// follow the last needed one change nothing. On CUDA what lies between two waits is recorded as a graph and replayed,
/// unless the plan is tuning or runs on the default stream. Dot products are summed in a fixed order.
///
/// The memory is three vectors and 65 KiB. One solution at a time.
///
/// Source: M. R. Hestenes, E. Stiefel, Methods of conjugate gradients for solving linear systems, 1952.
/// \tparam Scalar  of the vectors that are kept, and of x: float, double, or Kokkos::complex of them
template <class ExecutionSpace, class Scalar>
class ConjugateGradients {
  static_assert(detail::value_types_are_taken<Scalar>);
  using Space = typename ExecutionSpace::memory_space;
  using Real = typename detail::real_part<Scalar>::type;
  using Vector = Kokkos::View<Scalar*, Space>;

 public:
  /// \brief Allocates the vectors.
  /// \param unknowns  rows of the matrices
  /// \throws std::invalid_argument where `unknowns` is negative
  ConjugateGradients(const ExecutionSpace& exec, std::int64_t unknowns)
      : exec_(detail::usable_instance(function, exec)),
        memory_(exec),
        r_(vector("sporos::conjugate_gradients[r]", unknowns)),
        p_(vector("sporos::conjugate_gradients[p]", unknowns)),
        q_(vector("sporos::conjugate_gradients[q]", unknowns)),
        pq_("sporos::conjugate_gradients[pq]"),
        scalars_("sporos::conjugate_gradients[scalars]") {}

  /// \brief Takes over the vectors of another, which must not be used any more.
  ConjugateGradients(ConjugateGradients&&) = default;
  /// \brief Takes over the vectors of another, which must not be used any more.
  ConjugateGradients& operator=(ConjugateGradients&&) = default;
  ConjugateGradients(const ConjugateGradients&) = delete;
  ConjugateGradients& operator=(const ConjugateGradients&) = delete;

  /// \brief Solves `A*x = b`, from the x that it is given.
  ///
  /// Squared norms must neither overflow nor underflow.
  /// \param A  a plan of a square matrix on the instance of this solver; or an object of yours with
  ///           `apply(alpha, x, beta, y)`, `y = alpha*A*x + beta*y`, that launches on this instance and does not wait
  /// \param b  a contiguous rank-1 View; where b is 0, so is x
  /// \param x  another one, which overlaps neither b nor the matrix
  /// \return   how it ended; x is the best solution known then, also where the iteration broke down
  /// \throws std::invalid_argument where extents differ, vectors overlap, options are out of range, the plan is on
  ///         another instance, or the calls are recorded into a graph
  template <class Operator, class B, class X>
  SolverResult solve(const Operator& A, const B& b, const X& x, const SolverOptions& options = {}) {
    if constexpr (detail::SolverTypes<Vector, Operator, B, X>::are_taken) {
      return run(A, b, x, detail::NoScaling{}, options);
    } else {
      return {};
    }
  }

  /// \brief The same with Jacobi's preconditioner.
  /// \param inverse_diagonal  what inverse_diagonal() makes, or a View of your own; all elements are positive
  template <class Operator, class B, class X, class D, class = std::enable_if_t<detail::are_views<D>>>
  SolverResult solve(const Operator& A, const B& b, const X& x, const D& inverse_diagonal,
                     const SolverOptions& options = {}) {
    if constexpr (detail::SolverTypes<Vector, Operator, B, X>::are_taken) {
      detail::check_input<ExecutionSpace>(function, "inverse_diagonal", inverse_diagonal, r_.extent(0), "b");
      detail::must_be_apart(function, "x", x, "inverse_diagonal", inverse_diagonal);
      const detail::DiagonalScaling<typename D::non_const_value_type> scaling{inverse_diagonal.data()};
      return run(A, b, x, scaling, options);
    } else {
      return {};
    }
  }

 private:
  static constexpr const char* function = "conjugate_gradients";

  Vector vector(const char* label, std::int64_t unknowns) const {
    detail::require(unknowns >= 0, function, "unknowns = ", unknowns, " must not be negative");
    return detail::fresh_array<Vector>(exec_, label, unknowns);
  }

  template <class Operator, class B, class X>
  void check(const Operator& A, const B& b, const X& x) const {
    detail::require(b.extent(0) == x.extent(0), function, "b has ", b.extent(0), " elements, but x has ", x.extent(0),
                    "; only a square matrix can be solved");
    detail::require(b.extent(0) == r_.extent(0), function, "b and x have ", b.extent(0),
                    " elements, but the solver was made for ", r_.extent(0), " unknowns");
    detail::check_input<ExecutionSpace>(function, "b", b, r_.extent(0), "the solver");
    detail::check_output<ExecutionSpace>(function, "x", x, r_.extent(0), "the solver");
    detail::must_be_apart(function, "x", x, "b", b);
    detail::require(!detail::is_recording(exec_), function, "it waits, so it cannot be recorded into a graph");
    if constexpr (detail::is_plan<Operator>) {
      A.check_vectors(function, b, x, {"b", "x"});
      detail::require(detail::instance_key(A.exec()) == detail::instance_key(exec_), function,
                      "the plan is on another instance of ", ExecutionSpace::name());
    }
  }

  template <class Operator, class B, class X, class Scaling>
  SolverResult run(const Operator& A, const B& b, const X& x, const Scaling& scaling, const SolverOptions& options) {
    detail::check_options(function, options);
    check(A, b, x);
    const detail::ProfilingRegion region("sporos::conjugate_gradients");
    A.apply(Scalar(1), x, Scalar(0), q_);
    fold("sporos::conjugate_gradients[start]",
         detail::GradientStart<Scalar, Scalar, Scaling>{b.data(), q_.data(), r_.data(), p_.data(), scaling,
                                                        options.relative_residual, scalars_.data()});
    detail::GradientScalars scalars = read();
    SolverResult result;
    if (scalars.bb == 0) {
      Kokkos::deep_copy(exec_, x, Scalar(0));
      detail::wait_for(exec_, "sporos::conjugate_gradients[x = 0]");
      result.status = SolverStatus::converged;
      if (options.history) result.history.push_back(0);
      return result;
    }
    const double norm_of_b = std::sqrt(scalars.bb);
    const auto relative = [&](double rr) { return std::sqrt(rr) / norm_of_b; };
    if (options.history) result.history.push_back(relative(scalars.rr));
    if (history_.extent(0) < static_cast<std::size_t>(options.check_every)) {
      history_ = detail::fresh_array<History>(exec_, "sporos::conjugate_gradients[history]", options.check_every);
    }
    const auto iterate = [&](std::int64_t iterations) {
      for (std::int64_t i = 0; i < iterations; ++i) iteration(A, x, scaling, options.check_every);
    };
    detail::Replay<ExecutionSpace> replay;
    const bool may_replay = options.graph && !detail::may_experiment(A);  // what is recorded is no experiment
    std::int64_t launched = 0;
    while (scalars.state == detail::GradientState::running && launched < options.max_iterations) {
      const std::int64_t now = std::min<std::int64_t>(options.check_every, options.max_iterations - launched);
      if (may_replay && now == options.check_every) {
        replay.run(exec_, [&] { iterate(now); });
      } else {
        iterate(now);
      }
      scalars = read();
      if (options.history) append_history(result.history, scalars.iterations - launched, relative);
      launched += now;
    }
    result.iterations = scalars.iterations;
    result.relative_residual = relative(scalars.rr);
    result.status = scalars.state == detail::GradientState::converged   ? SolverStatus::converged
                    : scalars.state == detail::GradientState::breakdown ? SolverStatus::breakdown
                                                                        : SolverStatus::iteration_limit;
    return result;
  }

  // Launches one iteration.
  template <class Operator, class X, class Scaling>
  void iteration(const Operator& A, const X& x, const Scaling& scaling, int period) const {
    const auto pq = dot_with(p_, pq_);
    if constexpr (detail::is_plan<Operator>) {
      apply_dots(A, Scalar(1), p_, Scalar(0), q_, memory_, pq);
    } else {
      A.apply(Scalar(1), p_, Scalar(0), q_);
      detail::launch_dots<Scalar>(function, exec_, q_, detail::checked_dots<ExecutionSpace>(function, "q", q_, pq),
                                  memory_);
    }
    fold("sporos::conjugate_gradients[residual]",
         detail::GradientResidual<Scalar, Real, Scaling>{q_.data(), r_.data(), pq_.data(), scaling, scalars_.data(),
                                                         history_.data(), period});
    fold("sporos::conjugate_gradients[direction]", detail::GradientDirection<Scalar, Scalar, Real, Scaling>{
                                                       r_.data(), p_.data(), x.data(), scaling, scalars_.data()});
  }

  template <class Elements>
  void fold(const char* label, const Elements& elements) const {
    detail::launch_fold(label, exec_, memory_.machine(), static_cast<std::int64_t>(r_.extent(0)), elements,
                        memory_.places(function));
  }

  // Waits.
  detail::GradientScalars read() const {
    detail::GradientScalars scalars;
    Kokkos::deep_copy(exec_, Kokkos::View<detail::GradientScalars, Kokkos::HostSpace>(&scalars), scalars_);
    detail::wait_for(exec_, "sporos::conjugate_gradients[stopping test]");
    return scalars;
  }

  template <class Relative>
  void append_history(std::vector<double>& history, std::int64_t count, const Relative& relative) const {
    const auto squared = detail::host_copy(history_);
    for (std::int64_t i = 0; i < count; ++i) history.push_back(relative(squared(static_cast<std::size_t>(i))));
  }

  using History = Kokkos::View<double*, Space>;

  ExecutionSpace exec_;
  FusedMemory<ExecutionSpace> memory_;
  Vector r_;
  Vector p_;
  Vector q_;
  Kokkos::View<Scalar, Space> pq_;
  Kokkos::View<detail::GradientScalars, Space> scalars_;
  History history_;
};

/// \brief Solves `A*x = b` by conjugate gradients, from the x that it is given: see ConjugateGradients::solve().
/// \param exec  the instance of the plan
template <class ExecutionSpace, class Operator, class B, class X, class = detail::if_solvable<ExecutionSpace, B, X>>
SolverResult conjugate_gradients(const ExecutionSpace& exec, const Operator& A, const B& b, const X& x,
                                 const SolverOptions& options = {}) {
  using Solver = ConjugateGradients<ExecutionSpace, typename X::non_const_value_type>;
  return Solver(exec, static_cast<std::int64_t>(b.extent(0))).solve(A, b, x, options);
}

/// \brief The same with Jacobi's preconditioner.
/// \param inverse_diagonal  what inverse_diagonal() makes, or a View of your own; all elements are positive
template <class ExecutionSpace, class Operator, class B, class X, class D,
          class = detail::if_solvable<ExecutionSpace, B, X, D>>
SolverResult conjugate_gradients(const ExecutionSpace& exec, const Operator& A, const B& b, const X& x,
                                 const D& inverse_diagonal, const SolverOptions& options = {}) {
  using Solver = ConjugateGradients<ExecutionSpace, typename X::non_const_value_type>;
  return Solver(exec, static_cast<std::int64_t>(b.extent(0))).solve(A, b, x, inverse_diagonal, options);
}

/// \brief Refuses other arguments at compile time.
template <class... Arguments>
SolverResult conjugate_gradients(const Arguments&...) {
  static_assert(sizeof...(Arguments) == SIZE_MAX,
                "sporos::conjugate_gradients: the arguments are exec, plan, b, x (, inverse_diagonal) (, options), and "
                "b, x and inverse_diagonal are Kokkos Views; the plan is sporos::Plan(exec, A)");
  return {};
}

}  // namespace sporos
