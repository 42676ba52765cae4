// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: values cannot be integers
#include "core/Sporos_Solvers.hpp"

#ifdef MUST_COMPILE
using Value = double;
#else
using Value = int;
#endif

template class sporos::ConjugateGradients<Kokkos::DefaultExecutionSpace, Value>;
