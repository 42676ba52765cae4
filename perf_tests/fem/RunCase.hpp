// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief run_case(), for one type of numbers.
#pragma once

#include <algorithm>
#include <limits>

#include "perf_tests/fem/Operators.hpp"
#include "unit_tests/support/compiled/CompiledLeaves.hpp"

namespace sporos_fem {

// The solution and 0 on the boundary, at all nodes, which lie on the lines of a finer grid.
template <int Dim, class Solution>
Picture picture_of(const Discretisation<Dim>& problem, const Solution& solution) {
  const Grid<Dim>& grid = problem.grid();
  const auto vertices = sporos::detail::host_copy(problem.vertices());
  const auto values = sporos::detail::host_copy(solution);
  const Grid<Dim> fine{grid.cells * grid.degree, 1};
  Picture picture;
  picture.dimensions = Dim;
  picture.cells = fine.cells;
  for (std::int64_t node = 0; node < fine.num_vertices(); ++node) {
    // In which element the node is, where in it, and which unknown: the last of those that share it.
    std::int64_t rest = node, e = 0, step = 1, unknown = 0, unknown_step = 1;
    double x[Dim];
    for (int d = 0; d < Dim; ++d, rest /= fine.cells + 1, step *= grid.cells, unknown_step *= grid.inner()) {
      const std::int64_t on_line = rest % (fine.cells + 1);
      const std::int64_t cell = std::min(on_line / grid.degree, grid.cells - 1);
      x[d] = static_cast<double>(on_line - cell * grid.degree) / grid.degree;
      e += step * cell;
      const bool is_inside = unknown >= 0 && on_line > 0 && on_line < fine.cells;
      unknown = is_inside ? unknown + unknown_step * (on_line - 1) : -1;
    }
    double at[3] = {0, 0, 0};
    for (int c = 0; c < Grid<Dim>::corners; ++c) {
      double weight = 1;
      for (int d = 0; d < Dim; ++d) weight *= (c >> d & 1) != 0 ? x[d] : 1 - x[d];
      for (int d = 0; d < Dim; ++d) at[d] += weight * vertices(static_cast<std::size_t>(grid.vertex(e, c)), d);
    }
    picture.coordinates.insert(picture.coordinates.end(), at, at + 3);
    picture.values.push_back(unknown >= 0 ? static_cast<double>(values(static_cast<std::size_t>(unknown))) : 0.0);
  }
  return picture;
}

/// \brief Runs every operator, in turns, so that none has the machine at a better time.
template <class T, int Dim>
class CaseRun {
 public:
  CaseRun(const Settings& settings, const Discretisation<Dim>& problem, const Progress& progress)
      : settings_(settings), problem_(problem), progress_(progress), b_(problem.template loads<T>()) {}

  void run(const Exec& exec, typename Operators<T>::List& operators) {
    std::vector<std::vector<double>> seconds(operators.size());
    for (int round = 0; round < settings_.repetitions; ++round) {
      for (std::size_t i = 0; i < operators.size(); ++i) {
        if (round == 0) warm_up(*operators[i]);
        progress_("solving with " + operators[i]->result.library + ' ' + operators[i]->result.operator_name);
        seconds[i].push_back(solve(exec, *operators[i]));
      }
    }
    for (std::size_t i = 0; i < operators.size(); ++i) {
      auto& times = seconds[i];
      std::sort(times.begin(), times.end());
      Result& result = operators[i]->result;
      result.seconds = times[times.size() / 2];
      // The matrix, and what an iteration must read and write of vectors: p and q in the product; q, r, r for the
      // residual; r, p, x, p, x for the direction and the solution.
      const double bytes = static_cast<double>(result.memory_bytes) +
                           10.0 * static_cast<double>(sizeof(T)) * static_cast<double>(b_.extent(0));
      result.gbs = bytes * result.iterations_per_s() * 1e-9;
    }
  }

  const Vector<T>& solution() const { return x_; }

 private:
  void warm_up(Operator<T>& one) {
    start();
    sporos::SolverOptions options;
    options.max_iterations = 3;
    one.solve(b_, x_, options);
  }

  double solve(const Exec& exec, Operator<T>& one) {
    start();
    sporos::SolverOptions options;
    const double usual = sizeof(T) == 4 ? 1e-5 : 1e-11;
    options.relative_residual = settings_.relative_residual > 0 ? settings_.relative_residual : usual;
    options.max_iterations = 1000 + 50 * problem_.grid().inner() * problem_.grid().degree;
    if (settings_.iterations > 0) {
      options.relative_residual = 0;
      options.max_iterations = settings_.iterations;
    }
    sporos::SolverResult found;
    const double seconds = seconds_of(exec, [&] { found = one.solve(b_, x_, options); });
    Result& result = one.result;
    result.iterations = found.iterations;
    result.converged = found.converged();
    result.status = name(found.status);
    const bool is_solved = settings_.iterations == 0;
    result.error_l2 = is_solved ? problem_.error(x_) : std::numeric_limits<double>::quiet_NaN();
    return seconds;
  }

  void start() {
    x_ = Vector<T>("x", b_.extent(0));
    Kokkos::fence();
  }

  const Settings& settings_;
  const Discretisation<Dim>& problem_;
  const Progress& progress_;
  Vector<T> b_;
  Vector<T> x_;
};

template <class T, int Dim>
Case run_case_of(const Settings& settings, int degree, const Progress& progress, Picture* picture) {
  const Exec exec;
  const Discretisation<Dim> problem(exec, degree, settings.unknowns, settings.mesh.distortion);
  Case found;
  found.degree = degree;
  found.unknowns = problem.grid().num_unknowns();
  found.elements = problem.grid().num_elements();
  found.scalar = sizeof(T) == 4 ? "float" : "double";
  found.mesh = settings.mesh.name;
  auto operators = Operators<T>(exec, settings, progress).make(problem);
  CaseRun<T, Dim> run(settings, problem, progress);
  run.run(exec, operators);
  if (picture != nullptr) *picture = picture_of(problem, run.solution());
  for (const auto& one : operators) found.results.push_back(one->result);
  return found;
}

template <class T>
Case run_case(const Settings& settings, int degree, const Progress& progress, Picture* picture) {
  return settings.mesh.dimensions == 2 ? run_case_of<T, 2>(settings, degree, progress, picture)
                                       : run_case_of<T, 3>(settings, degree, progress, picture);
}

}  // namespace sporos_fem
