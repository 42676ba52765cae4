// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <csignal>

#include "core/interop/Sporos_Tpetra.hpp"
#include "unit_tests/engines/tpetra/Matrices.hpp"

// What ends the whole job. CTest runs each of them alone, and looks for what is said last.
namespace end_of_job {

using namespace sporos_test;

constexpr Global side = 12;

void multiply_for_ever(const Matrix& A) {
  const auto x = vectors(A.getDomainMap(), 1, 1), y = vectors(A.getRangeMap(), 1, 2);
  for (int i = 0;; ++i) {
    A.apply(*x, *y);
    if (i == 10 && rank() == 1) std::raise(SIGKILL);
  }
}

TEST(TpetraEndOfJob, DISABLED_KilledRankEndsIt) {
  multiply_for_ever(sporos::tpetra::CrsMatrix<>(*stencil(even_map(side * side), side)));
}

// In the midst of a product, while the others wait for entries of x.
TEST(TpetraEndOfJob, DISABLED_RankThatThrowsEndsItWithAMessage) {
  sporos::tpetra::CrsMatrix<> A(*stencil(even_map(side * side), side, 0, 0, true));
  A.resumeFill();
  const int first = 0;
  const Scalar value = 1;
  A.insertLocalValues(A.getRowMap()->getMaxLocalIndex(), Teuchos::ArrayView<const int>(&first, 1),
                      Teuchos::ArrayView<const Scalar>(&value, 1));
  A.fillComplete();
  if (rank() == 1) const_cast<int&>(A.getLocalMatrixHost().graph.entries(0)) = 1234;
  multiply_for_ever(A);
}

}  // namespace end_of_job
