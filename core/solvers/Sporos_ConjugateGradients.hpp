// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Conjugate gradients for Hermitian positive definite matrices, with any plan.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "core/Sporos_Fused.hpp"
#include "core/device/instance/Sporos_InstanceKey.hpp"
#include "core/device/instance/Sporos_Recording.hpp"
#include "core/device/instance/Sporos_Replay.hpp"
#include "core/kernels/Sporos_ConjugateGradientSteps.hpp"
#include "core/setup/Sporos_AtFinalize.hpp"
#include "core/solvers/Sporos_CheckSolver.hpp"
#include "core/solvers/Sporos_SolverResult.hpp"
#include "formats/common/Sporos_Arrays.hpp"

namespace sporos {

/// \brief Conjugate gradients, and the vectors that they need: made once for many solutions of one size.
///
/// An iteration is one product and two passes over the vectors, which also compute the dot products. All scalars stay
/// on the device. The host waits once at the start and then after every `check_every` iterations; the iterations that
/// follow the last needed one change nothing. On CUDA what lies between two waits is recorded as a graph and replayed,
/// unless the plan is tuning or runs on the default stream. Dot products are summed in a fixed order.
///
/// The memory is three vectors and 65 KiB, which Kokkos::finalize frees. One solution at a time.
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
      : parts_(std::make_unique<Parts>(detail::usable_instance("ConjugateGradients", exec), unknowns)) {}

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
  /// \throws std::runtime_error where this was moved from, or Kokkos was finalized
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
      detail::check_input<ExecutionSpace>(function, "inverse_diagonal", inverse_diagonal, parts().r.extent(0), "b");
      detail::must_be_apart(function, "x", x, "inverse_diagonal", inverse_diagonal);
      const detail::DiagonalScaling<typename D::non_const_value_type> scaling{inverse_diagonal.data()};
      return run(A, b, x, scaling, options);
    } else {
      return {};
    }
  }

 private:
  static constexpr const char* function = "ConjugateGradients::solve";

  using History = Kokkos::View<double*, Space>;

  struct Parts {
    Parts(const ExecutionSpace& instance, std::int64_t unknowns)
        : exec(instance),
          memory(exec),
          r(vector("sporos::conjugate_gradients[r]", unknowns)),
          p(vector("sporos::conjugate_gradients[p]", unknowns)),
          q(vector("sporos::conjugate_gradients[q]", unknowns)) {}

    Vector vector(const char* label, std::int64_t unknowns) const {
      detail::require_not_negative("ConjugateGradients", "unknowns", unknowns);
      return detail::fresh_array<Vector>(exec, label, unknowns);
    }

    ExecutionSpace exec;
    FusedMemory<ExecutionSpace> memory;
    Vector r;
    Vector p;
    Vector q;
    Kokkos::View<Scalar, Space> pq{"sporos::conjugate_gradients[pq]"};
    Kokkos::View<detail::GradientScalars, Space> scalars{"sporos::conjugate_gradients[scalars]"};
    History history;
  };

  Parts& parts() const {
    if (parts_.get() == nullptr) {
      throw std::runtime_error(detail::concat("sporos::", detail::Caller::of(function),
                                              ": the solver is empty (moved from, or Kokkos was finalized)"));
    }
    return *parts_.get();
  }

  template <class Operator, class B, class X>
  void check(const Operator& A, const B& b, const X& x) const {
    detail::require(b.extent(0) == x.extent(0), function, "b has ", b.extent(0), " elements, but x has ", x.extent(0),
                    "; both need as many as the square matrix has rows");
    detail::require(b.extent(0) == parts().r.extent(0), function, "b and x have ", b.extent(0),
                    " elements, but the solver was made for ", parts().r.extent(0), " unknowns");
    detail::check_input<ExecutionSpace>(function, "b", b, parts().r.extent(0), "the solver");
    detail::check_output<ExecutionSpace>(function, "x", x, parts().r.extent(0), "the solver");
    detail::must_be_apart(function, "x", x, "b", b);
    detail::require(!detail::is_recording(parts().exec), function, "it waits, so it cannot be recorded into a graph");
    if constexpr (detail::is_plan<Operator>) {
      A.check_vectors(function, b, x, {"b", "x", true});
      detail::require(detail::instance_key(A.exec()) == detail::instance_key(parts().exec), function,
                      "the plan is on another instance of ", ExecutionSpace::name());
    }
  }

  template <class Operator, class B, class X, class Scaling>
  SolverResult run(const Operator& A, const B& b, const X& x, const Scaling& scaling, const SolverOptions& options) {
    detail::check_options(function, options);
    check(A, b, x);
    const detail::ProfilingRegion region("sporos::conjugate_gradients");
    A.apply(Scalar(1), x, Scalar(0), parts().q);
    fold("sporos::conjugate_gradients[start]",
         detail::GradientStart<Scalar, Scalar, Scaling>{b.data(), parts().q.data(), parts().r.data(), parts().p.data(),
                                                        scaling, options.relative_residual, parts().scalars.data()});
    detail::GradientScalars scalars = read();
    SolverResult result;
    if (scalars.bb == 0) {
      Kokkos::deep_copy(parts().exec, x, Scalar(0));
      detail::wait_for(parts().exec, "sporos::conjugate_gradients[x = 0]");
      result.status = SolverStatus::converged;
      if (options.history) result.history.push_back(0);
      return result;
    }
    const double norm_of_b = std::sqrt(scalars.bb);
    const auto relative = [&](double rr) { return std::sqrt(rr) / norm_of_b; };
    if (options.history) result.history.push_back(relative(scalars.rr));
    if (parts().history.extent(0) < static_cast<std::size_t>(options.check_every)) {
      parts().history =
          detail::fresh_array<History>(parts().exec, "sporos::conjugate_gradients[history]", options.check_every);
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
        replay.run(parts().exec, [&] { iterate(now); });
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
    const auto pq = dot_with(parts().p, parts().pq);
    if constexpr (detail::is_plan<Operator>) {
      apply_dots(A, Scalar(1), parts().p, Scalar(0), parts().q, parts().memory, pq);
    } else {
      A.apply(Scalar(1), parts().p, Scalar(0), parts().q);
      detail::launch_dots<Scalar>(function, parts().exec, parts().q,
                                  detail::checked_dots<ExecutionSpace>(function, "q", parts().q, pq), parts().memory);
    }
    fold("sporos::conjugate_gradients[residual]",
         detail::GradientResidual<Scalar, Real, Scaling>{parts().q.data(), parts().r.data(), parts().pq.data(), scaling,
                                                         parts().scalars.data(), parts().history.data(), period});
    fold("sporos::conjugate_gradients[direction]",
         detail::GradientDirection<Scalar, Scalar, Real, Scaling>{parts().r.data(), parts().p.data(), x.data(), scaling,
                                                                  parts().scalars.data()});
  }

  template <class Elements>
  void fold(const char* label, const Elements& elements) const {
    detail::launch_fold(label, parts().exec, parts().memory.machine(), static_cast<std::int64_t>(parts().r.extent(0)),
                        elements, parts().memory.places(function));
  }

  // Waits.
  detail::GradientScalars read() const {
    detail::GradientScalars scalars;
    Kokkos::deep_copy(parts().exec, Kokkos::View<detail::GradientScalars, Kokkos::HostSpace>(&scalars),
                      parts().scalars);
    detail::wait_for(parts().exec, "sporos::conjugate_gradients[stopping test]");
    return scalars;
  }

  template <class Relative>
  void append_history(std::vector<double>& history, std::int64_t count, const Relative& relative) const {
    const auto squared = detail::host_copy(parts().history);
    for (std::int64_t i = 0; i < count; ++i) history.push_back(relative(squared(static_cast<std::size_t>(i))));
  }

  detail::UntilFinalize<std::unique_ptr<Parts>> parts_;
};

/// \brief Solves `A*x = b` by conjugate gradients, from the x that it is given: see ConjugateGradients::solve().
/// \param exec  the instance of the plan
template <class ExecutionSpace, class Operator, class B, class X, class = detail::if_solvable<ExecutionSpace, B, X>>
SolverResult conjugate_gradients(const ExecutionSpace& exec, const Operator& A, const B& b, const X& x,
                                 const SolverOptions& options = {}) {
  const detail::Caller caller("conjugate_gradients");
  using Solver = ConjugateGradients<ExecutionSpace, typename X::non_const_value_type>;
  return Solver(exec, static_cast<std::int64_t>(b.extent(0))).solve(A, b, x, options);
}

/// \brief The same with Jacobi's preconditioner.
/// \param inverse_diagonal  what inverse_diagonal() makes, or a View of your own; all elements are positive
template <class ExecutionSpace, class Operator, class B, class X, class D,
          class = detail::if_solvable<ExecutionSpace, B, X, D>>
SolverResult conjugate_gradients(const ExecutionSpace& exec, const Operator& A, const B& b, const X& x,
                                 const D& inverse_diagonal, const SolverOptions& options = {}) {
  const detail::Caller caller("conjugate_gradients");
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
