// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: row offsets must be integers
#include "formats/crs/Sporos_CrsView.hpp"

#ifdef MUST_COMPILE
using Offset = std::size_t;
#else
using Offset = double;
#endif

template struct sporos::CrsView<double, int, Offset, Kokkos::HostSpace>;
