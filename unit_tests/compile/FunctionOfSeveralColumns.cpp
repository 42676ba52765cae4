// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: with several columns the function must be callable as f\(row, column, sum\)
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;

#ifdef MUST_COMPILE
using X = Kokkos::View<double*, Space>;
#else
using X = Kokkos::View<double**, Space>;
#endif

struct Ignore {
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t, double) const {}
};

void product(const Matrix& matrix, const X& x) { sporos::Plan(Exec(), matrix).apply_with(x, Ignore()); }
