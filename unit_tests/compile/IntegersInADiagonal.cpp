// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: values cannot be integers
#include "core/Sporos_Solvers.hpp"

#ifdef MUST_COMPILE
using Value = double;
#else
using Value = int;
#endif

void call(const sporos::CrsMatrix<Value, int, int, Kokkos::HostSpace>& A) {
  sporos::inverse_diagonal(Kokkos::DefaultHostExecutionSpace(), A);
}
