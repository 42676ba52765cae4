// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: a sum of this type does not fit into the memory for pieces of rows
#include "core/kernels/Sporos_SumsOfPieces.hpp"
#include "core/setup/Sporos_CrsSetup.hpp"

using Piece = sporos::detail::CrsSetup<Kokkos::DefaultExecutionSpace>::Piece;

#ifdef MUST_COMPILE
using Sum = Kokkos::complex<double>;
#else
using Sum = Kokkos::complex<long double>;
#endif

Sum* sums(Piece* pieces) { return sporos::detail::sums_in<Sum>(pieces); }
