// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Teams for products with packets.
#pragma once

#include "formats/packet/Sporos_PacketShape.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief Entries that a lane has in flight.
inline constexpr int packet_in_flight = 4;

/// \brief The threads of a team, one per lane, in whole warps.
constexpr int packet_block_size(const Machine& machine, int lanes) {
  if (machine.kind == MachineKind::host) return 1;
  return (lanes + machine.lanes - 1) / machine.lanes * machine.lanes;
}

/// \brief A rough time of METIS for finding the packets: 5 microseconds a row on one core, for meshes with 7 to 27
/// entries a row.
constexpr double packet_partition_seconds(std::int64_t num_rows) { return 5e-6 * static_cast<double>(num_rows); }

}  // namespace detail
}  // namespace sporos
