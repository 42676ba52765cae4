// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages of g++, nvcc and clang.
// error: deleted function .*PlansAreMovedOrCloned|is a deleted function|deleted constructor
// error: deleted function .*operator=|is a deleted function|deleted operator
#include "core/Sporos_AnyPlan.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;

template <class Kept>
void copy(const Exec& exec, const Kept& A) {
  auto plan = sporos::Plan(exec, A);
  const auto kept = plan.clone();
#ifdef MUST_COMPILE
  auto other = plan.clone();
  other = std::move(plan);
#else
  const auto other = plan;
  plan = kept;
#endif
}

void copy_each(const Exec& exec, const Matrix& A) {
  copy(exec, A);
  copy(exec, sporos::to_ell(exec, A));
  copy(exec, sporos::any_matrix(A));
}
