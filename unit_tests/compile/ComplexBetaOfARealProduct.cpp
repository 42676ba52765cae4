// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: alpha and beta must be real where y is real
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

#ifdef MUST_COMPILE
using Beta = double;
#else
using Beta = std::complex<double>;
#endif

using Vector = Kokkos::View<double*, Space>;

void multiply(const sporos::PlanOf<Exec, sporos::CrsMatrix<double, int, int, Space>>& plan, const Vector& x, Beta beta,
              const Vector& y) {
  plan.apply(1, x, beta, y);
}
