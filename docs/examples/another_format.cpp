// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosSparse_CrsMatrix.hpp>
#include <Sporos_Formats.hpp>
#include <iostream>

using Matrix = KokkosSparse::CrsMatrix<double, int, Kokkos::DefaultExecutionSpace>;

void multiply_in_slices(const Matrix& A, Kokkos::View<const double*> x, Kokkos::View<double*> y) {
  const Kokkos::DefaultExecutionSpace exec;
  const auto slices = sporos::to_sell(exec, A);    // on the device; refuses to take absurd memory
  sporos::spmv(exec, 1.0, slices, x, 0.0, y);      // the calls are those for compressed rows
  auto plan = sporos::Plan(exec, slices);          // shares the arrays of `slices`
  plan.update_values(A.values);                    // new numbers for the pattern, in the order of A
  plan.apply(1.0, x, 0.5, y);                      // x and y are in the order of A
  const auto rows = sporos::to_crs(exec, slices);  // compressed rows again, entry for entry
  std::cout << plan.describe() << ' ' << rows.nnz() << " entries came back.\n";
}
