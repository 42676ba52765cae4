// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How many registers a kernel may take, and how many entries a lane keeps in flight.
///
/// Both trade threads that wait against loads that are under way. Measured on an H100 with trial kernels that differed
/// in nothing else, microseconds at the best `repeat` and block size:
///
/// | double             | coop | 32 registers | 32 registers, 2 in flight | 64 registers (unrolled by the compiler) |
/// |--------------------|------|--------------|---------------------------|-----------------------------------------|
/// | stencil7-160       | 1    | 160          | 159                       | 156                                     |
/// | band-short4        | 1    | 106          | 102                       | 119                                     |
/// | band-short4, float | 1    | 84           | 75                        | 91                                      |
/// | stencil27-110      | 4    | 185          | 189                       | 172                                     |
/// | fem3-68            | 8    | 365          | 364                       | 326                                     |
/// | fem3-68, float     | 8    | 228          | 236                       | 232                                     |
/// | nd-long400         | 32   | 124          | 127                       | 120                                     |
#pragma once

#include <cstddef>

namespace sporos {

/// \brief Threads in a block at most, and blocks of that size that a multiprocessor shall hold at once.
struct LaunchBound {
  unsigned max_threads;
  unsigned min_blocks;
};

/// \brief 32 registers (full occupancy) for short rows and narrow sums, else 64.
constexpr LaunchBound launch_bound(int coop, std::size_t sum_bytes) {
  const bool full_occupancy = sum_bytes <= 4 || (sum_bytes <= 8 && coop < 4);
  return {1024, full_occupancy ? 2u : 1u};
}

/// \brief Entries that a lane loads before it adds the first of them up.
constexpr int entries_in_flight(int coop) { return coop == 1 ? 2 : 1; }

}  // namespace sporos
