// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// petsc_ends throw|kill: what ends the job, on the second rank of several. CTest looks for the message.
#include <csignal>
#include <cstring>

#include "unit_tests/engines/petsc/Matrices.hpp"

int main(int argc, char** argv) {
  using petsc_tests::System;
  PetscCall(PetscInitialize(&argc, &argv, nullptr, nullptr));
  Kokkos::initialize(argc, argv);
  const bool throws = argc > 1 && std::strcmp(argv[1], "throw") == 0;
  const System system(petsc_tests::grid());
  PetscCall(sporos::petsc::attach(system.A));
  if (petsc_tests::rank() == 1) {
    if (!throws) std::raise(SIGKILL);
    Kokkos::finalize();
  }
  // What the others are waiting for does not come.
  PetscCall(MatMult(system.A, system.x, system.y));
  PetscReal norm = 0;
  PetscCall(VecNorm(system.y, NORM_2, &norm));
  return 0;
}
