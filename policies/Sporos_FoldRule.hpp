// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How sums over vectors are divided into chunks: the same on every machine, since the bits of a sum depend on
/// it.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief A fold, a sum over vectors: each team sums one chunk of elements.
struct FoldShape {
  std::int64_t chunk = 1;
  std::int64_t teams = 1;
};

/// \brief The most teams of a fold. Memory for their sums is reserved for this many.
inline constexpr std::int64_t max_fold_teams = 1024;

/// \brief The most sums of one fold.
inline constexpr int max_fold_sums = 4;

/// \brief The chunks of `count` elements: at least 1024 elements each, so that each of the 256 threads of a GPU's team
/// has four. An H100 runs 1056 such teams at once. The shape does not depend on the number of threads of a host, so
/// neither do the sums.
constexpr FoldShape fold_shape(std::int64_t count) {
  constexpr std::int64_t least = 1024;
  std::int64_t chunk = (count + max_fold_teams - 1) / max_fold_teams;
  chunk = chunk <= least ? least : (chunk + 63) / 64 * 64;
  const std::int64_t teams = (count + chunk - 1) / chunk;
  return {chunk, teams > 0 ? teams : 1};
}

/// \brief Whether a product on a GPU makes dot products itself: where y and another vector of as many bytes take more
/// than half of its second-level cache. Otherwise the fold that follows finds them there.
///
/// Microseconds of a product with the dot product of x and y, H100 (50 MB), double: made by the product, and after it.
///
/// | matrix                     | bytes of y, MB | rows        | DIA         |
/// |----------------------------|----------------|-------------|-------------|
/// | fem3:40                    | 1.6            | 73.8 / 69.0 | 57.2 / 57.3 |
/// | stencil27:90               | 5.8            | 94.0 / 90.6 | 64.4 / 64.3 |
/// | delaunay:1150              | 10.6           | 59.1 / 58.7 |             |
/// | uniform:1500000,entries=30 | 12.0           | 437 / 437   |             |
/// | stencil7:130               | 17.6           | 95.8 / 101  | 63.4 / 68.5 |
/// | uniform:2500000,entries=7  | 20.0           | 175 / 186   |             |
/// | stencil5:2000              | 32.0           | 125 / 144   | 84.4 / 107  |
/// | stencil7:160               | 32.8           | 161 / 179   | 108 / 130   |
constexpr bool team_dots_pay(const Machine& machine, std::int64_t bytes) { return 4 * bytes > machine.cache_bytes; }

/// \brief Threads of a team.
constexpr int fold_block_size(const Machine& machine) { return machine.kind == MachineKind::host ? 1 : 256; }

}  // namespace detail
}  // namespace sporos
