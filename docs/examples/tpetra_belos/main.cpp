// Solves A*x = b by Belos' conjugate gradients: mpirun -n 4 tpetra_belos [matrix.mtx]
#include <BelosPseudoBlockCGSolMgr.hpp>
#include <BelosTpetraAdapter.hpp>
#include <MatrixMarket_Tpetra.hpp>
#include <core/interop/Sporos_Tpetra.hpp>
#include <iostream>

using Matrix = Tpetra::CrsMatrix<>;
using Vectors = Tpetra::MultiVector<>;
using Global = Matrix::global_ordinal_type;
using Teuchos::rcp;

Teuchos::RCP<Matrix> tridiagonal(Global rows) {
  const auto map = rcp(new Tpetra::Map<>(rows, 0, Tpetra::getDefaultComm()));
  const auto A = rcp(new Matrix(map, 3));
  for (const Global row : map->getNodeElementList()) {
    for (Global column = std::max<Global>(row - 1, 0); column <= std::min(row + 1, rows - 1); ++column) {
      A->insertGlobalValues(row, Teuchos::tuple(column), Teuchos::tuple(column == row ? 2.5 : -1.0));
    }
  }
  A->fillComplete();
  return A;
}

int main(int argc, char** argv) {
  const Tpetra::ScopeGuard scope(&argc, &argv);
  const auto comm = Tpetra::getDefaultComm();
  const auto given =
      argc > 1 ? Tpetra::MatrixMarket::Reader<Matrix>::readSparseFile(argv[1], comm) : tridiagonal(100000);
  const auto A = rcp(new sporos::tpetra::CrsMatrix<>(*given));  // all that Sporos needs

  const auto x = rcp(new Vectors(A->getDomainMap(), 1)), b = rcp(new Vectors(A->getRangeMap(), 1));
  b->putScalar(1);
  using Problem = Belos::LinearProblem<double, Vectors, Tpetra::Operator<>>;
  const auto problem = rcp(new Problem(A, x, b));
  problem->setProblem();
  const auto parameters = Teuchos::parameterList();
  parameters->set("Convergence Tolerance", 1e-8);
  Belos::PseudoBlockCGSolMgr<double, Vectors, Tpetra::Operator<>> solver(problem, parameters);
  const bool converged = solver.solve() == Belos::Converged;
  if (comm->getRank() == 0) {
    std::cout << A->describe() << "\n"
              << (converged ? "solved" : "not solved") << " in " << solver.getNumIters() << " iterations\n";
  }
  return converged ? 0 : 1;
}
