// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two lines, so that nothing else may be said.
// error: sporos::kokkos_sparse::spmv: the matrix must be one of Kokkos Kernels. .*sporos::kokkos_kernels_matrix
// error: sporos::kokkos_sparse::spmv: the matrix must be one of Kokkos Kernels
#include "core/interop/Sporos_KokkosKernels.hpp"
#include "core/interop/Sporos_KokkosSparse.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = sporos::CrsMatrix<double, int, int, Exec::memory_space>;
using Vector = Kokkos::View<double*, Exec::memory_space>;

void multiply(const Exec& exec, const Matrix& A, const Vector& x, const Vector& y) {
  using sporos::kokkos_sparse::spmv;
#ifdef MUST_COMPILE
  const auto matrix = sporos::kokkos_kernels_matrix<Exec>(A);
#else
  const Matrix& matrix = A;
#endif
  spmv("N", 1.0, matrix, x, 0.0, y);
  spmv(exec, "N", 1.0, matrix, x, 0.0, y);
}
