// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosSparse_CrsMatrix.hpp>
#include <Sporos_AnyPlan.hpp>
#include <iostream>

using Matrix = KokkosSparse::CrsMatrix<double, int, Kokkos::DefaultExecutionSpace>;

void multiply_in_whatever_pays(const Matrix& A, Kokkos::View<const double*> x, Kokkos::View<double*> y) {
  const Kokkos::DefaultExecutionSpace exec;
  sporos::Options options;
  options.format = sporos::Format::automatic;                      // or one by name, Format::dia say
  options.expected_products = 500;                                 // converts only where these repay it
  auto plan = sporos::Plan(exec, sporos::any_matrix(A), options);  // one type, whatever is chosen
  for (int i = 0; i < 500; ++i) plan.apply(1.0, x, 0.5, y);
  plan.update_values(A.values);  // in the order of A
  std::cout << plan.describe() << '\n' << plan.describe().decision.table();
}

void switch_by_hand(const Matrix& A, Kokkos::View<const double*> x, Kokkos::View<double*> y) {
  const Kokkos::DefaultExecutionSpace exec;
  auto any = sporos::any_matrix(A);                        // shares the arrays of A
  any = sporos::convert(exec, any, sporos::Format::sell);  // still the same type
  sporos::spmv(exec, 1.0, any, x, 0.0, y);
  const auto rows = sporos::to_crs(exec, any);  // compressed rows again
  std::cout << name(any.format()) << ", " << any.bytes() << " bytes, " << rows.nnz() << " entries\n";
}
