// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/interop/Sporos_KokkosKernels.hpp>

// Must compile and link.
auto as_kokkos_kernels_has_it(const sporos::CrsMatrix<double>& matrix) {
  return sporos::kokkos_kernels_matrix<Kokkos::DefaultExecutionSpace>(matrix);
}
