// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/engines/petsc/Matrices.hpp"

namespace petsc_tests {
namespace {

TEST(PetscProducts, HaveTheBitsOfPetscWhereTheOrderIsTheSame) {
  System system(grid());
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  EXPECT_TRUE(attached(system.A));
  expect_petsc_products(system);
}

Results all_products(Mat A, Vec x, Vec y) {
  Results results = products(A, x, y);
  for (auto& result : multiply_adds(A, x, y)) results.push_back(std::move(result));
  return results;
}

// Both sides are rounded: twice the bound of one, and the elements of y count among the products.
TEST(PetscProducts, AreWithinTheBoundOfEveryRow) {
  for (const auto& pattern : patterns()) {
    SCOPED_TRACE(pattern.name);
    System system(pattern);
    Mat on_host = host_copy(system);
    const auto expected = all_products(on_host, system.x, system.y);
    CHECK_PETSC(MatDestroy(&on_host));
    CHECK_PETSC(sporos::petsc::attach(system.A));
    const auto ours = all_products(system.A, system.x, system.y);

    System sizes(pattern, MATAIJ, Numbers::sizes);
    CHECK_PETSC(VecCopy(system.x, sizes.x));
    CHECK_PETSC(VecCopy(system.y, sizes.y));
    CHECK_PETSC(VecAbs(sizes.x));
    CHECK_PETSC(VecAbs(sizes.y));
    const auto size = all_products(sizes.A, sizes.x, sizes.y);
    System ones(pattern, MATAIJ, Numbers::ones);
    CHECK_PETSC(VecSet(ones.x, 1));
    CHECK_PETSC(VecSet(ones.y, 1));
    const auto count = all_products(ones.A, ones.x, ones.y);

    constexpr double complex_products = sizeof(PetscScalar) == sizeof(PetscReal) ? 1 : 3;
    for (std::size_t product = 0; product < expected.size(); ++product) {
      ASSERT_EQ(ours[product].size(), expected[product].size());
      for (std::size_t i = 0; i < ours[product].size(); ++i) {
        const double bound = 2 * complex_products * (PetscRealPart(count[product][i]) + 2) * PETSC_MACHINE_EPSILON *
                             PetscRealPart(size[product][i]);
        EXPECT_LE(PetscAbsScalar(ours[product][i] - expected[product][i]), bound) << product << ": " << i;
      }
    }
  }
}

TEST(PetscProducts, AreThoseOfEveryKindWithCompressedRows) {
  for (const char* type : {
         MATAIJPERM, MATAIJSELL,
#if defined(PETSC_HAVE_MKL_SPARSE)
             MATAIJMKL,
#endif
#if defined(PETSC_HAVE_KOKKOS_KERNELS)
             MATAIJKOKKOS,
#endif
       }) {
    SCOPED_TRACE(type);
    System system(grid(), type);
    CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
    const auto ours = products(system.A, system.x, system.y);
    System plain(grid(), MATAIJ);
    expect_same(ours, products(plain.A, plain.x, plain.y));
    CHECK_PETSC(MatAssemblyBegin(system.A, MAT_FINAL_ASSEMBLY));
    CHECK_PETSC(MatAssemblyEnd(system.A, MAT_FINAL_ASSEMBLY));
    EXPECT_TRUE(attached(system.A));
  }
}

TEST(PetscProducts, HermitianTransposesAreMultipliedToo) {
  System system(grid());
  Vec expected = nullptr;
  Vec ours = nullptr;
  CHECK_PETSC(VecDuplicate(system.x, &expected));
  CHECK_PETSC(VecDuplicate(system.x, &ours));
  CHECK_PETSC(MatMultHermitianTranspose(system.A, system.y, expected));
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  CHECK_PETSC(MatMultHermitianTranspose(system.A, system.y, ours));
  expect_same({numbers_of(ours)}, {numbers_of(expected)});
  CHECK_PETSC(VecDestroy(&expected));
  CHECK_PETSC(VecDestroy(&ours));
}

TEST(PetscProducts, ViewSaysWhatRuns) {
  System system(grid());
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  CHECK_PETSC(MatMult(system.A, system.x, system.y));
  PetscViewer viewer = nullptr;
  const std::string file = "view_" + std::to_string(ranks()) + "_" + std::to_string(sizeof(PetscScalar)) +
                           std::to_string(sizeof(PetscInt)) + ".txt";
  CHECK_PETSC(PetscViewerASCIIOpen(PETSC_COMM_WORLD, file.c_str(), &viewer));
  CHECK_PETSC(sporos::petsc::view(system.A, viewer));
  CHECK_PETSC(sporos::petsc::detach(system.A));
  CHECK_PETSC(sporos::petsc::view(system.A, viewer));
  CHECK_PETSC(PetscViewerDestroy(&viewer));
  if (rank() != 0) return;
  std::FILE* stream = std::fopen(file.c_str(), "r");
  ASSERT_NE(stream, nullptr);
  std::string text(20000, '\0');
  text.resize(std::fread(&text[0], 1, text.size(), stream));
  std::fclose(stream);
  std::remove(file.c_str());
  const std::string last = " on rank " + std::to_string(ranks() - 1) + " of " + std::to_string(ranks());
  for (const std::string& words : {std::string("the 336 x 336 matrix 'grid'"), last + "\n",
                                   std::string("1 products; 336 x 336 with"), std::string("Runs crs/scalar on "),
                                   std::string("the caller asked for scalar"), last + ": multiplied by PETSc"}) {
    if (ranks() > 1 && words[0] == '1') continue;
    EXPECT_NE(text.find(words), std::string::npos) << words << " is not in:\n" << text;
  }
  EXPECT_EQ(text.find("ghosts") != std::string::npos, ranks() > 1);
}

}  // namespace
}  // namespace petsc_tests
