// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <petscksp.h>

#include <limits>

#include "unit_tests/engines/petsc/Matrices.hpp"

namespace petsc_tests {
namespace {

/// \brief A Laplacian on the grid, so that conjugate gradients and multigrid are what one takes.
void make_definite(Mat A, const Pattern& pattern) {
  PetscInt first = 0;
  PetscInt end = 0;
  CHECK_PETSC(MatGetOwnershipRange(A, &first, &end));
  for (PetscInt row = first; row < end; ++row) {
    for (PetscInt column : pattern.columns_of(row)) {
      CHECK_PETSC(MatSetValue(A, row, column, row == column ? 4.01 : -1., INSERT_VALUES));
    }
  }
  assemble(A);
}

struct Outcome {
  PetscInt iterations = -1;
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
};

void solve(const System& system, const char* preconditioner, Outcome& outcome) {
  KSP solver = nullptr;
  PC pc = nullptr;
  Vec solution = nullptr;
  CHECK_PETSC(VecDuplicate(system.x, &solution));
  CHECK_PETSC(KSPCreate(PETSC_COMM_WORLD, &solver));
  CHECK_PETSC(KSPSetOperators(solver, system.A, system.A));
  CHECK_PETSC(KSPSetType(solver, KSPCG));
  CHECK_PETSC(KSPGetPC(solver, &pc));
  CHECK_PETSC(PCSetType(pc, preconditioner));
  CHECK_PETSC(KSPSetTolerances(solver, 1e-4, PETSC_DEFAULT, PETSC_DEFAULT, 100));
  CHECK_PETSC(KSPSolve(solver, system.y, solution));
  CHECK_PETSC(KSPGetIterationNumber(solver, &outcome.iterations));
  CHECK_PETSC(KSPGetConvergedReason(solver, &outcome.reason));
  CHECK_PETSC(KSPDestroy(&solver));
  CHECK_PETSC(VecDestroy(&solution));
}

// In block Jacobi each rank's block, which is the hooked one, is factored by ILU.
TEST(PetscSolvers, TakeAsManyIterationsWithEveryPreconditioner) {
  PetscBool has_hypre = PETSC_FALSE;
  CHECK_PETSC(PetscHasExternalPackage("hypre", &has_hypre));
  for (const char* preconditioner : {PCNONE, PCJACOBI, PCBJACOBI, PCGAMG, PCHYPRE}) {
    if (std::string(preconditioner) == PCHYPRE && !has_hypre) continue;
    // PETSc has no MatPtAP() of MATSEQAIJMKL that are not known to be symmetric.
    if (std::string(preconditioner) == PCGAMG && std::string(tested_type()) == "aijmkl" && ranks() == 1) continue;
    SCOPED_TRACE(preconditioner);
    System system(grid());
    make_definite(system.A, grid());
    Outcome stock;
    Outcome ours;
    solve(system, preconditioner, stock);
    CHECK_PETSC(sporos::petsc::attach(system.A));
    solve(system, preconditioner, ours);
    EXPECT_TRUE(attached(system.A));
    EXPECT_GT(ours.reason, 0);
    EXPECT_GT(ours.iterations, 1);
    EXPECT_EQ(ours.iterations, stock.iterations);
  }
}

TEST(PetscFaults, NanInTheRightHandSide) {
  System system(grid());
  make_definite(system.A, grid());
  PetscInt first = 0;
  PetscInt end = 0;
  CHECK_PETSC(VecGetOwnershipRange(system.y, &first, &end));
  if (first == 0) {
    CHECK_PETSC(VecSetValue(system.y, 0, std::numeric_limits<double>::quiet_NaN(), INSERT_VALUES));
  }
  CHECK_PETSC(VecAssemblyBegin(system.y));
  CHECK_PETSC(VecAssemblyEnd(system.y));
  CHECK_PETSC(sporos::petsc::attach(system.A));
  Outcome outcome;
  solve(system, PCNONE, outcome);
  EXPECT_EQ(outcome.reason, KSP_DIVERGED_NANORINF);
}

}  // namespace
}  // namespace petsc_tests
