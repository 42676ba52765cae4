// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The team that works on a packet.
#pragma once

#include "formats/packet/Sporos_PacketShape.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief Entries that a lane has on their way at once.
inline constexpr int packet_in_flight = 4;

/// \brief Threads of a team: one for each lane, whole warps.
constexpr int packet_block_size(const Machine& machine, int lanes) {
  if (machine.kind == MachineKind::host) return 1;
  return (lanes + machine.lanes - 1) / machine.lanes * machine.lanes;
}

/// \brief About what METIS takes to find the packets: 5 microseconds a row of meshes with 7 to 27 entries, on one core.
constexpr double packet_partition_seconds(std::int64_t num_rows) { return 5e-6 * static_cast<double>(num_rows); }

}  // namespace detail
}  // namespace sporos
