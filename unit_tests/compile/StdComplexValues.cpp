// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: values cannot be std::complex; use Kokkos::complex, .*: reinterpret_cast the pointer
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

#ifdef MUST_COMPILE
using Value = Kokkos::complex<double>;
#else
using Value = std::complex<double>;
#endif

auto plan(const Exec& exec, const int* offsets, const int* columns, const Value* values) {
  return sporos::Plan(exec, sporos::crs_view<Space>(2, 2, 3, offsets, columns, values)).describe();
}
