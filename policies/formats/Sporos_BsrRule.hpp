// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Lanes and teams for products of blocks.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"
#include "policies/Sporos_RowShape.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// \brief Threads of a team.
inline constexpr int bsr_block_size = 128;

/// \brief Rows that a lane adds up at once where the size of the blocks is no constant.
inline constexpr int bsr_row_tile = 8;

/// \brief Columns of blocks of a constant size (0: none) that a lane has on their way at once: with their values, about
/// eight loads.
constexpr int bsr_in_flight(int block_size) { return block_size == 0 || block_size > 4 ? 1 : block_size > 2 ? 2 : 4; }

/// \brief Lanes that share a block row: three columns or more for each, since every lane has a sum for every row of the
/// block, and these are added up in the end.
constexpr int bsr_lanes(std::int64_t num_block_rows, std::int64_t num_blocks, int block_size) {
  int lanes = 1;
  while (lanes < max_coop && 6 * lanes * num_block_rows <= num_blocks * block_size) lanes *= 2;
  return lanes;
}

/// \brief Block rows that one thread of a host takes at a time: all, or four shares for each of several threads.
constexpr std::int64_t block_rows_per_share(const Machine& machine, std::int64_t num_block_rows) {
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 4LL * machine.multiprocessors;
  return (num_block_rows + shares - 1) / shares;
}

/// \brief A lane has a sum, and at times a value, for each row of a block: 64 registers a thread, or twice as many.
template <int RowTile, class Sum>
using BlockOccupancy = std::conditional_t<(RowTile * sizeof(Sum) <= 48), Occupancy<256, 4>, Occupancy<256, 2>>;

}  // namespace detail
}  // namespace sporos
