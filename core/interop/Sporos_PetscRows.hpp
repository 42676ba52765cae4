// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The compressed rows of a sequential PETSc matrix where an execution space can read them, as they are now.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "core/interop/Sporos_PetscVector.hpp"
#include "formats/common/Sporos_Arrays.hpp"
#include "formats/common/Sporos_Kokkos.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {
namespace detail {

/// \brief The matrix that a user has attached, for its blocks.
struct PetscOwner {
  Mat matrix = nullptr;  // null where PETSc has destroyed it

  std::string name() const { return matrix == nullptr ? "a matrix that is gone" : petsc_name(matrix); }
};

/// \brief Follows a block: a new pattern, other arrays, new numbers. Shares PETSc's arrays where it can.
template <class ExecutionSpace>
class PetscRows {
  using Memory = typename ExecutionSpace::memory_space;

 public:
  using Matrix = CrsView<PetscValue, PetscInt, PetscInt, Memory>;
  enum class News { none, numbers, pattern };

  PetscRows(const ExecutionSpace& exec, Mat block, std::shared_ptr<const PetscOwner> owner)
      : exec_(exec), block_(block), owner_(std::move(owner)) {}

  const Matrix& matrix() const { return matrix_; }

  /// \brief Looks at the block.
  /// \param reads_copies  whether numbers that were copied out of PETSc's array matter
  PetscErrorCode follow(bool reads_copies, News& news) {
    Arrays arrays;
    PetscCall(arrays.take(block_));
    news = News::none;
    if (!is_made_ || !arrays.have_pattern_of(arrays_)) {
      is_made_ = false;
      PetscCall(make(arrays));
      news = News::pattern;
      is_made_ = true;
      return petsc_success;
    }
    const bool have_moved = arrays.values != arrays_.values;
    if (!have_moved && !is_copy_ && !reads_copies) return petsc_success;
    States numbers;
    PetscCall(take_states(numbers));
    if (!have_moved && numbers == numbers_) return petsc_success;
    arrays_ = arrays;
    numbers_ = numbers;
    if (is_copy_) {
      Kokkos::deep_copy(exec_, copied_values_, petsc_host_array(values_of(arrays), matrix_.values.extent(0)));
    } else {
      matrix_.values = typename Matrix::values_view(values_of(arrays), matrix_.values.extent(0));
    }
    news = News::numbers;
    return petsc_success;
  }

 private:
  // Some functions of PETSc change the numbers of a block and let the matrix alone know of it.
  using States = std::array<PetscObjectState, 2>;

  struct Arrays {
    PetscObjectState pattern = 0;
    const PetscInt* row_offsets = nullptr;
    const PetscInt* columns = nullptr;
    PetscScalar* values = nullptr;
    PetscMemType memory = PETSC_MEMTYPE_HOST;
    PetscInt num_rows = 0;
    PetscInt num_columns = 0;

    PetscErrorCode take(Mat block) {
      PetscCall(MatGetNonzeroState(block, &pattern));
      PetscCall(MatSeqAIJGetCSRAndMemType(block, &row_offsets, &columns, &values, &memory));
      PetscCall(MatGetLocalSize(block, &num_rows, &num_columns));
      return petsc_success;
    }

    bool have_pattern_of(const Arrays& other) const {
      return pattern == other.pattern && row_offsets == other.row_offsets && columns == other.columns &&
             num_rows == other.num_rows && num_columns == other.num_columns;
    }
  };

  static const PetscValue* values_of(const Arrays& arrays) {
    return reinterpret_cast<const PetscValue*>(arrays.values);
  }

  PetscErrorCode take_states(States& states) const {
    states = {};
    PetscCall(PetscObjectStateGet(reinterpret_cast<PetscObject>(block_), &states[0]));
    if (owner_->matrix != nullptr) {
      PetscCall(PetscObjectStateGet(reinterpret_cast<PetscObject>(owner_->matrix), &states[1]));
    }
    return petsc_success;
  }

  PetscErrorCode make(const Arrays& arrays) {
    MatInfo info;
    PetscCall(MatGetInfo(block_, MAT_LOCAL, &info));
    PetscCall(take_states(numbers_));
    const auto nnz = static_cast<std::size_t>(info.nz_used);
    is_copy_ = !petsc_reaches<ExecutionSpace>(arrays.memory, arrays.values);
    if (is_copy_) {
      require(PetscMemTypeHost(arrays.memory), "petsc", "the matrix lies on a GPU, but its products run on ",
              ExecutionSpace::name());
      const auto num_offsets = static_cast<std::size_t>(arrays.num_rows) + 1;
      copied_values_ = copied(values_of(arrays), nnz);
      matrix_ = crs_view(arrays.num_rows, arrays.num_columns, copied(arrays.row_offsets, num_offsets),
                         copied(arrays.columns, nnz), copied_values_);
      wait_for(exec_, "sporos::petsc[wait]");
    } else {
      matrix_ = crs_view<Memory>(arrays.num_rows, arrays.num_columns, static_cast<std::int64_t>(nnz),
                                 arrays.row_offsets, arrays.columns, values_of(arrays));
      if (!PetscMemTypeHost(arrays.memory)) PetscCall(take_all_offsets(arrays.num_rows));
    }
    arrays_ = arrays;
    return petsc_success;
  }

  // On a GPU, where most rows are empty, PETSc leaves these out of the offsets. Its copy on the host has them all.
  PetscErrorCode take_all_offsets(PetscInt num_rows) {
    PetscInt found = 0;
    const PetscInt* offsets = nullptr;
    const PetscInt* columns = nullptr;
    PetscBool is_there = PETSC_FALSE;
    PetscCall(MatGetRowIJ(block_, 0, PETSC_FALSE, PETSC_FALSE, &found, &offsets, &columns, &is_there));
    require(is_there == PETSC_TRUE && found == num_rows, "petsc", "PETSc does not give the row offsets of the matrix");
    matrix_.row_offsets = copied(offsets, static_cast<std::size_t>(num_rows) + 1);
    wait_for(exec_, "sporos::petsc[wait]");
    PetscCall(MatRestoreRowIJ(block_, 0, PETSC_FALSE, PETSC_FALSE, &found, &offsets, &columns, &is_there));
    return petsc_success;
  }

  template <class T>
  Kokkos::View<T*, Memory> copied(const T* array, std::size_t size) const {
    const auto copy =
        allocate<Kokkos::View<T*, Memory>>(exec_, "sporos::petsc matrix", static_cast<std::int64_t>(size));
    Kokkos::deep_copy(exec_, copy, petsc_host_array(array, size));
    return copy;
  }

  ExecutionSpace exec_;
  Mat block_;
  std::shared_ptr<const PetscOwner> owner_;
  Matrix matrix_;
  Arrays arrays_;
  States numbers_ = {};
  bool is_made_ = false;
  bool is_copy_ = false;
  Kokkos::View<PetscValue*, Memory> copied_values_;
};

}  // namespace detail
}  // namespace sporos
