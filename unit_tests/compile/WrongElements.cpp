// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: sporos::element_matrix: unknowns must be a rank-2 View, Kokkos::View<int
// error: sporos::element_matrix: the type of the numbers must be named: element_matrix<double>
// error: sporos::element_matrix: the arguments are exec, num_unknowns, unknowns
// error: sporos::element_matrix: unknowns must be signed integers
#include "core/Sporos_Elements.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Unknowns = Kokkos::View<int**, Space>;
using Vector = Kokkos::View<double*, Space>;

void multiply(const Exec& exec, const Vector& x, const Vector& y) {
#ifdef MUST_COMPILE
  const auto A = sporos::element_matrix<double>(exec, 3, Unknowns("unknowns", 2, 2));
#else
  const auto A = sporos::element_matrix<double>(exec, 3, Kokkos::View<int*, Space>("unknowns", 4));
  sporos::element_matrix(exec, 3, Unknowns("unknowns", 2, 2));
  sporos::element_matrix<double>(Unknowns("unknowns", 2, 2), 3);
  sporos::element_matrix<double>(exec, 3, Kokkos::View<unsigned**, Space>("unknowns", 2, 2));
  sporos::element_matrix<double>(exec, 3, Kokkos::View<double**, Space>("unknowns", 2, 2));
  sporos::element_matrix<double>(exec, 3, Unknowns("unknowns", 2, 2), 5);
#endif
  const auto plan = sporos::Plan(exec, A);
  plan.apply(1.0, x, 0.0, y);
}
