// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: columns must be signed integers
#include "formats/crs/Sporos_CrsView.hpp"

#ifdef MUST_COMPILE
using Column = int;
#else
using Column = unsigned;
#endif

template struct sporos::CrsView<double, Column, int, Kokkos::HostSpace>;
