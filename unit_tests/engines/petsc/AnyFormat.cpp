// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks in other formats than compressed rows. Their plans are compiled with those of the other tests.
#include "core/interop/Sporos_PetscAny.hpp"
#include "unit_tests/engines/petsc/Matrices.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace petsc_tests {
namespace {

sporos::Options in_format(sporos::Format format) {
  sporos::Options options;
  options.format = format;
  options.max_bytes = 1 << 20;  // small matrices are padded to many times their size
  return options;
}

void expect_near_petsc(const System& system) {
  const auto ours = products(system.A, system.x, system.y);
  const auto sums = multiply_adds(system.A, system.x, system.y);
  Mat copy = host_copy(system);
  expect_near(ours, products(copy, system.x, system.y));
  expect_near(sums, multiply_adds(copy, system.x, system.y));
  CHECK_PETSC(MatDestroy(&copy));
}

TEST(PetscAnyFormat, EveryFormatMultipliesEveryPattern) {
  for (const sporos::Format format :
       {sporos::Format::automatic, sporos::Format::crs, sporos::Format::coo, sporos::Format::ell, sporos::Format::sell,
        sporos::Format::hyb, sporos::Format::dia, sporos::Format::delta_crs}) {
    for (const auto& pattern : patterns()) {
      SCOPED_TRACE(std::string(sporos::name(format)) + ", " + pattern.name);
      System system(pattern);
      CHECK_PETSC(sporos::petsc::attach_any(system.A, in_format(format)));
      EXPECT_TRUE(attached(system.A));
      expect_near_petsc(system);
    }
  }
}

TEST(PetscAnyFormat, ANewNumberIsCopiedByTheNextProduct) {
  for (const sporos::Format format : {sporos::Format::crs, sporos::Format::sell}) {
    System system(grid());
    CHECK_PETSC(sporos::petsc::attach_any(system.A, in_format(format)));
    expect_near_petsc(system);
    CHECK_PETSC(MatScale(system.A, -3));
    expect_near_petsc(system);
    PetscInt first = 0;
    PetscInt end = 0;
    CHECK_PETSC(MatGetOwnershipRange(system.A, &first, &end));
    if (first < end) {
      CHECK_PETSC(MatSetValue(system.A, first, first, 7, INSERT_VALUES));
    }
    assemble(system.A);
    expect_near_petsc(system);
  }
}

TEST(PetscAnyFormat, ANewPatternIsConvertedAgain) {
  System system(grid());
  CHECK_PETSC(sporos::petsc::attach_any(system.A, in_format(sporos::Format::sell)));
  expect_near_petsc(system);
  CHECK_PETSC(MatSetOption(system.A, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
  PetscInt first = 0;
  PetscInt end = 0;
  CHECK_PETSC(MatGetOwnershipRange(system.A, &first, &end));
  for (PetscInt row = first; row < end; ++row) {
    CHECK_PETSC(MatSetValue(system.A, row, (row * 5 + 100) % 336, number_at(row, 1), INSERT_VALUES));
  }
  assemble(system.A);
  EXPECT_TRUE(attached(system.A));
  expect_near_petsc(system);
}

TEST(PetscAnyFormat, ViewNamesTheFormat) {
  System system(grid());
  CHECK_PETSC(sporos::petsc::attach_any(system.A, in_format(sporos::Format::sell)));
  CHECK_PETSC(MatMult(system.A, system.x, system.y));
  sporos::detail::PetscBlockHook* hook = nullptr;
  std::array<Mat, 2> blocks = {nullptr, nullptr};
  CHECK_PETSC(sporos::detail::blocks_of(system.A, blocks));
  CHECK_PETSC(sporos::detail::find_hook(blocks[0], &hook));
  ASSERT_NE(hook, nullptr);
  EXPECT_NE(hook->products->describe().find("Runs sell"), std::string::npos) << hook->products->describe();
}

TEST(PetscAnyFormat, AFormatThatRefusesIsSaid) {
  const QuietErrors quiet;
  System system(grid());
  sporos::Options options = in_format(sporos::Format::dia);
  options.max_bytes = 8;
  EXPECT_EQ(static_cast<int>(sporos::petsc::attach_any(system.A, options)), static_cast<int>(PETSC_ERR_LIB));
  EXPECT_FALSE(attached(system.A));
  EXPECT_EQ(static_cast<int>(sporos::petsc::attach(system.A, in_format(sporos::Format::sell))),
            static_cast<int>(PETSC_ERR_SUP));
  EXPECT_FALSE(attached(system.A));
  expect_petsc_products(system);
}

}  // namespace
}  // namespace petsc_tests
