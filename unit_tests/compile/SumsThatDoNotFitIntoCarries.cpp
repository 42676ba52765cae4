// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: a sum of this type does not fit into the memory for carries
#include "core/kernels/Sporos_Carries.hpp"
#include "core/setup/Sporos_CrsSetup.hpp"

using Room = sporos::detail::CrsSetup<Kokkos::DefaultExecutionSpace>::Room;

#ifdef MUST_COMPILE
using Sum = Kokkos::complex<double>;
#else
using Sum = Kokkos::complex<long double>;
#endif

Sum* sums(Room* carries) { return sporos::detail::sums_in<Sum>(carries); }
