// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: alpha and beta must be numbers
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

#ifdef MUST_COMPILE
using Alpha = double;
#else
using Alpha = Kokkos::View<double, Space>;
#endif

using Vector = Kokkos::View<double*, Space>;

void multiply(const Exec& exec, const Alpha& alpha, const sporos::CrsMatrix<double, int, int, Space>& A,
              const Vector& x, const Vector& y) {
  sporos::spmv(exec, alpha, A, x, 0, y);
}
