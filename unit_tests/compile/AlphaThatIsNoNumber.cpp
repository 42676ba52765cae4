// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler must say this, and must not report a failed cast after it.
// error: alpha and beta must be numbers
// error: alpha and beta must be real where y is real
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

#ifdef MUST_COMPILE
using Alpha = double;
using Complex = double;
#else
using Alpha = Kokkos::View<double, Space>;
using Complex = Kokkos::complex<double>;
#endif

using Matrix = sporos::CrsMatrix<double, int, int, Space>;
using Vector = Kokkos::View<double*, Space>;

void multiply(const Exec& exec, const Alpha& alpha, const Complex& z, const Matrix& A, const Vector& x,
              const Vector& y) {
  sporos::spmv(exec, alpha, A, x, 0, y);
  sporos::spmv(exec, sporos::Op::transpose, z, A, x, 0, y);
}

void multiply(const sporos::PlanOf<Exec, Matrix>& plan, const Alpha& alpha, const Complex& z, const Vector& x,
              const Vector& y) {
  plan.apply(alpha, x, 0, y);
  plan.apply(sporos::Op::transpose, 1, x, z, y);
}
