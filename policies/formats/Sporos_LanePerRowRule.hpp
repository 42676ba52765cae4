// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Teams for formats in which one lane sums a row.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief The threads of a team and its number of consecutive rows.
struct LaneTeams {
  int block_size = 1;
  std::int64_t rows = 1;
};

/// \brief What a thread loads at once: on a host one entry of several neighbouring rows, which the compiler vectorises;
/// on a GPU several entries of one row.
struct LaneLoads {
  int rows;
  int entries;
};
constexpr LaneLoads ell_loads(bool on_host) { return on_host ? LaneLoads{16, 1} : LaneLoads{1, 4}; }
constexpr LaneLoads dia_loads(bool on_host) { return on_host ? LaneLoads{32, 1} : LaneLoads{1, 4}; }

/// \brief On a GPU teams of 128 threads and rows. On a host teams of one thread, with one share of the rows for a
/// single thread and four for each of several, all of them multiples of 64 rows.
constexpr LaneTeams lane_per_row_teams(const Machine& machine, std::int64_t num_rows) {
  if (machine.kind == MachineKind::gpu) return {128, 128};
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 4LL * machine.multiprocessors;
  constexpr std::int64_t multiple = 64;
  const std::int64_t rows = (num_rows + shares * multiple - 1) / (shares * multiple) * multiple;
  return {1, rows > multiple ? rows : multiple};
}

}  // namespace detail
}  // namespace sporos
