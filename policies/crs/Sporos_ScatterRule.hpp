// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How a transposed product without a plan is shared among teams.
#pragma once

#include <algorithm>
#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief The launch parameters of ScatterKernel. Those after `threads` are for GPUs.
struct ScatterShape {
  std::int64_t share;      ///< entries of a team
  int threads;             ///< of a team
  int slots = 0;           ///< of the table in which a team adds up its products by column; a power of two
  int crowd = 0;           ///< the table is used where so many of a team's samples, one a thread, share a slot
  int entries_a_lane = 1;  ///< a row of the mean length is shared among one lane for so many entries
  int longest_a_lane = 1;  ///< a row with more entries for each of its lanes is the whole team's
};

/// \brief On a host: one share per thread. On a GPU: chosen by trials with shares, teams, lanes and samples on 13
/// generated matrices, in double and float, on an H100 (docs/results/2026-11-24-h100-scatter.md). The table is slower
/// than plain additions, unless some 3 % of the entries are in one column: then they took up to six times as long.
///
/// Small matrices need many teams. Microseconds on an H200 in double, with the launch that sets y to zero, by entries
/// of a share:
///
/// | matrix (10^6 entries)       | 256  | 512  | 1024 | 2048 |
/// |-----------------------------|------|------|------|------|
/// | delaunay:120 (0.1)          | 10.0 | 9.9  | 11.3 | 11.4 |
/// | powerlaw:60000 (0.2)        | 16.4 | 13.9 | 16.3 | 20.4 |
/// | rmat:14 (0.2)               | 21.8 | 18.7 | 24.1 | 34.9 |
/// | fem3:10 (0.3)               | 12.6 | 12.3 | 13.1 | 14.4 |
/// | delaunay:300 (0.6)          | 24.8 | 17.0 | 14.5 | 15.1 |
/// | powerlaw:250000 (0.9)       | 38.1 | 28.5 | 27.9 | 25.1 |
/// | rmat:16 (0.9)               | 46.3 | 36.8 | 38.5 | 43.8 |
/// | arrow:100000,border=2 (1.2) | 37.0 | 26.9 | 23.1 | 26.5 |
/// | delaunay:450 (1.4)          | 45.1 | 29.2 | 24.6 | 20.4 |
/// | zipf:100000 (1.5)           | 63.7 | 56.6 | 51.0 | 49.6 |
/// | stencil27:40 (1.6)          | 49.0 | 31.7 | 26.3 | 24.0 |
///
/// (arrow with block=4, too.)
inline ScatterShape scatter_shape(const Machine& machine, std::int64_t threads, std::int64_t nnz) {
  if (machine.kind == MachineKind::host) {
    const std::int64_t shares = std::max<std::int64_t>(threads, 1);
    return {std::max<std::int64_t>((nnz + shares - 1) / shares, 1), 1};
  }
  return {nnz < 512 * 1024 ? 512 : nnz < 1024 * 1024 ? 1024 : 2048, 256, 256, 8, 4, 16};
}

}  // namespace detail
}  // namespace sporos
