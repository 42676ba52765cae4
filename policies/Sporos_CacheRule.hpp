// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Whether the second-level cache of a GPU shall drop a matrix before x and y.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief Whether kernels whose threads load each entry once ask the cache to drop it first.
///
/// What is loaded that way leaves room for x, for y, which the next operation reads, and for a part of a matrix that is
/// little larger than the cache. A matrix that fits would be dropped for nothing, and vectors that do not fit leave the
/// cache anyway. Of the cache of an H100 (50 MB) four fifths are room for what is read again.
///
/// Kernels in which several loads share the 32 bytes that memory gives at once must not ask: some of these are dropped
/// between two loads (stencil7:160 in float with `coop`: 261 MB read without, 288 MB with it; delta CRS with lanes for
/// each row, zipf:1000000 in double: 80 and 115 us). What is loaded twice must stay, as diagonals of which others are
/// mirror images.
///
/// Microseconds on an H100, one product after the other, without / with it, of trials with the policies made in the
/// kernel (docs/results/2026-11-26-h100-eviction.md). In the rows marked with * the rule does not ask, and a trial did:
///
/// | matrix (MB, vectors MB)            | double: rows | SELL        | float (half of x): SELL |
/// |------------------------------------|--------------|-------------|-------------------------|
/// | stencil27:100 (322, 16)            | 124 / 115    | 121 / 116   | 81 / 73                 |
/// | fem3:40 (178, 3)                   | 69 / 63      | 69 / 65     | 47 / 45                 |
/// | stencil9:1000 (112, 16)            | 50 / 43      | 50 / 42     | 35 / 28                 |
/// | powerlaw:2500000 (111, 40)         | 105 / 95     |             |                         |
/// | diagonals:2000000 (102, 32)        |              | 55 / 50     | 39 / 30                 |
/// | zipf:1000000 (98, 16)              | 61 / 58      | 49 / 46     | 39 / 37                 |
/// | delaunay:1000 (88, 16)             | 43 / 36      | 43 / 35     | 30 / 24                 |
/// | delaunay:700 (43, 8)               | 24 / 19      | 24 / 20     | 12.1 / 14.6 *           |
/// | stencil3:1000000 (40, 16)          |              | 25 / 16     | 12.2 / 13.7 *           |
/// | stencil7:160 (359, 66) *           | 151 / 153    | 146 / 147   | 104 / 105               |
/// | delaunay:1500 (198, 36)            | 87 / 88      | 86 / 87     | 61 / 51                 |
/// | stencil5:700 (31, 8) *             |              | 14.1 / 14.7 | 8.1 / 11.9              |
/// | fem3:20 (21, 0.4) *                |              | 9.8 / 20    | 8.5 / 14                |
constexpr bool evicts_first(const Machine& machine, std::int64_t matrix_bytes, std::int64_t vector_bytes) {
  return machine.compute_capability >= 90 && 5 * (matrix_bytes + vector_bytes) > 4 * machine.cache_bytes &&
         5 * vector_bytes <= 4 * machine.cache_bytes;
}

}  // namespace detail
}  // namespace sporos
