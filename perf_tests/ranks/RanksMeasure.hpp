// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Times the parts of a product, and conjugate gradients, in rounds in which everything has its turn.
#pragma once

#include <functional>
#include <map>
#include <numeric>
#include <random>

#include "perf_tests/ranks/RanksProblem.hpp"
#include "perf_tests/support/Statistics.hpp"
#include "unit_tests/support/compiled/CompiledLeaves.hpp"

#ifdef SPOROS_RANKS_WITH_MKL
#include "perf_tests/peers/MklCalls.hpp"
#endif

namespace sporos::perf {

struct Part {
  std::string name;
  std::function<void()> run;
  double divisor = 1;  // of its time: steps of a solver
};

/// \brief Seconds of each part: of a round the slowest rank counts.
inline std::map<std::string, Timing> measure_parts(const std::vector<Part>& parts, int rounds) {
  constexpr double shortest_s = 2e-4;
  std::vector<int> batches;
  const auto sample = [](const Part& part, int batch) {
    MPI_Barrier(PETSC_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int call = 0; call < batch; ++call) part.run();
    if (is_on_device) Kokkos::fence();  // PETSc does not wait for its products there
    double seconds = (MPI_Wtime() - begin) / batch;
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
    return seconds;
  };
  for (const Part& part : parts) {
    sample(part, 2);
    const double seconds = sample(part, 3);
    batches.push_back(std::max(1, std::min(1000, static_cast<int>(shortest_s / std::max(seconds, 1e-9)))));
  }
  std::vector<std::vector<double>> samples(parts.size());
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random;
  for (int round = 0; round < rounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t i : order) samples[i].push_back(sample(parts[i], batches[i]) / parts[i].divisor);
  }
  std::map<std::string, Timing> timings;
  for (std::size_t i = 0; i < parts.size(); ++i) timings[parts[i].name] = summarise(samples[i]);
  return timings;
}

#ifdef SPOROS_RANKS_WITH_MKL
/// \brief The product of MATAIJMKL: its functions of MKL, with its hints, on the arrays of a block.
class MklProduct {
  using Calls = MklCalls<double>;

 public:
  explicit MklProduct(Mat block) {
    const PetscInt* offsets = nullptr;
    const PetscInt* columns = nullptr;
    double* values = nullptr;
    PetscMemType memory;
    PetscInt m = 0, n = 0;
    check(MatSeqAIJGetCSRAndMemType(block, &offsets, &columns, &values, &memory));
    check(MatGetLocalSize(block, &m, &n));
    Calls::create(&matrix_, SPARSE_INDEX_BASE_ZERO, m, n, const_cast<int*>(offsets), const_cast<int*>(offsets) + 1,
                  const_cast<int*>(columns), values);
    mkl_sparse_set_mv_hint(matrix_, SPARSE_OPERATION_NON_TRANSPOSE, description_, 1000);
    mkl_sparse_set_memory_hint(matrix_, SPARSE_MEMORY_AGGRESSIVE);
    mkl_sparse_optimize(matrix_);
  }
  MklProduct(const MklProduct&) = delete;
  MklProduct& operator=(const MklProduct&) = delete;
  ~MklProduct() { mkl_sparse_destroy(matrix_); }

  void run(Vec x, Vec y) const {
    const double* from = nullptr;
    double* to = nullptr;
    check(VecGetArrayRead(x, &from));
    check(VecGetArrayWrite(y, &to));
    Calls::multiply(SPARSE_OPERATION_NON_TRANSPOSE, 1.0, matrix_, description_, from, 0.0, to);
    check(VecRestoreArrayWrite(y, &to));
    check(VecRestoreArrayRead(x, &from));
  }

 private:
  sparse_matrix_t matrix_ = nullptr;
  matrix_descr description_ = {SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_LOWER, SPARSE_DIAG_NON_UNIT};
};
#endif

/// \brief Conjugate gradients with a fixed number of steps.
class Solver {
 public:
  static constexpr int steps = 20;

