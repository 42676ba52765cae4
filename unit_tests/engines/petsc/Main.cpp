// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All ranks run all tests; the first one prints how they went, the others only what went wrong.
#include <iostream>

#include "unit_tests/engines/petsc/Matrices.hpp"

namespace {

class Failures : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::cerr << "rank " << petsc_tests::rank() << ", " << result.file_name() << ":" << result.line_number() << ": "
              << result.message() << std::endl;
  }
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (PetscInitialize(&argc, &argv, nullptr, nullptr) != 0) return 1;
  // Products of rows with the same columns would add entries in another order.
  if (PetscOptionsSetValue(nullptr, "-mat_no_inode", "1") != 0) return 1;
  // PETSc frees memory of Kokkos in the end, if there were matrices or vectors of its types for Kokkos.
  const Kokkos::ScopeGuard kokkos(argc, argv);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  if (petsc_tests::rank() != 0) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new Failures);
  }
  int failed = RUN_ALL_TESTS();
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, PETSC_COMM_WORLD);
  return PetscFinalize() != 0 || failed != 0;
}
