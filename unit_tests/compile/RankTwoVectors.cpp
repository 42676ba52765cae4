// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: x and y must both be rank-1 Views, or both rank-2 Views
#include "core/Sporos.hpp"

using Space = Kokkos::DefaultExecutionSpace::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;

#ifdef MUST_COMPILE
using X = Kokkos::View<double*, Space>;
using Y = Kokkos::View<double*, Space>;
#else
using X = Kokkos::View<double***, Space>;
using Y = Kokkos::View<double***, Space>;
#endif

void product(const Matrix& matrix, const X& x, const Y& y) { sporos::spmv(1.0, matrix, x, 0.0, y); }
