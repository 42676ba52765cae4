// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief PETSc matrices for tests, made by all ranks together, and products with them.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/interop/Sporos_Petsc.hpp"
#include "unit_tests/support/compiled/CompiledLeaves.hpp"

// One file compiles the plans.
extern template PetscErrorCode sporos::petsc::attach<Kokkos::DefaultExecutionSpace>(Mat, const sporos::Options&);

#define CHECK_PETSC(...) ASSERT_EQ(static_cast<int>(__VA_ARGS__), 0)

namespace petsc_tests {

inline int rank() {
  int number = 0;
  MPI_Comm_rank(PETSC_COMM_WORLD, &number);
  return number;
}
inline int ranks() {
  int number = 1;
  MPI_Comm_size(PETSC_COMM_WORLD, &number);
  return number;
}

/// \brief A number between -1 and 1 that depends on the place alone; complex where PETSc is.
inline PetscScalar number_at(PetscInt i, PetscInt j) {
  const auto mix = [](std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<double>((bits ^ (bits >> 31)) >> 12) * 0x1p-51 - 1;
  };
  const auto place = static_cast<std::uint64_t>(i) * 1000003 + static_cast<std::uint64_t>(j);
#if defined(PETSC_USE_COMPLEX)
  return PetscScalar(mix(place), mix(~place));
#else
  return mix(place);
#endif
}

/// \brief A matrix by the columns of its rows.
struct Pattern {
  std::string name;
  PetscInt rows;
  PetscInt columns;
  std::function<std::vector<PetscInt>(PetscInt row)> columns_of;
  bool is_idle_first = false;  // whether the first rank has neither rows nor columns
};

/// \brief Lines of a grid lie on one rank, so that no row has more than one entry of another rank.
inline Pattern grid() {
  constexpr PetscInt width = 12;
  constexpr PetscInt height = 28;
  return {"grid", width * height, width * height, [](PetscInt row) {
            std::vector<PetscInt> columns = {row};
            if (row >= width) columns.push_back(row - width);
            if (row % width != 0) columns.push_back(row - 1);
            if (row % width != width - 1) columns.push_back(row + 1);
            if (row < width * (height - 1)) columns.push_back(row + width);
            return columns;
          }};
}

inline std::vector<PetscInt> scattered(PetscInt row, PetscInt count, PetscInt columns) {
  std::vector<PetscInt> found;
  for (PetscInt k = 0; k < count; ++k) found.push_back((row * 17 + k * 29) % columns);
  return found;
}

inline std::vector<Pattern> patterns() {
  const auto uneven = [](PetscInt row) { return scattered(row, row == 50 ? 101 : row % 7, 101); };
  return {grid(),
          {"uneven", 101, 101, uneven},
          {"wide", 60, 203, [](PetscInt row) { return scattered(row, 9, 203); }},
          {"tall", 203, 60, [](PetscInt row) { return scattered(row, 4, 60); }},
          {"smaller than the job", 3, 3,
           [](PetscInt row) {
             return std::vector<PetscInt>{row, (row + 1) % 3};
           }},
          {"mostly empty rows", 101, 101,
           [](PetscInt row) { return row % 10 == 3 ? scattered(row, 5, 101) : std::vector<PetscInt>(); }},
          {"without entries", 20, 20, [](PetscInt) { return std::vector<PetscInt>(); }},
          {"idle rank", 101, 101, uneven, true}};
}

enum class Numbers { random, sizes, ones };

inline PetscScalar value_of(Numbers numbers, PetscInt i, PetscInt j) {
  const PetscScalar value = number_at(i, j);
  return numbers == Numbers::random ? value : numbers == Numbers::sizes ? PetscScalar(PetscAbsScalar(value)) : 1;
}

inline void insert(Mat A, const Pattern& pattern, Numbers numbers = Numbers::random) {
  PetscInt first = 0;
  PetscInt end = 0;
  CHECK_PETSC(MatGetOwnershipRange(A, &first, &end));
  for (PetscInt row = first; row < end; ++row) {
    for (PetscInt column : pattern.columns_of(row)) {
      CHECK_PETSC(MatSetValue(A, row, column, value_of(numbers, row, column), INSERT_VALUES));
    }
  }
}

inline void assemble(Mat A) {
  CHECK_PETSC(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  CHECK_PETSC(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
}

/// \brief The type of the matrices that are attached: `-tested_type aijcusparse` has their arrays on a GPU;
/// aijkokkos and aijmkl are multiplied by other libraries.
inline const char* tested_type() {
  static char name[64] = MATAIJ;
  static const bool is_read [[maybe_unused]] =
      PetscOptionsGetString(nullptr, nullptr, "-tested_type", name, sizeof(name), nullptr) == 0;
  return name;
}

/// \brief A matrix, a vector of its rows and one of its columns, destroyed with this.
struct System {
  Mat A = nullptr;
  Vec x = nullptr;
  Vec y = nullptr;

  explicit System(const Pattern& pattern, const char* type = tested_type(), Numbers numbers = Numbers::random) {
    make(pattern, type, numbers);
  }
  System(const System&) = delete;
  System& operator=(const System&) = delete;
  ~System() {
    static_cast<void>(MatDestroy(&A));
    static_cast<void>(VecDestroy(&x));
    static_cast<void>(VecDestroy(&y));
  }

 private:
  void make(const Pattern& pattern, const char* type, Numbers numbers) {
    const bool is_shared_out = pattern.is_idle_first && ranks() > 1;
    const auto share = [&](PetscInt all) {
      if (!is_shared_out) return static_cast<PetscInt>(PETSC_DECIDE);
      if (rank() == 0) return static_cast<PetscInt>(0);
      return static_cast<PetscInt>(all / (ranks() - 1) + (rank() - 1 < all % (ranks() - 1) ? 1 : 0));
    };
    CHECK_PETSC(MatCreate(PETSC_COMM_WORLD, &A));
    CHECK_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(A), pattern.name.c_str()));
    CHECK_PETSC(MatSetSizes(A, share(pattern.rows), share(pattern.columns), pattern.rows, pattern.columns));
    CHECK_PETSC(MatSetType(A, type));
    CHECK_PETSC(MatSetUp(A));
    insert(A, pattern, numbers);
    assemble(A);
    CHECK_PETSC(MatCreateVecs(A, &x, &y));
    fill(x, 7);
    fill(y, 8);
  }

 public:
  static void fill(Vec v, PetscInt seed) {
    PetscInt first = 0;
    PetscInt end = 0;
    PetscScalar* array = nullptr;
    CHECK_PETSC(VecGetOwnershipRange(v, &first, &end));
    CHECK_PETSC(VecGetArray(v, &array));
    for (PetscInt i = first; i < end; ++i) array[i - first] = number_at(seed, i);
    CHECK_PETSC(VecRestoreArray(v, &array));
  }
};

/// \brief The local part of a vector.
inline std::vector<PetscScalar> numbers_of(Vec v) {
  PetscInt size = 0;
  const PetscScalar* array = nullptr;
  EXPECT_EQ(static_cast<int>(VecGetLocalSize(v, &size)), 0);
  EXPECT_EQ(static_cast<int>(VecGetArrayRead(v, &array)), 0);
  std::vector<PetscScalar> numbers(array, array + size);
  EXPECT_EQ(static_cast<int>(VecRestoreArrayRead(v, &array)), 0);
  return numbers;
}

using Results = std::vector<std::vector<PetscScalar>>;

/// \brief What the product and the transposed product give.
inline Results products(Mat A, Vec x, Vec y) {
  Vec to_rows = nullptr;
  Vec to_columns = nullptr;
  EXPECT_EQ(static_cast<int>(VecDuplicate(y, &to_rows)), 0);
  EXPECT_EQ(static_cast<int>(VecDuplicate(x, &to_columns)), 0);
  EXPECT_EQ(static_cast<int>(MatMult(A, x, to_rows)), 0);
  EXPECT_EQ(static_cast<int>(MatMultTranspose(A, y, to_columns)), 0);
  Results results = {numbers_of(to_rows), numbers_of(to_columns)};
  EXPECT_EQ(static_cast<int>(VecDestroy(&to_rows)), 0);
  EXPECT_EQ(static_cast<int>(VecDestroy(&to_columns)), 0);
  return results;
}

/// \brief What the four multiply-adds give, two with the result in the place of y.
inline Results multiply_adds(Mat A, Vec x, Vec y) {
  Vec to_rows = nullptr;
  Vec to_columns = nullptr;
  Results results;
  const auto keep = [&](PetscErrorCode code, Vec result) {
    EXPECT_EQ(static_cast<int>(code), 0);
    results.push_back(numbers_of(result));
  };
  EXPECT_EQ(static_cast<int>(VecDuplicate(y, &to_rows)), 0);
  EXPECT_EQ(static_cast<int>(VecDuplicate(x, &to_columns)), 0);
  keep(MatMultAdd(A, x, y, to_rows), to_rows);
  keep(MatMultAdd(A, x, to_rows, to_rows), to_rows);
  keep(MatMultTransposeAdd(A, y, x, to_columns), to_columns);
  keep(MatMultTransposeAdd(A, y, to_columns, to_columns), to_columns);
  EXPECT_EQ(static_cast<int>(VecDestroy(&to_rows)), 0);
  EXPECT_EQ(static_cast<int>(VecDestroy(&to_columns)), 0);
  return results;
}

/// \brief Options with which a row is summed as PETSc sums it. (A multiply-add of PETSc begins with the element of y.)
inline sporos::Options in_order() {
  sporos::Options options;
  options.algorithm = sporos::Algorithm::scalar;
  return options;
}

inline bool attached(Mat A) {
  PetscBool is = PETSC_FALSE;
  EXPECT_EQ(static_cast<int>(sporos::petsc::is_attached(A, &is)), 0);
  return is == PETSC_TRUE;
}

/// \brief Whether results differ by rounding alone.
inline void expect_near(const Results& ours, const Results& theirs) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t product = 0; product < ours.size(); ++product) {
    ASSERT_EQ(ours[product].size(), theirs[product].size());
    for (std::size_t i = 0; i < ours[product].size(); ++i) {
      // Rows have some hundred entries at most, whose products are not greater than one.
      EXPECT_LE(PetscAbsScalar(ours[product][i] - theirs[product][i]), 2e4 * PETSC_MACHINE_EPSILON)
          << product << ": " << i;
    }
  }
}

