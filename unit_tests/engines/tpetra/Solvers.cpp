// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <BelosPseudoBlockCGSolMgr.hpp>
#include <BelosTpetraAdapter.hpp>
#include <Ifpack2_Factory.hpp>
#include <limits>

#include "core/interop/Sporos_Tpetra.hpp"
#include "unit_tests/engines/tpetra/Matrices.hpp"

namespace solvers {

using namespace sporos_test;
using Operator = Tpetra::Operator<>;
using Problem = Belos::LinearProblem<Scalar, Vectors, Operator>;

constexpr Global side = 12;

struct Solution {
  int iterations;
  bool converged;
  double residual;  // of its norm, relative to that of the right-hand side
};

Solution solve(const RCP<const Matrix>& A, const RCP<Operator>& preconditioner, const RCP<const Vectors>& b) {
  const RCP<Vectors> x = rcp(new Vectors(A->getDomainMap(), b->getNumVectors()));
  const RCP<Problem> problem = rcp(new Problem(A, x, b));
  if (!preconditioner.is_null()) problem->setLeftPrec(preconditioner);
  problem->setProblem();
  const auto parameters = Teuchos::parameterList();
  parameters->set("Convergence Tolerance", 1e-10);
  parameters->set("Maximum Iterations", 500);
  Belos::PseudoBlockCGSolMgr<Scalar, Vectors, Operator> solver(problem, parameters);
  const bool converged = solver.solve() == Belos::Converged;
  Vectors r(*b, Teuchos::Copy);
  A->apply(*x, r, Teuchos::NO_TRANS, -1, 1);
  return {solver.getNumIters(), converged, r.getVector(0)->norm2() / b->getVector(0)->norm2()};
}

RCP<Operator> preconditioner_of(const std::string& name, const RCP<const Matrix>& A) {
  if (name == "none") return Teuchos::null;
  Teuchos::ParameterList parameters;
  if (name == "Jacobi") {
    parameters.set("relaxation: type", "Jacobi");
  } else {
    parameters.set("schwarz: subdomain solver name", name);
    parameters.set("schwarz: overlap level", 0);
  }
  const auto preconditioner = Ifpack2::Factory::create<Tpetra::RowMatrix<>>(name == "Jacobi" ? "RELAXATION" : "SCHWARZ",
                                                                            RCP<const Tpetra::RowMatrix<>>(A));
  preconditioner->setParameters(parameters);
  preconditioner->initialize();
  preconditioner->compute();
  return preconditioner;
}

TEST(TpetraSolvers, NeedAsManyIterationsAsWithTheStockMatrixAndTheSamePreconditioner) {
  const RCP<const Matrix> stock = stencil(even_map(side * side), side);
  const RCP<const Matrix> ours = rcp(new sporos::tpetra::CrsMatrix<>(*stock));
  const auto b = vectors(stock->getRangeMap(), 2, 3);
  for (const std::string name : {"none", "Jacobi", "RILUK"}) {
    SCOPED_TRACE(name);
    const Solution should = solve(stock, preconditioner_of(name, stock), b);
    const Solution is = solve(ours, preconditioner_of(name, ours), b);
    EXPECT_TRUE(should.converged && is.converged);
    EXPECT_GT(is.iterations, 5);
    EXPECT_EQ(is.iterations, should.iterations);
    EXPECT_LT(is.residual, 2e-10);
  }
}

TEST(TpetraFaults, SolverSaysThatTheRightHandSideIsNotANumber) {
  const RCP<const Matrix> ours = rcp(new sporos::tpetra::CrsMatrix<>(*stencil(even_map(side * side), side)));
  const auto b = vectors(ours->getRangeMap(), 1, 3);
  if (rank() == num_ranks() - 1) b->replaceLocalValue(0, 0, std::numeric_limits<double>::quiet_NaN());
  std::string said;
  try {
    if (!solve(ours, Teuchos::null, b).converged) said = "has not converged";
  } catch (const std::exception& error) {
    said = error.what();
  }
  EXPECT_NE(said.find("NaN"), std::string::npos) << said;
}

}  // namespace solvers
