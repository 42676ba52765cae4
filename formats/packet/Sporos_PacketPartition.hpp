// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which rows of a square matrix form a packet: by METIS, or as the caller says.
///
/// This is the only step of the conversion that runs on the host, in one thread: it copies the pattern, symmetrises its
/// graph and calls METIS. It takes about five microseconds a row, the time of hundreds of products on a host and of
/// many thousands on a GPU. Callers who convert one pattern several times should keep the result of packet_partition()
/// and pass it as `PacketOptions::packet_of_row`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/packet/Sporos_PacketMatrix.hpp"
#include "formats/reorder/Sporos_MetisOrdering.hpp"

namespace sporos {
namespace detail {

// METIS makes parts up to 3 % larger than asked for.
constexpr std::int64_t packets_for(std::int64_t num_rows, int rows_of_packet) {
  const std::int64_t target = rows_of_packet - (rows_of_packet + 31) / 32;
  return num_rows <= rows_of_packet ? 1 : (num_rows + target - 1) / (target < 1 ? 1 : target);
}

/// \brief The rows of each packet, ascending, none with more than `max_rows` and none without rows.
inline Grouped packets_of_at_most(const std::vector<std::int64_t>& packet_of_row, int max_rows) {
  const auto largest = std::max_element(packet_of_row.begin(), packet_of_row.end());
  Grouped packets = grouped(packet_of_row, packet_of_row.empty() ? 0 : *largest + 1);
  std::vector<std::int64_t> begins{0};
  for (std::size_t packet = 0; packet + 1 < packets.begins.size(); ++packet) {
    const std::int64_t first = packets.begins[packet];
    const std::int64_t rows = packets.begins[packet + 1] - first;
    const std::int64_t pieces = (rows + max_rows - 1) / max_rows;
    for (std::int64_t piece = 1; piece <= pieces; ++piece) begins.push_back(first + rows * piece / pieces);
  }
  packets.begins = std::move(begins);
  return packets;
}

inline void require_packets(const char* function, const std::vector<std::int64_t>& packet_of_row,
                            std::int64_t num_rows) {
  const auto count = static_cast<std::int64_t>(packet_of_row.size());
  require(count == num_rows, function, "packet_of_row has ", count, " elements, but there are ", num_rows, " rows");
  for (std::int64_t row = 0; row < num_rows; ++row) {
    const std::int64_t packet = packet_of_row[static_cast<std::size_t>(row)];
    require(packet >= 0 && packet < num_rows, function, "packet_of_row[", row, "] = ", packet, " is not in [0, ",
            num_rows, ")");
  }
}

}  // namespace detail

/// \brief The packet of each row as METIS finds it: rows that share most of their columns.
/// \param rows_of_packet  the most rows of nearly all packets; to_packet() cuts the few larger ones
/// \throws std::invalid_argument where the matrix is not square, not valid, or too large for METIS' integers
/// \throws std::runtime_error where Sporos was built without METIS
template <class Matrix>
std::vector<std::int64_t> packet_partition(const Matrix& matrix, int rows_of_packet) {
  constexpr const char* function = "packet_partition";
  detail::require_packet_shape(function, {rows_of_packet, 1});
  detail::require_metis(function);
  const std::int64_t packets = detail::packets_for(detail::crs_view_for(function, matrix).num_rows, rows_of_packet);
  return detail::metis_parts(detail::symmetric_graph(matrix, function), packets, function);
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<detail::Parameters<2, detail::AMatrix, int>, Given...>>
std::vector<std::int64_t> packet_partition(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::packet_partition: the arguments are A, rows_of_packet; A is in compressed rows; it works on "
                "the host and takes no instance");
  return std::vector<std::int64_t>();
}

}  // namespace sporos