/// \brief Whether results are equal: bit for bit on a host, where in_order() sums as PETSc's MATAIJ does; on a GPU a
/// row is summed in several parts, and Kokkos Kernels and MKL have orders of their own.
inline void expect_same(const Results& ours, const Results& theirs) {
  const std::string type = tested_type();
  const bool is_others = type == "aijkokkos" || type == "aijmkl";
  if (sporos::detail::is_host_execution<Kokkos::DefaultExecutionSpace> && !is_others) {
    EXPECT_EQ(ours, theirs);
  } else {
    expect_near(ours, theirs);
  }
}

/// \brief The same matrix with PETSc's products of MATAIJ, on the host. (Kinds of it sum in orders of their own, and on
/// a GPU, PETSc 3.25's MatMultTransposeAdd() of MATSEQAIJCUSPARSE adds what the result held before.)
inline Mat host_copy(const System& system) {
  Mat copy = nullptr;
  EXPECT_EQ(static_cast<int>(MatConvert(system.A, MATAIJ, MAT_INITIAL_MATRIX, &copy)), 0);
  EXPECT_FALSE(attached(copy));
  return copy;
}

/// \brief Whether products are those of PETSc on a host.
inline void expect_petsc_products(const System& system) {
  const auto ours = products(system.A, system.x, system.y);
  Mat copy = host_copy(system);
  expect_same(ours, products(copy, system.x, system.y));
  CHECK_PETSC(MatDestroy(&copy));
}

/// \brief PETSc returns errors instead of printing them, as long as this lives.
struct QuietErrors {
  QuietErrors() { static_cast<void>(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr)); }
  ~QuietErrors() { static_cast<void>(PetscPopErrorHandler()); }
};

}  // namespace petsc_tests
