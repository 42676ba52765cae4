// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>
#include <Sporos.hpp>
#include <core/interop/Sporos_KokkosKernels.hpp>

void multiply_by_both(const sporos::CrsMatrix<double>& A, Kokkos::View<double*> x, Kokkos::View<double*> y) {
  using Exec = Kokkos::DefaultExecutionSpace;
  const auto matrix = sporos::kokkos_kernels_matrix<Exec>(A);  // a KokkosSparse::CrsMatrix over the same arrays
  KokkosSparse::spmv("N", 1.0, matrix, x, 0.0, y);
  sporos::spmv(1.0, matrix, x, 0.0, y);  // takes it as it is
}
