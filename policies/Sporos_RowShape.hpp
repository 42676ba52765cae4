// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The three numbers of Reguly & Giles' parametrised kernel, and the launch that follows from them.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {

/// \brief Lanes, sweeps and threads: Reguly & Giles 2012, section 4.4.
///
/// On the host `coop` is the number of independent partial sums a thread keeps for a row, and the blocks are shares
/// of equal work instead of equal rows.
struct RowShape {
  int coop = 1;        ///< lanes that share a row; a power of two, at most a warp
  int repeat = 1;      ///< rows that each group of lanes processes, one after the other
  int block_size = 1;  ///< threads of a team; a multiple of coop
};

/// \brief Whether all numbers are the same.
constexpr bool operator==(const RowShape& a, const RowShape& b) {
  return a.coop == b.coop && a.repeat == b.repeat && a.block_size == b.block_size;
}

namespace detail {

/// \brief The largest `coop`: the lanes of a warp.
inline constexpr int max_coop = 32;

/// \brief The most lanes that share a row whose columns are those of a pattern.
inline constexpr int most_pattern_lanes = 8;

/// \brief The most threads of a block on a GPU: what the registers of the kernels leave room for, as in the paper.
inline constexpr int largest_block = 512;

/// \brief The same on a host, where a block is one thread, but may have room for as many sums.
inline constexpr int largest_host_block = 1024;

/// \brief Consecutive rows of one block.
constexpr std::int64_t rows_per_block(const RowShape& shape) {
  return static_cast<std::int64_t>(shape.repeat) * (shape.block_size / shape.coop);
}

/// \brief Blocks that cover all rows: equation (5), 0 for no rows.
constexpr std::int64_t block_count(const RowShape& shape, std::int64_t num_rows) {
  return num_rows == 0 ? 0 : 1 + (num_rows - 1) / rows_per_block(shape);
}

/// \brief Why a shape cannot run on a machine; nullptr if it can.
constexpr const char* shape_fault(const RowShape& shape, const Machine& machine) {
  const bool power_of_two = shape.coop > 0 && (shape.coop & (shape.coop - 1)) == 0;
  if (!power_of_two || shape.coop > max_coop) return "coop must be a power of two from 1 to 32";
  if (shape.repeat < 1) return "repeat must be at least 1";
  if (shape.block_size < 1) return "block_size must be at least 1, and a multiple of coop";
  if (shape.block_size < shape.coop || shape.block_size % shape.coop != 0) {
    return "block_size must be a multiple of coop";
  }
  if (machine.kind == MachineKind::gpu) {
    if (shape.block_size > machine.max_block_size) return "block_size is more than this machine's largest team";
    if (shape.block_size > largest_block) return "block_size must be at most 512 on a GPU";
    if (shape.block_size % machine.lanes != 0) return "block_size must be a multiple of the machine's lanes";
  } else if (shape.block_size > largest_host_block) {
    return "block_size must be at most 1024 on a host";
  }
  return nullptr;
}

}  // namespace detail
}  // namespace sporos
