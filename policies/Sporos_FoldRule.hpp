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

/// \brief Threads of a team.
constexpr int fold_block_size(const Machine& machine) { return machine.kind == MachineKind::host ? 1 : 256; }

}  // namespace detail
}  // namespace sporos
