// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is only so where Kokkos and PETSc have CUDA. All other tests run there, too: with arrays in host memory, which
// are copied, and with `-tested_type aijcusparse` with arrays on the device.
#include "unit_tests/engines/petsc/Matrices.hpp"

#if defined(KOKKOS_ENABLE_CUDA) && defined(PETSC_HAVE_CUDA)
namespace petsc_tests {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

PetscMemType memory_of(Mat A) {
  std::array<Mat, 2> blocks = {nullptr, nullptr};
  PetscMemType memory = PETSC_MEMTYPE_HOST;
  EXPECT_EQ(static_cast<int>(sporos::detail::blocks_of(A, blocks)), 0);
  EXPECT_EQ(static_cast<int>(MatSeqAIJGetCSRAndMemType(blocks[0], nullptr, nullptr, nullptr, &memory)), 0);
  return memory;
}

TEST(PetscDevices, ProductsRunOnTheStreamOfPetsc) {
  const System system(grid(), MATAIJCUSPARSE);  // PETSc has a stream from now on
  cudaStream_t stream = nullptr;
  CHECK_PETSC(PetscGetCurrentCUDAStream(&stream));
  EXPECT_EQ(sporos::detail::petsc_instance<Kokkos::Cuda>().cuda_stream(), stream);
}

TEST(PetscDevices, MatricesAreWhereTheirTypeSays) {
  const System on_host(grid(), MATAIJ);
  EXPECT_TRUE(PetscMemTypeHost(memory_of(on_host.A)));
  const System on_device(grid(), MATAIJCUSPARSE);
  EXPECT_TRUE(PetscMemTypeDevice(memory_of(on_device.A)));
}

TEST(PetscDevices, HostMultipliesMatricesInItsMemoryAlone) {
  const System on_host(grid(), MATAIJ);
  CHECK_PETSC(sporos::petsc::attach<Host>(on_host.A, in_order()));
  expect_petsc_products(on_host);
  const System on_device(grid(), MATAIJCUSPARSE);
  const QuietErrors quiet;
  EXPECT_EQ(sporos::petsc::attach<Host>(on_device.A), PETSC_ERR_LIB);
  EXPECT_FALSE(attached(on_device.A));
}

// PETSc leaves empty rows out of the offsets on the device: ours must be those of all rows.
TEST(PetscDevices, EmptyRowsThatPetscLeavesOutAreMultiplied) {
  const System system({"mostly empty rows", 101, 101,
                       [](PetscInt row) { return row % 10 == 3 ? scattered(row, 5, 101) : std::vector<PetscInt>(); }},
                      MATAIJCUSPARSE);
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  expect_petsc_products(system);
}

// A matrix of PETSc may go to the host and come back.
TEST(PetscDevices, MatrixBoundToTheHostIsMultipliedByPetscUntilItIsAssembledAgain) {
  const System system(grid(), MATAIJCUSPARSE);
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  std::array<Mat, 2> blocks = {nullptr, nullptr};
  CHECK_PETSC(sporos::detail::blocks_of(system.A, blocks));
  for (const PetscBool is_bound : {PETSC_TRUE, PETSC_FALSE}) {
    for (Mat block : blocks) {
      if (block != nullptr) {
        CHECK_PETSC(MatBindToCPU(block, is_bound));
      }
    }
    EXPECT_FALSE(attached(system.A));
    CHECK_PETSC(MatMult(system.A, system.x, system.y));
    assemble(system.A);
    EXPECT_TRUE(attached(system.A));
    expect_petsc_products(system);
  }
}

// Numbers that a kernel of PETSc has changed on the device.
TEST(PetscDevices, NumbersChangedOnTheDeviceAreUsed) {
  const System system(grid(), MATAIJCUSPARSE);
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  expect_petsc_products(system);
  CHECK_PETSC(MatScale(system.A, -2.));
  EXPECT_TRUE(PetscMemTypeDevice(memory_of(system.A)));
  expect_petsc_products(system);
  CHECK_PETSC(MatZeroEntries(system.A));
  expect_petsc_products(system);
}

// Each side has the other's vectors: a matrix on the device with vectors of the host, and the reverse.
TEST(PetscDevices, VectorsOfTheOtherMemoryAreCopied) {
  const System on_host(grid(), MATAIJ);
  const System on_device(grid(), MATAIJCUSPARSE);
  const auto expected = products(on_host.A, on_host.x, on_host.y);
  CHECK_PETSC(sporos::petsc::attach(on_host.A, in_order()));
  CHECK_PETSC(sporos::petsc::attach(on_device.A, in_order()));
  expect_same(products(on_device.A, on_device.x, on_device.y), expected);
  expect_same(products(on_device.A, on_host.x, on_host.y), expected);
  expect_same(products(on_host.A, on_device.x, on_device.y), expected);
}

}  // namespace
}  // namespace petsc_tests
#endif
