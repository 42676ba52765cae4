// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What can go wrong and does not; Ends.cpp has what ends the job.
#include "unit_tests/engines/petsc/Matrices.hpp"

namespace petsc_tests {
namespace {

void add_value(Mat A, PetscInt row, PetscInt column, PetscScalar value) {
  PetscInt first = 0;
  PetscInt end = 0;
  CHECK_PETSC(MatGetOwnershipRange(A, &first, &end));
  if (first <= row && row < end) {
    CHECK_PETSC(MatSetValue(A, row, column, value, INSERT_VALUES));
  }
  assemble(A);
}

TEST(PetscFaults, RankWithoutRows) {
  Pattern pattern = grid();
  pattern.is_idle_first = true;
  System system(pattern);
  CHECK_PETSC(sporos::petsc::attach(system.A));
  EXPECT_TRUE(attached(system.A));
  CHECK_PETSC(MatMult(system.A, system.x, system.y));
}

TEST(PetscFaults, MoreRanksThanRows) {
  System system({"tiny", 1, 1, [](PetscInt) { return std::vector<PetscInt>{0}; }});
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  expect_petsc_products(system);
}

TEST(PetscFaults, MismatchedVector) {
  System system(grid());
  System other(patterns()[1]);
  CHECK_PETSC(sporos::petsc::attach(system.A));
  const QuietErrors quiet;
  EXPECT_EQ(MatMult(system.A, other.x, system.y), PETSC_ERR_ARG_SIZ);
  EXPECT_EQ(MatMult(system.A, system.x, other.y), PETSC_ERR_ARG_SIZ);
  CHECK_PETSC(MatMult(system.A, system.x, system.y));
}

TEST(PetscFaults, PatternChangedAfterAttach) {
  System system(grid());
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  CHECK_PETSC(MatMult(system.A, system.x, system.y));
  CHECK_PETSC(MatSetOption(system.A, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
  add_value(system.A, 30, 33, 3.);  // in the diagonal block of one rank
  EXPECT_TRUE(attached(system.A));
  expect_petsc_products(system);
  CHECK_PETSC(MatZeroEntries(system.A));
  expect_petsc_products(system);
}

TEST(PetscFaults, NewOffProcessEntriesAfterAttach) {
  System system(grid());
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  CHECK_PETSC(MatMult(system.A, system.x, system.y));
  CHECK_PETSC(MatSetOption(system.A, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
  add_value(system.A, 13, 335, 3.);  // of a rank that has no other entry in that row
  EXPECT_TRUE(attached(system.A));
  expect_petsc_products(system);
}

TEST(PetscFaults, PreallocatedAgain) {
  System system(grid());
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  CHECK_PETSC(MatMult(system.A, system.x, system.y));
  CHECK_PETSC(MatSeqAIJSetPreallocation(system.A, 5, nullptr));
  CHECK_PETSC(MatMPIAIJSetPreallocation(system.A, 5, nullptr, 2, nullptr));
  insert(system.A, grid());
  assemble(system.A);
  EXPECT_TRUE(attached(system.A));
  expect_petsc_products(system);
}

// Each of these leaves another trace in PETSc's counters, or none in the block.
TEST(PetscFaults, ValuesChanged) {
  System system(grid());
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  expect_petsc_products(system);
  CHECK_PETSC(MatScale(system.A, 3.));
  expect_petsc_products(system);
  CHECK_PETSC(MatDiagonalScale(system.A, system.y, system.x));
  expect_petsc_products(system);
  CHECK_PETSC(MatShift(system.A, 2.));
  expect_petsc_products(system);
  add_value(system.A, 0, 0, 5.);
  expect_petsc_products(system);
}

TEST(PetscFaults, DuplicateIsNotAttached) {
  System system(grid());
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  for (const MatDuplicateOption option : {MAT_COPY_VALUES, MAT_DO_NOT_COPY_VALUES, MAT_SHARE_NONZERO_PATTERN}) {
    Mat copy = nullptr;
    CHECK_PETSC(MatDuplicate(system.A, option, &copy));
    EXPECT_FALSE(attached(copy));
    CHECK_PETSC(MatCopy(system.A, copy, SAME_NONZERO_PATTERN));
    const auto stock = products(copy, system.x, system.y);
    CHECK_PETSC(sporos::petsc::attach(copy, in_order()));
    expect_same(products(copy, system.x, system.y), stock);
    CHECK_PETSC(MatDestroy(&copy));
  }
  EXPECT_TRUE(attached(system.A));
  expect_petsc_products(system);
}

TEST(PetscFaults, AttachedOnSomeRanksOnly) {
  System system(grid());
  if (rank() % 2 == 0) {
    CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  }
  EXPECT_EQ(attached(system.A), rank() % 2 == 0);
  expect_petsc_products(system);
  if (rank() % 2 == 0) {
    CHECK_PETSC(sporos::petsc::detach(system.A));
  }
  expect_petsc_products(system);
}

TEST(PetscFaults, DetachRestores) {
  System system(grid());
  std::array<Mat, 2> blocks;
  CHECK_PETSC(sporos::detail::blocks_of(system.A, blocks));
  const auto functions = [&] {
    std::vector<sporos::detail::PetscOperation> found;
    for (Mat matrix : {system.A, blocks[0], blocks[1]}) {
      if (matrix == nullptr) continue;
      for (const MatOperation operation :
           {MATOP_MULT, MATOP_MULT_ADD, MATOP_MULT_TRANSPOSE, MATOP_MULT_TRANSPOSE_ADD, MATOP_ASSEMBLY_END}) {
        found.emplace_back();
        EXPECT_EQ(static_cast<int>(MatGetOperation(matrix, operation, &found.back())), 0);
      }
    }
    return found;
  };
  const auto before = functions();
  for (int time = 0; time < 2; ++time) {
    CHECK_PETSC(sporos::petsc::attach(system.A));
    EXPECT_NE(functions(), before);
    CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
    CHECK_PETSC(sporos::petsc::detach(system.A));
    EXPECT_EQ(functions(), before);
    EXPECT_FALSE(attached(system.A));
  }
  CHECK_PETSC(sporos::petsc::detach(system.A));
  expect_petsc_products(system);
}

// PETSc puts its own function there, with what another type of matrix needs.
TEST(PetscFaults, ConvertedInPlace) {
  System system(grid());
  CHECK_PETSC(sporos::petsc::attach(system.A, in_order()));
  CHECK_PETSC(MatConvert(system.A, MATBAIJ, MAT_INPLACE_MATRIX, &system.A));
  EXPECT_FALSE(attached(system.A));
  CHECK_PETSC(MatMult(system.A, system.x, system.y));
  CHECK_PETSC(sporos::petsc::detach(system.A));
}

TEST(PetscFaults, WhatCannotBeAttachedIsSaid) {
  const QuietErrors quiet;
  System dense(grid(), MATDENSE);
  EXPECT_EQ(sporos::petsc::attach(dense.A), PETSC_ERR_SUP);
  EXPECT_FALSE(attached(dense.A));
  System lanes(grid(), MATAIJCRL);
  EXPECT_EQ(sporos::petsc::attach(lanes.A), ranks() > 1 ? PETSC_ERR_SUP : 0);
  Mat empty = nullptr;
  CHECK_PETSC(MatCreateAIJ(PETSC_COMM_WORLD, 2, 2, PETSC_DECIDE, PETSC_DECIDE, 2, nullptr, 2, nullptr, &empty));
  EXPECT_EQ(sporos::petsc::attach(empty), PETSC_ERR_ARG_WRONGSTATE);
  CHECK_PETSC(MatDestroy(&empty));
  System system(grid());
  sporos::Options options;
  options.tuning = sporos::Tuning::run_time;
  options.deterministic = true;
  EXPECT_EQ(sporos::petsc::attach(system.A, options), PETSC_ERR_LIB);
  EXPECT_FALSE(attached(system.A));
  expect_petsc_products(system);
}

// What PETSc is told last, as its first message.
PetscErrorCode keep_message(MPI_Comm, int, const char*, const char*, PetscErrorCode code, PetscErrorType type,
                            const char* message, void* kept) {
  if (type == PETSC_ERROR_INITIAL) *static_cast<std::string*>(kept) = message;
  return code;
}

TEST(PetscFaults, EveryErrorNamesTheMatrixAndTheRank) {
  std::string message;
  const std::string whose = "the 336 x 336 matrix 'grid' on rank " + std::to_string(rank()) + " of ";
  const auto expect_named = [&](PetscErrorCode code, PetscErrorCode expected, const std::string& why) {
    EXPECT_EQ(code, expected);
    EXPECT_NE(message.find(whose), std::string::npos) << message;
    EXPECT_NE(message.find(why), std::string::npos) << message;
    message.clear();
  };
  System dense(grid(), MATDENSE);
  System system(grid());
  Mat empty = nullptr;
  CHECK_PETSC(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, 336, 336, 2, nullptr, 2, nullptr, &empty));
  CHECK_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(empty), "grid"));
  sporos::Options options;
  options.tuning = sporos::Tuning::run_time;
  options.deterministic = true;
  CHECK_PETSC(PetscPushErrorHandler(keep_message, &message));
  expect_named(sporos::petsc::attach(dense.A), PETSC_ERR_SUP, "is of type ");
  expect_named(sporos::petsc::attach(empty), PETSC_ERR_ARG_WRONGSTATE, "must be assembled first");
  expect_named(sporos::petsc::attach(system.A, options), PETSC_ERR_LIB, "deterministic");
  CHECK_PETSC(PetscPopErrorHandler());
  CHECK_PETSC(MatDestroy(&empty));
}

#if defined(PETSC_USE_COMPLEX)
// std::complex needs half of the alignment of Kokkos::complex: such arrays are copied.
TEST(PetscProducts, MisalignedArraysAreCopied) {
  System system({"local", 9, 9, [](PetscInt row) { return std::vector<PetscInt>{row, (row + 3) % 9}; }});
  if (ranks() > 1) return;
  const PetscInt* offsets = nullptr;
  const PetscInt* columns = nullptr;
  PetscScalar* values = nullptr;
  PetscMemType memory;
  CHECK_PETSC(MatSeqAIJGetCSRAndMemType(system.A, &offsets, &columns, &values, &memory));
  const auto misaligned = [](std::vector<double>& room, std::size_t count) {
    room.resize(2 * count + 2);
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(room.data()) % 16 == 0;
    return reinterpret_cast<PetscScalar*>(room.data() + (is_aligned ? 1 : 0));
  };
  std::vector<double> rooms[3];
  PetscScalar* copied = misaligned(rooms[0], 18);
  std::copy(values, values + 18, copied);
  System moved({"moved", 9, 9, [](PetscInt) { return std::vector<PetscInt>(); }});
  CHECK_PETSC(MatDestroy(&moved.A));
  CHECK_PETSC(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, 9, 9, const_cast<PetscInt*>(offsets),
                                        const_cast<PetscInt*>(columns), copied, &moved.A));
  CHECK_PETSC(VecPlaceArray(moved.x, misaligned(rooms[1], 9)));
  CHECK_PETSC(VecPlaceArray(moved.y, misaligned(rooms[2], 9)));
  CHECK_PETSC(VecCopy(system.x, moved.x));
  CHECK_PETSC(VecCopy(system.y, moved.y));
  CHECK_PETSC(sporos::petsc::attach(moved.A, in_order()));
  const auto expected = products(system.A, system.x, system.y);
  EXPECT_EQ(products(moved.A, moved.x, moved.y), expected);
  CHECK_PETSC(MatScale(moved.A, 2.));
  CHECK_PETSC(MatScale(system.A, 2.));
  CHECK_PETSC(MatMult(moved.A, moved.x, moved.y));
  CHECK_PETSC(MatMult(system.A, system.x, system.y));
  EXPECT_EQ(numbers_of(moved.y), numbers_of(system.y));
  CHECK_PETSC(MatDestroy(&moved.A));
  CHECK_PETSC(VecResetArray(moved.x));
  CHECK_PETSC(VecResetArray(moved.y));
}
#endif

}  // namespace
}  // namespace petsc_tests
