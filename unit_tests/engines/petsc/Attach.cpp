// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/interop/Sporos_Petsc.hpp"
#include "unit_tests/support/compiled/CompiledLeaves.hpp"

template PetscErrorCode sporos::petsc::attach<Kokkos::DefaultExecutionSpace>(Mat, const sporos::Options&);
