// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two lines, so that nothing else may be said.
// error: sporos::any_matrix: it is in another header, Sporos_AnyPlan.hpp
// error: sporos::any_matrix: it is in another header
#include "core/Sporos.hpp"
#ifdef MUST_COMPILE
#include "core/Sporos_AnyPlan.hpp"
#endif

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = sporos::CrsMatrix<double, int, int, Exec::memory_space>;
using Vector = Kokkos::View<double*, Exec::memory_space>;

void multiply(const Exec& exec, const Matrix& A, const Vector& x, const Vector& y) {
  auto plan = sporos::Plan(exec, sporos::any_matrix(A));
  plan.apply(1.0, x, 0.0, y);
  plan.update_values(x);
}
