// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: y cannot be of integers. copy it into an array of float or double
#include "core/Sporos.hpp"

#ifdef MUST_COMPILE
using Value = float;
#else
using Value = int;
#endif

using Exec = Kokkos::DefaultExecutionSpace;

void multiply(const Exec& exec, const sporos::CrsMatrix<double, int, int, Exec::memory_space>& A,
              const Kokkos::View<double*, Exec::memory_space>& x, const Kokkos::View<Value*, Exec::memory_space>& y) {
  sporos::spmv(exec, 1.0, A, x, 0.0, y);
}
