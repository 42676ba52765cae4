// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: values cannot be long double. copy them into an array of double or Kokkos::complex<double>
// error: x cannot be of long double. copy it into an array of double or Kokkos::complex<double>
// error: y cannot be of long double. copy it into an array of double or Kokkos::complex<double>
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

#ifdef MUST_COMPILE
using Value = Kokkos::complex<double>;
#else
using Value = Kokkos::complex<long double>;
#endif

using Vector = Kokkos::View<Value*, Space>;

void multiply(const Exec& exec, const sporos::CrsMatrix<Value, int, int, Space>& A, const Vector& x, const Vector& y) {
  sporos::spmv(exec, 1, A, x, 0, y);
}
