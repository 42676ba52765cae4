// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: only matrices hold half_t and bhalf_t
// error: matrices of half_t and bhalf_t are multiplied by vectors of float or double
#include "core/Sporos.hpp"
#include "unit_tests/support/NarrowType.hpp"

using Space = Kokkos::DefaultExecutionSpace::memory_space;
using Narrow = sporos_test::NarrowType;

#ifdef MUST_COMPILE
using InVectors = float;
using WithComplex = float;
#else
using InVectors = Narrow;
using WithComplex = Kokkos::complex<float>;
#endif

template <class T>
using Vector = Kokkos::View<T*, Space>;

void product(const sporos::CrsMatrix<float, int, int, Space>& matrix, const Vector<InVectors>& x,
             const Vector<InVectors>& y) {
  sporos::spmv(1.0, matrix, x, 0.0, y);
}
void product(const sporos::CrsMatrix<Narrow, int, int, Space>& matrix, const Vector<WithComplex>& x,
             const Vector<WithComplex>& y, int) {
  sporos::spmv(1.0, matrix, x, 0.0, y);
}
