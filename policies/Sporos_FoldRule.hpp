// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How sums over the elements of vectors are divided: the same everywhere, since the bits depend on it.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief Every team of a fold takes one chunk of elements.
struct FoldShape {
  std::int64_t chunk = 1;
  std::int64_t teams = 1;
};

/// \brief The most teams; there is a place for the sums of each of them.
inline constexpr std::int64_t max_fold_teams = 1024;

/// \brief The most sums of one fold.
inline constexpr int max_fold_sums = 4;

/// \brief At least 1024 elements a chunk, so that a thread of a GPU has four of them; an H100 keeps 1056 teams of 256
/// threads. The number of threads of a host does not count: sums are the same for any.
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