  explicit Solver(Mat A) {
    PC pc = nullptr;
    check(KSPCreate(PETSC_COMM_WORLD, &ksp_));
    check(KSPSetOperators(ksp_, A, A));
    check(KSPSetType(ksp_, KSPCG));
    check(KSPGetPC(ksp_, &pc));
    check(PCSetType(pc, PCNONE));
    check(KSPSetNormType(ksp_, KSP_NORM_NONE));
    check(KSPSetTolerances(ksp_, 0, 0, PETSC_DEFAULT, steps));
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver() { static_cast<void>(KSPDestroy(&ksp_)); }

  void run(Vec b, Vec x) const {
    PetscInt done = 0;
    check(KSPSolve(ksp_, b, x));
    check(KSPGetIterationNumber(ksp_, &done));
    if (done != steps)
      throw std::runtime_error("conjugate gradients ended early: the matrix is not definite, see --no-solver");
  }

 private:
  KSP ksp_ = nullptr;
};

/// \brief The product of a plan without PETSc.
template <class Planned, class X, class Y>
std::function<void()> product_of(Planned plan, const X& x, const Y& y) {
  const auto kept = std::make_shared<Planned>(std::move(plan));
  return [kept, x, y] {
    kept->apply(1.0, x, 0.0, y);
    if (!is_on_device) kept->exec().fence();
  };
}

/// \brief All parts of a problem. The names with `petsc` and `sporos` are two sides of one comparison; `plan` and `mkl`
/// multiply the diagonal block without the hook.
inline std::map<std::string, Timing> measure_problem(const RanksProblem& problem, const Options& options, int rounds,
                                                     bool solves) {
  using Exec = Kokkos::DefaultExecutionSpace;
  const char* const names[] = {"petsc", "sporos"};
  std::vector<Part> parts;
  std::vector<std::unique_ptr<Solver>> solvers;
  const Mat matrices[] = {problem.A, problem.attached};
  for (int i = 0; i < 2; ++i) {
    const std::string name = names[i];
    const Mat A = matrices[i], diagonal = problem.diagonal[i], other = problem.other[i];
    parts.push_back({"product " + name, [=, &problem] { check(MatMult(A, problem.x, problem.y)); }});
    parts.push_back({"local " + name, [=, &problem] { check(MatMult(diagonal, problem.local_x, problem.local_y)); }});
    if (other != nullptr) {
      parts.push_back({"other " + name,
                       [=, &problem] { check(MatMultAdd(other, problem.ghosts, problem.local_y, problem.local_y)); }});
    }
    if (solves && problem.is_square()) {
      solvers.push_back(std::make_unique<Solver>(A));
      const Solver* solver = solvers.back().get();
      parts.push_back(
          {"step " + name, [=, &problem] { solver->run(problem.x, problem.solution); }, double(Solver::steps)});
    }
  }
  if (problem.exchange != nullptr) {
    parts.push_back(
        {"exchange", [&] {
           check(VecScatterBegin(problem.exchange, problem.x, problem.ghosts, INSERT_VALUES, SCATTER_FORWARD));
           check(VecScatterEnd(problem.exchange, problem.x, problem.ghosts, INSERT_VALUES, SCATTER_FORWARD));
         }});
  }
  const Exec exec = sporos::detail::petsc_instance<Exec>();
  sporos::detail::PetscRows<Exec> rows(exec, problem.diagonal[1], std::make_shared<sporos::detail::PetscOwner>());
  auto news = sporos::detail::PetscRows<Exec>::News::none;
  check(rows.follow(false, news));
  // The vectors of the hook: others might lie better in memory, or worse.
  using Input = sporos::detail::PetscVector<Exec, const double>;
  using Output = sporos::detail::PetscVector<Exec, double>;
  typename Input::view_type from;
  typename Output::view_type to;
  typename Input::buffer_type no_copy;
  {
    Input x(exec, problem.local_x);
    Output y(exec, problem.local_y);
    check(x.take(no_copy, false, from));
    check(y.take(no_copy, true, to));
  }
  parts.push_back({"plan", options.format ? product_of(Plan(exec, any_matrix(rows.matrix()), options), from, to)
                                          : product_of(Plan(exec, rows.matrix(), options), from, to)});
#ifdef SPOROS_RANKS_WITH_MKL
  const MklProduct mkl(problem.diagonal[0]);
  parts.push_back({"mkl", [&] { mkl.run(problem.local_x, problem.local_y); }});
#endif
  return measure_parts(parts, rounds);
}

}  // namespace sporos::perf
