// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: values cannot be integers; copy them into an array of float or double
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

#ifdef MUST_COMPILE
using Value = float;
#else
using Value = signed char;
#endif

auto plan(const Exec& exec, const sporos::CrsMatrix<Value, int, int, Space>& A) {
  return sporos::Plan(exec, A).describe();
}
