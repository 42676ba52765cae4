// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The message names the vector, not the values of the matrix.
// error: sporos::spmv, Plan::apply, apply_with: x cannot be of integers. copy it into an array of float or double
// error: sporos::spmv, Plan::apply: y cannot be of integers. copy it into an array of float or double
// error: sporos::spmv, Plan::apply, apply_with: x cannot be of std::complex. use Kokkos::complex, .*: reinterpret_cast
// error: sporos::spmv, Plan::apply: y cannot be of std::complex. use Kokkos::complex, .*: reinterpret_cast the pointer
// error: sporos::spmv, Plan::apply, apply_with: x cannot be of long double. copy it into an array of double
// error: sporos::spmv, Plan::apply: y must be of float, double, Kokkos::complex<float> or Kokkos::complex<double>
// error: sporos::apply_dots, residual, steps and updates of solvers: a vector cannot be of integers. copy it into an
#include "core/Sporos.hpp"
#include "core/Sporos_Fused.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Complex = std::complex<double>;
using KokkosComplex = Kokkos::complex<double>;
template <class T>
using Vector = Kokkos::View<T*, Space>;
template <class T>
using Matrix = sporos::CrsMatrix<T, int, int, Space>;

struct MyNumber {
  double number;
};

#ifdef MUST_COMPILE
using Integer = double;
using Small = float;
using Std = KokkosComplex;
using Long = double;
using Mine = double;
#else
using Integer = int;
using Small = signed char;
using Std = Complex;
using Long = long double;
using Mine = MyNumber;
#endif

void products(const Exec& exec, const Matrix<double>& A, const Matrix<KokkosComplex>& C, const Vector<double>& d,
              const Vector<KokkosComplex>& c) {
  sporos::spmv(exec, 1.0, A, Vector<Integer>("x", 1), 0.0, d);
  sporos::spmv(exec, 1.0, A, d, 0.0, Vector<Small>("y", 1));
  sporos::spmv(exec, 1.0, C, Vector<Std>("x", 1), 0.0, c);
  sporos::spmv(exec, 1.0, C, c, 0.0, Vector<Std>("y", 1));
  sporos::spmv(exec, 1.0, A, d, 0.0, Vector<Mine>("y", 1));
  const sporos::Plan plan(exec, A);
  plan.apply(1.0, Vector<Long>("x", 1), 0.0, d);
  sporos::jacobi_step(plan, 1.0, d, Vector<Integer>("b", 1), d, d);
}
