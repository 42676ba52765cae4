// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: values cannot be long double
#include "core/Sporos_FormatPlan.hpp"
#include "core/launch/formats/Sporos_LaunchEll.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

#ifdef MUST_COMPILE
using Value = double;
#else
using Value = long double;
#endif

using Vector = Kokkos::View<Value*, Space>;

void multiply(const Exec& exec, const sporos::EllMatrix<Value, int, int, Space>& A, const Vector& x, const Vector& y) {
  sporos::spmv(exec, 1, A, x, 0, y);
}
