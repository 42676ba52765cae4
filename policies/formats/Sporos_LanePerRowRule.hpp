// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Teams for formats in which one lane holds a row.
#pragma once

#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief Threads of a team and the consecutive rows that it takes.
struct LaneTeams {
  int block_size = 1;
  std::int64_t rows = 1;
};

/// \brief What a thread has in flight: neighbouring rows on a host, where they become vector instructions, entries of
/// one row on a GPU.
struct LaneLoads {
  int rows;
  int entries;
};
constexpr LaneLoads ell_loads(bool on_host) { return on_host ? LaneLoads{16, 1} : LaneLoads{1, 4}; }
constexpr LaneLoads dia_loads(bool on_host) { return on_host ? LaneLoads{32, 1} : LaneLoads{1, 4}; }

/// \brief On a GPU 128 rows for 128 threads; on a host four shares for each thread, of a multiple of 64 rows.
constexpr LaneTeams lane_per_row_teams(const Machine& machine, std::int64_t num_rows) {
  if (machine.kind == MachineKind::gpu) return {128, 128};
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 4LL * machine.multiprocessors;
  constexpr std::int64_t multiple = 64;
  const std::int64_t rows = (num_rows + shares * multiple - 1) / (shares * multiple) * multiple;
  return {1, rows > multiple ? rows : multiple};
}

}  // namespace detail
}  // namespace sporos
