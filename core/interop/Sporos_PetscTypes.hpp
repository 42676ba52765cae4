// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief PETSc's types as Sporos has them, and how errors of either reach the other.
#pragma once

#include <petscmat.h>
// PetscObjectGetName() makes a name for a matrix that has none, and all ranks must do that together. A message of one
// rank reads the name where it is.
#include <petsc/private/petscimpl.h>

#include <exception>
#include <string>
#include <type_traits>

#include "formats/common/Sporos_Kokkos.hpp"
#include "formats/common/Sporos_Require.hpp"

namespace sporos {
namespace detail {

#if defined(PETSC_USE_COMPLEX)
using PetscValue = Kokkos::complex<PetscReal>;
#else
using PetscValue = PetscScalar;
#endif
static_assert(std::is_same<PetscReal, double>::value || std::is_same<PetscReal, float>::value,
              "sporos::petsc: PETSc must have been built for double or single precision");

// PETSC_SUCCESS since 3.19, from when on the codes are an enumeration.
inline constexpr PetscErrorCode petsc_success = static_cast<PetscErrorCode>(0);

// What MatSetOperation takes is declared differently in newer versions.
template <class Function>
Function operation_argument(PetscErrorCode (*)(Mat, MatOperation, Function));
using PetscOperation = decltype(operation_argument(&MatSetOperation));

template <class Function>
PetscOperation petsc_operation(Function function) {
  return reinterpret_cast<PetscOperation>(function);
}

/// \brief What users know a matrix by, without communication.
inline std::string petsc_name(Mat A) {
  const auto object = reinterpret_cast<PetscObject>(A);
  PetscInt rows = 0;
  PetscInt columns = 0;
  static_cast<void>(MatGetSize(A, &rows, &columns));
  std::string name = concat("the ", rows, " x ", columns, " matrix");
  if (object->name != nullptr) name += concat(" '", object->name, "'");
  if (object->prefix != nullptr) name += concat(" with the prefix ", object->prefix);
  PetscMPIInt rank = 0;
  PetscMPIInt ranks = 1;
  MPI_Comm_rank(object->comm, &rank);
  MPI_Comm_size(object->comm, &ranks);
  return name + concat(" on rank ", rank, " of ", ranks);
}

/// \brief Calls `f`, which returns a PetscErrorCode; what it throws becomes an error of PETSc.
/// \param name  `name()` is the matrix, for the message
template <class Name, class F>
PetscErrorCode petsc_guard(const char* function, const Name& name, const F& f) {
  std::string message;
  try {
    return f();
  } catch (const std::exception& error) {
    message = error.what();
  } catch (...) {
    message = "an exception that is no std::exception";
  }
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_LIB, "%s of %s: %s", function, name().c_str(), message.c_str());
}

}  // namespace detail
}  // namespace sporos
