// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos' plans in other formats than compressed rows as the local products of PETSc's matrices.
#pragma once

#include "core/Sporos_AnyPlan.hpp"
#include "core/interop/Sporos_Petsc.hpp"

namespace sporos {
namespace petsc {

/// \brief As attach(), but the diagonal block of each rank is stored in the format that `options.format` names, or that
/// the library chooses for `Format::automatic` and `options.expected_products`. Ranks may choose differently. The other
/// block keeps PETSc's rows.
///
/// A converted block is a copy beside PETSc's rows, and the next product copies new numbers into it. view() says which
/// format there is. Compiles every conversion.
/// \return as attach(); PETSC_ERR_LIB also where a format that options name refuses a block
template <class ExecutionSpace = Kokkos::DefaultExecutionSpace>
PetscErrorCode attach_any(Mat A, const Options& options) {
  using Other = detail::PetscBlock<ExecutionSpace>;
  using Any = detail::AnyMatrixWith<typename detail::PetscRows<ExecutionSpace>::Matrix>;
  return detail::attach_blocks<detail::PetscBlock<ExecutionSpace, Any>, Other>(A, options);
}

}  // namespace petsc
}  // namespace sporos
