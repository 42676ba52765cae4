// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <petscksp.h>

#include <Sporos.hpp>
#include <core/interop/Sporos_Petsc.hpp>
#include <formats/generate/Sporos_Generate.hpp>
#include <formats/matrix_market/Sporos_MatrixMarket.hpp>

int main(int argc, char** argv) {  // petsc_ksp file.mtx|stencil7:64,values=laplace [options of PETSc]
  PetscCall(PetscInitialize(&argc, &argv, nullptr, nullptr));
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const std::string name = argc > 1 && argv[1][0] != '-' ? argv[1] : "stencil7:16,values=laplace";
  const bool is_file = name.find(".mtx") != std::string::npos;
  const auto all = is_file ? sporos::read_matrix_market<double, PetscInt, PetscInt>(name)
                           : sporos::generate<double, PetscInt, PetscInt>(name);

  PetscInt local = PETSC_DECIDE, n = static_cast<PetscInt>(all.num_rows), end = 0;  // each rank takes its rows
  PetscCall(PetscSplitOwnership(PETSC_COMM_WORLD, &local, &n));
  MPI_Scan(&local, &end, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD);
  const PetscInt first = all.row_offsets(end - local), last = all.row_offsets(end);
  std::vector<PetscInt> offsets(&all.row_offsets(end - local), &all.row_offsets(end) + 1);
  for (PetscInt& offset : offsets) offset -= first;
  const std::vector<PetscScalar> values(all.values.data() + first, all.values.data() + last);
  Mat A;
  PetscCall(MatCreateMPIAIJWithArrays(PETSC_COMM_WORLD, local, local, n, n, offsets.data(), all.columns.data() + first,
                                      values.data(), &A));

  PetscCall(sporos::petsc::attach(A));  // all that is new

  Vec x, b;
  KSP solver;
  PetscInt iterations;
  KSPConvergedReason reason;
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecSet(b, 1));
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &solver));
  PetscCall(KSPSetOperators(solver, A, A));
  PetscCall(KSPSetFromOptions(solver));
  PetscCall(KSPSolve(solver, b, x));
  PetscCall(KSPGetIterationNumber(solver, &iterations));
  PetscCall(KSPGetConvergedReason(solver, &reason));
  PetscCall(sporos::petsc::view(A, PETSC_VIEWER_STDOUT_WORLD));
  PetscCall(
      PetscPrintf(PETSC_COMM_WORLD, "%s in %d iterations\n", reason > 0 ? "solved" : "not solved", (int)iterations));
  PetscCall(KSPDestroy(&solver));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscCall(MatDestroy(&A));
  return PetscFinalize();
}
