// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Eigen's own conjugate gradients on the host, over a row-major matrix mapped on the arrays given.
#pragma once

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>
#include <cmath>

#include "perf_tests/fem/peers/ProductSolver.hpp"

namespace sporos_fem {

/// \brief Keeps no history. Eigen does not say where it breaks down: that is a residual that is not finite.
template <class T>
class EigenSolver : public PeerSolver<T> {
  using Rows = Eigen::SparseMatrix<T, Eigen::RowMajor, int>;
  using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  // With both triangles it multiplies by the rows, in several threads.
  template <class Preconditioner>
  using Solver = Eigen::ConjugateGradient<Rows, Eigen::Lower | Eigen::Upper, Preconditioner>;

 public:
  EigenSolver(const Exec& exec, const GlobalMatrix<T>& matrix)
      : arrays_(matrix),
        rows_(matrix.num_rows, matrix.num_columns, matrix.nnz(), matrix.row_offsets.data(), matrix.columns.data(),
              matrix.values.data()) {
    Eigen::setNbThreads(static_cast<int>(exec.concurrency()));
    plain_.compute(rows_);
    jacobi_.compute(rows_);
  }

  sporos::SolverResult solve(const Vector<T>& b, const Vector<T>& x, const Vector<T>& inverse_diagonal,
                             const sporos::SolverOptions& options) override {
    return inverse_diagonal.extent(0) == 0 ? run(plain_, b, x, options) : run(jacobi_, b, x, options);
  }
  std::int64_t matrix_bytes() const override { return bytes_of_rows(arrays_); }

 private:
  template <class Any>
  static sporos::SolverResult run(Any& solver, const Vector<T>& b, const Vector<T>& x,
                                  const sporos::SolverOptions& options) {
    const auto extent = static_cast<Eigen::Index>(b.extent(0));
    const Eigen::Map<const Column> right(b.data(), extent);
    Eigen::Map<Column> solution(x.data(), extent);
    solver.setTolerance(static_cast<T>(options.relative_residual));
    solver.setMaxIterations(static_cast<Eigen::Index>(options.max_iterations));
    solution = solver.solveWithGuess(right, solution);
    sporos::SolverResult result;
    result.iterations = static_cast<std::int64_t>(solver.iterations());
    result.relative_residual = static_cast<double>(solver.error());
    result.status = !std::isfinite(result.relative_residual) ? sporos::SolverStatus::breakdown
                    : solver.info() == Eigen::Success        ? sporos::SolverStatus::converged
                                                             : sporos::SolverStatus::iteration_limit;
    return result;
  }

  GlobalMatrix<T> arrays_;
  Eigen::Map<const Rows> rows_;  // the solvers refer to it
  Solver<Eigen::IdentityPreconditioner> plain_;
  Solver<Eigen::DiagonalPreconditioner<T>> jacobi_;
};

template <class T>
std::vector<Peer<T>> eigen_peers() {
  return {{"eigen", &prepare_solver<T, EigenSolver<T>>}};
}

}  // namespace sporos_fem
