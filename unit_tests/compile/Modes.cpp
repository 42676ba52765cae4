// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: sporos::spmv takes no mode
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = sporos::CrsMatrix<double, int, int, Exec::memory_space>;
using Vector = Kokkos::View<double*, Exec::memory_space>;

void multiply(const Exec& exec, const Matrix& A, const Vector& x, const Vector& y) {
#ifdef MUST_COMPILE
  sporos::spmv(exec, 1, A, x, 0, y);
  sporos::spmv(0, A, x, 0, y);
#else
  sporos::spmv(exec, "N", 1, A, x, 0, y);
#endif
}
