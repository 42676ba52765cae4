// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: sporos::spmv: A is no matrix, or an argument is missing: they are \(exec,\) \(op,\) alpha, A, x, beta, y
// error: sporos::spmv: x and y must be Kokkos Views
// error: sporos::Plan::apply: the arguments are \(op,\) alpha, x, beta, y
// error: update_values takes a rank-1 View of the value type of the matrix, in its memory space
// error: sporos::crs_view: the arguments are three rank-1 Views, .*crs_view<Kokkos::HostSpace>
// error: sporos: this is no matrix. arrays of your own become one by crs_view
#include <vector>

#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;
using Vector = Kokkos::View<double*, Space>;
using Numbers = std::vector<double>;

void multiply(const Exec& exec, const Matrix& A, const Vector& x, const Vector& y, const Numbers& array) {
#ifdef MUST_COMPILE
  sporos::spmv(exec, 1.0, A, x, 0.0, y);
  sporos::spmv(1.0, A, x, 0.0, y);
#else
  sporos::spmv(exec, 1.0, A, x, y);
  sporos::spmv(1.0, A, x, y);
  sporos::spmv(exec, A, 1.0, x, 0.0, y);
  sporos::spmv(A, 1.0, x, 0.0, y);
  sporos::spmv(exec, 1.0, array, x, 0.0, y);
  sporos::spmv(exec, 1.0, A, array, 0.0, y);
  sporos::spmv(1.0, A, x, 0.0, y.data());
  sporos::spmv(exec, 1.0, A, x, y, 0.0);
#endif
  static_cast<void>(array);
}

void plan(const Exec& exec, const Matrix& A, const Vector& x, const Vector& y, Numbers& array) {
  sporos::Plan plan(exec, A);
#ifdef MUST_COMPILE
  plan.apply(1.0, x, 0.0, y);
  plan.update_values(x);
#else
  plan.apply(1.0, x, y);
  plan.apply(1.0, A, x, 0.0, y);
  plan.apply(1.0, array, 0.0, y);
  plan.apply(1.0, x.data(), 0.0, y.data());
  plan.update_values(array);
  plan.update_values(Kokkos::View<float*, Space>("values", 1));
  sporos::Plan(exec, array);
#endif
  static_cast<void>(array);
}

void view(const int* offsets, const int* columns, const double* values, const std::vector<int>& array) {
#ifdef MUST_COMPILE
  sporos::crs_view<Space>(2, 2, 3, offsets, columns, values);
#else
  sporos::crs_view(2, 2, 3, offsets, columns, values);
  sporos::crs_view(2, 2, array, array, array);
#endif
  static_cast<void>(array);
}
