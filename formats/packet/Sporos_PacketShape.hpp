// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The two parameters of packet storage, and the bytes of such a matrix.
#pragma once

#include <cstdint>

#include "formats/coo/Sporos_CooMatrix.hpp"

namespace sporos {

/// \brief The most rows of a packet, and the lanes that they are dealt out to.
struct PacketShape {
  int rows = 1024;  ///< of a packet, at most
  int lanes = 256;  ///< of a packet
};

namespace detail {

/// \brief The most rows of a packet: 16 bits, less one, can number them, and scratch memory can hold their x.
inline constexpr int largest_packet = 4096;
inline constexpr int max_packet_lanes = 512;

/// \brief The default shape: x and the sums of a packet take 16 KiB. On a host one lane has all rows, so that there is
/// no padding.
constexpr PacketShape default_packet_shape(bool on_host, std::int64_t value_bytes) {
  const std::int64_t rows = 8192 / (value_bytes < 4 ? 4 : value_bytes);  // x and sums are no narrower
  return {static_cast<int>(rows < largest_packet ? rows : largest_packet), on_host ? 1 : 256};
}

inline void require_packet_shape(const char* function, const PacketShape& shape) {
  require(shape.rows >= 1 && shape.rows <= largest_packet, function, "shape.rows = ", shape.rows, " must be from 1 to ",
          largest_packet);
  require(shape.lanes >= 1 && shape.lanes <= max_packet_lanes, function, "shape.lanes = ", shape.lanes,
          " must be from 1 to ", max_packet_lanes);
}

}  // namespace detail

/// \brief The counts that the bytes of a matrix in packets depend on; measure_packets() finds them.
struct PacketCounts {
  std::int64_t rows = 0;              ///< of the matrix
  std::int64_t packets = 0;           ///< how many packets there are
  std::int64_t lanes = 0;             ///< of each packet
  std::int64_t slots = 0;             ///< entries inside of packets, and padding
  std::int64_t coupling_entries = 0;  ///< between packets
};

/// \brief Bytes of a PacketMatrix without the map of update_values().
/// \throws std::invalid_argument where a number is negative
constexpr std::int64_t bytes_as_packet(const PacketCounts& counts, std::int64_t value_bytes,
                                       std::int64_t column_bytes) {
  detail::require_none_negative("bytes_as_packet", {{"rows", counts.rows},
                                                    {"packets", counts.packets},
                                                    {"lanes", counts.lanes},
                                                    {"slots", counts.slots},
                                                    {"coupling_entries", counts.coupling_entries},
                                                    {"value_bytes", value_bytes},
                                                    {"column_bytes", column_bytes}});
  const std::int64_t numbering = counts.rows * (column_bytes + 2) + counts.packets * counts.lanes * (4 + 2);
  const std::int64_t bounds = (counts.packets + 1) * (8 + 8);
  return detail::saturating_sum(
      detail::saturating_sum(numbering + bounds, detail::saturating_product(counts.slots, value_bytes + 2)),
      bytes_as_coo(counts.coupling_entries, value_bytes, column_bytes));
}

}  // namespace sporos
