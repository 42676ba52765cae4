// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What solvers are told, and what they report.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/common/Sporos_Enumerators.hpp"

namespace sporos {

/// \brief How a solver runs and when it stops.
struct SolverOptions {
  std::int64_t max_iterations = 1000;  ///< no more than these
  double relative_residual = 1e-8;     ///< converged when `|r| <= relative_residual * |b|`; with 0 only when r is 0
  int check_every = 10;                ///< the host waits for the device after every so many iterations, and only then
  bool history = false;                ///< whether to report the residual of every iteration
  bool graph = true;                   ///< on CUDA: whether iterations may be recorded as a graph, and replayed
};

/// \brief How a solver ended.
enum class SolverStatus {
  converged,        ///< the residual is as small as asked for
  iteration_limit,  ///< it is not, after `max_iterations`
  breakdown         ///< the matrix or the preconditioner is not positive definite, or a number is not finite
};

namespace detail {

template <>
struct Enumerators<SolverStatus> {
  static constexpr const char* type = "SolverStatus";
  static constexpr Enumerator<SolverStatus> all[] = {{SolverStatus::converged, "converged"},
                                                     {SolverStatus::iteration_limit, "iteration_limit"},
                                                     {SolverStatus::breakdown, "breakdown"}};
};

}  // namespace detail

/// \brief The name of a status, as its enumerator is written.
constexpr const char* name(SolverStatus status) { return detail::enumerator_name(status); }

/// \brief How a solution was found, or why not.
struct SolverResult {
  SolverStatus status = SolverStatus::iteration_limit;  ///< how the solver ended
  std::int64_t iterations = 0;                          ///< how many changed x
  double relative_residual = 0;  ///< `|r| / |b|` of x, r being the residual that the iteration carries along
  std::vector<double> history;   ///< that of the first x, then of each iteration, if the options ask for it

  bool converged() const { return status == SolverStatus::converged; }  ///< whether x is the solution asked for
};

}  // namespace sporos
