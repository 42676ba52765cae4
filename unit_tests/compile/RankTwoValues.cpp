// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: the arrays of a matrix must be rank-1 Views
#include "formats/crs/Sporos_CrsView.hpp"

#ifdef MUST_COMPILE
using Values = Kokkos::View<double*, Kokkos::LayoutRight>;
#else
using Values = Kokkos::View<double**, Kokkos::LayoutRight>;
#endif

auto view(const Kokkos::View<int*>& row_offsets, const Kokkos::View<int*>& columns, const Values& values) {
  return sporos::crs_view(1, 1, row_offsets, columns, values);
}
