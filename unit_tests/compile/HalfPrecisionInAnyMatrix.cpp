// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: values must be float, double, Kokkos::complex<float> or Kokkos::complex<double>, those of a matrix also half_t
#include "core/Sporos_AnyMatrix.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

struct Half {
  unsigned short bits;
};

#ifdef MUST_COMPILE
using Value = float;
#else
using Value = Half;
#endif

auto any(const sporos::CrsMatrix<Value, int, int, Space>& A) { return sporos::any_matrix(A).format(); }
