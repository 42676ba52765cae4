// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosSparse_CrsMatrix.hpp>
#include <Sporos.hpp>
#include <iostream>

using Matrix = KokkosSparse::CrsMatrix<double, int, Kokkos::DefaultExecutionSpace>;

void multiply_often(const Matrix& A, Kokkos::View<const double*> x, Kokkos::View<double*> y) {
  const Kokkos::DefaultExecutionSpace exec;
  sporos::spmv(exec, 1.0, A, x, 0.0, y);                     // y = A*x, no set-up
  const auto plan = sporos::Plan(exec, A);                   // looks at the rows once, checks them, decides
  for (int i = 0; i < 100; ++i) plan.apply(1.0, x, 0.5, y);  // y = A*x + y/2, asynchronous
  std::cout << plan.describe() << '\n';                      // what runs and why
}
