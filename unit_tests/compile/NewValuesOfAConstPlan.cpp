// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two lines, so that nothing else may be said.
// error: sporos::Plan::update_values: the plan is const, but new values change it: declare it without const
// error: sporos::Plan::update_values: the plan is const
#include "core/Sporos_AnyPlan.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;
using Vector = Kokkos::View<double*, Space>;

template <class Kept>
bool update(const Exec& exec, const Kept& A, const Vector& values) {
#ifdef MUST_COMPILE
  auto plan = sporos::Plan(exec, A);
#else
  const auto plan = sporos::Plan(exec, A);
#endif
  return plan.update_values(values);
}

bool update_each(const Exec& exec, const Matrix& A, const Vector& values) {
  return update(exec, A, values) && update(exec, sporos::to_ell(exec, A), values) &&
         update(exec, sporos::any_matrix(A), values);
}
