// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Lanes and teams for products with BSR matrices.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"
#include "policies/Sporos_RowShape.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// \brief Threads of a team.
inline constexpr int bsr_block_size = 128;

/// \brief The rows that a lane sums at once where the block size is not known at compile time.
inline constexpr int bsr_row_tile = 8;

/// \brief The columns of a block that a lane has in flight: together with their values, about eight loads.
/// \param block_size  if it is known at compile time, else 0
constexpr int bsr_in_flight(int block_size) { return block_size == 0 || block_size > 4 ? 1 : block_size > 2 ? 2 : 4; }

/// \brief The lanes that share a block row. Each should have at least three columns, since every lane has a sum for
/// each row of the block, and all of these are combined in the end.
constexpr int bsr_lanes(std::int64_t num_block_rows, std::int64_t num_blocks, int block_size) {
  int lanes = 1;
  while (lanes < max_coop && 6 * lanes * num_block_rows <= num_blocks * block_size) lanes *= 2;
  return lanes;
}

/// \brief The block rows of one share on a host: all of them for a single thread, four shares for each of several.
constexpr std::int64_t block_rows_per_share(const Machine& machine, std::int64_t num_block_rows) {
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 4LL * machine.multiprocessors;
  return (num_block_rows + shares - 1) / shares;
}

/// \brief 64 or 128 registers a thread: a lane has a sum, and at times a value, for each row of a block.
template <int RowTile, class Sum>
using BlockOccupancy = std::conditional_t<(RowTile * sizeof(Sum) <= 48), Occupancy<256, 4>, Occupancy<256, 2>>;

}  // namespace detail
}  // namespace sporos
