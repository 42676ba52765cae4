// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief One matrix on all ranks twice, with PETSc's products and with Sporos', and what a product of it is made of.
#pragma once

#include <petscksp.h>

#include <cctype>
#include <memory>
#include <string>
#include <vector>

#include "core/interop/Sporos_PetscAny.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "formats/matrix_market/Sporos_MatrixMarket.hpp"

namespace sporos::perf {

/// \brief For weak scaling: the last size of a generated problem, times the number of ranks.
inline std::string grown(const std::string& description, int ranks) {
  const std::size_t end = std::min(description.find(','), description.size());
  std::size_t begin = end;
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(description[begin - 1])) != 0) --begin;
  const std::string colon = ":";
  if (begin == end) return description;
  std::string sizes = description.substr(0, end);
  const std::string last = description.substr(begin, end - begin);
  // stencil7:64 stands for 64x64x64.
  if (sizes.find('x') == std::string::npos &&
      (sizes.compare(0, 7, "stencil") == 0 || sizes.compare(0, 3, "fem") == 0)) {
    const bool is_flat = sizes.compare(0, 8, "stencil5") == 0 || sizes.compare(0, 8, "stencil9") == 0;
    sizes += (is_flat ? "x" : "x" + last + "x") + last;
  }
  const std::size_t place = sizes.find_last_of("x:") + 1;
  return sizes.substr(0, place) + std::to_string(std::stoll(sizes.substr(place)) * ranks) + description.substr(end);
}

/// \brief Where products run by default is a GPU, and PETSc can multiply there.
inline constexpr bool is_on_device =
#if defined(PETSC_HAVE_CUDA)
    !sporos::detail::is_host_execution<Kokkos::DefaultExecutionSpace>;
#else
    false;
#endif

/// \brief A PETSc error becomes an exception here.
inline void check(PetscErrorCode code) {
  if (code != sporos::detail::petsc_success) throw std::runtime_error("PETSc says why above");
}

/// \brief What is multiplied: the matrix, its blocks, vectors for all of them, and the exchange by itself.
struct RanksProblem {
  Mat A = nullptr;         ///< with PETSc's products
  Mat attached = nullptr;  ///< with Sporos'
  Mat diagonal[2] = {};    ///< their blocks
  Mat other[2] = {};       ///< null on one rank
  Vec x = nullptr, y = nullptr, solution = nullptr;
  Vec local_x = nullptr, local_y = nullptr, ghosts = nullptr;
  VecScatter exchange = nullptr;
  PetscInt ghost_count = 0;
  std::int64_t entries = 0;  ///< of this rank
  std::int64_t rows = 0;     ///< of all ranks

  RanksProblem(const std::string& name, const std::string& type, const Options& options) {
    const bool is_file = name.find(".mtx") != std::string::npos;
    const auto all =
        is_file ? read_matrix_market<double, PetscInt, PetscInt>(name) : generate<double, PetscInt, PetscInt>(name);
    rows = all.num_rows;
    auto m = static_cast<PetscInt>(all.num_rows);
    auto n = static_cast<PetscInt>(all.num_columns);
    PetscInt local_rows = PETSC_DECIDE, local_columns = PETSC_DECIDE, end = 0;
    check(PetscSplitOwnership(PETSC_COMM_WORLD, &local_rows, &m));
    check(PetscSplitOwnership(PETSC_COMM_WORLD, &local_columns, &n));
    MPI_Scan(&local_rows, &end, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD);
    const PetscInt first = all.row_offsets(end - local_rows);
    entries = all.row_offsets(end) - first;
    std::vector<PetscInt> offsets(&all.row_offsets(end - local_rows), &all.row_offsets(end) + 1);
    for (PetscInt& offset : offsets) offset -= first;
    for (Mat* matrix : {&A, &attached}) {
      check(MatCreate(PETSC_COMM_WORLD, matrix));
      check(MatSetSizes(*matrix, local_rows, local_columns, m, n));
      check(MatSetType(*matrix, type.c_str()));
      check(
          MatSeqAIJSetPreallocationCSR(*matrix, offsets.data(), all.columns.data() + first, all.values.data() + first));
      check(
          MatMPIAIJSetPreallocationCSR(*matrix, offsets.data(), all.columns.data() + first, all.values.data() + first));
    }
    check(options.format ? petsc::attach_any(attached, options) : petsc::attach(attached, options));
    take_blocks();
  }
  RanksProblem(const RanksProblem&) = delete;
  RanksProblem& operator=(const RanksProblem&) = delete;
  ~RanksProblem() {
    for (Vec* vector : {&x, &y, &solution, &local_x, &local_y, &ghosts}) static_cast<void>(VecDestroy(vector));
    static_cast<void>(VecScatterDestroy(&exchange));
    static_cast<void>(MatDestroy(&A));
    static_cast<void>(MatDestroy(&attached));
  }

  bool is_square() const {
    PetscInt m = 0, n = 0;
    static_cast<void>(MatGetSize(A, &m, &n));
    return m == n;
  }

 private:
  void take_blocks() {
    check(MatCreateVecs(A, &x, &y));
    check(VecDuplicate(x, &solution));
    check(VecSetRandom(x, nullptr));
    const Mat matrices[] = {A, attached};
    const PetscInt* columns = nullptr;
    for (int i = 0; i < 2; ++i) {
      PetscBool is_sequential = PETSC_FALSE;
      check(PetscObjectBaseTypeCompare(reinterpret_cast<PetscObject>(A), MATSEQAIJ, &is_sequential));
      diagonal[i] = matrices[i];
      if (is_sequential == PETSC_FALSE) check(MatMPIAIJGetSeqAIJ(matrices[i], &diagonal[i], &other[i], &columns));
    }
    check(MatCreateVecs(diagonal[0], &local_x, &local_y));
    check(VecSetRandom(local_x, nullptr));
    if (other[0] == nullptr) return;
    check(MatCreateVecs(other[0], &ghosts, nullptr));
    check(VecGetSize(ghosts, &ghost_count));
    IS from = nullptr;
    check(ISCreateGeneral(PETSC_COMM_WORLD, ghost_count, columns, PETSC_COPY_VALUES, &from));
    check(VecScatterCreate(x, from, ghosts, nullptr, &exchange));
    check(ISDestroy(&from));
  }
};

}  // namespace sporos::perf
