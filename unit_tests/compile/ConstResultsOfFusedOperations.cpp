// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two lines, so that nothing else may be said.
// error: sporos::apply_dots, residual, steps and updates of solvers: what is written must not be const
// error: sporos::apply_dots, steps and updates of solvers: a factor must be a number
#include "core/Sporos.hpp"
#include "core/Sporos_Fused.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;
using Vector = Kokkos::View<double*, Space>;

void steps(const Exec& exec, const Matrix& A, const Vector& x, const Vector& y) {
#ifdef MUST_COMPILE
  const Vector& result = y;
  const double factor = 2;
#else
  const Kokkos::View<const double*, Space> result = y;
  const char* const factor = "2";
#endif
  const sporos::Plan plan(exec, A);
  const sporos::FusedMemory<Exec> memory(exec);
  sporos::residual(plan, x, x, result, memory);
  sporos::update_solution(exec, 1.0, x, x, result, y, memory);
  sporos::update_direction(exec, x, factor, y);
  sporos::update_direction(exec, x, 1.0, result);
}
