// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: values cannot be long double
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;

#ifdef MUST_COMPILE
using Sum = double;
#else
using Sum = long double;
#endif

struct Ignore {
  using sum_t = Sum;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t, const Sum&) const {}
};

void product(const Matrix& matrix, const Kokkos::View<double*, Space>& x) {
  sporos::Plan(Exec(), matrix).apply_with(x, Ignore());
}
