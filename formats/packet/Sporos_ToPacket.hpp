// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to packets, and new values.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/coo/Sporos_ToCoo.hpp"
#include "formats/packet/Sporos_ArrangePackets.hpp"

namespace sporos {
namespace detail {

// One index a lane of a packet.
template <class Value, class Column, class Offset>
struct FillPacketLane {
  PacketLanes<Column> packets;
  const Offset* row_offsets;
  const Column* from_columns;
  const Value* from_values;
  const std::int32_t* packet_of_row;
  const std::uint16_t* number_of_row;
  const Offset* inside;
  std::uint16_t* columns;
  Value* values;
  Offset* map;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t packet = index / packets.lanes;
    const std::int64_t first = packets.packet_begins[packet];
    const std::uint16_t* next = packets.lane_rows + first + packets.lane_begins[index];
    std::int64_t slot = packets.packet_slots[packet] + index % packets.lanes;
    for (std::int64_t left = packets.lane_lengths[index]; left > 0;) {
      const auto row = static_cast<std::int64_t>(packets.rows[first + *next++]);
      auto left_of_row = static_cast<std::int64_t>(inside[row]);
      left -= left_of_row;
      for (auto entry = static_cast<std::int64_t>(row_offsets[row]); left_of_row > 0; ++entry) {
        if (packet_of_row[from_columns[entry]] != packet) continue;
        --left_of_row;
        columns[slot] = static_cast<std::uint16_t>(number_of_row[from_columns[entry]] |
                                                   (left_of_row == 0 ? end_of_packet_row : 0U));
        values[slot] = from_values[entry];
        if (map != nullptr) map[slot] = static_cast<Offset>(entry);
        slot += packets.lanes;
      }
    }
  }
};

template <class Value, class Column, class Offset>
struct TakeCouplingOfRow {
  const Offset* row_offsets;
  const Column* from_columns;
  const Value* from_values;
  const std::int32_t* packet_of_row;
  const Offset* begins;
  Column* rows;
  Column* columns;
  Value* values;
  Offset* map;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    auto to = static_cast<std::int64_t>(begins[row]);
    const auto end = static_cast<std::int64_t>(begins[row + 1]);
    for (auto entry = static_cast<std::int64_t>(row_offsets[row]); to < end; ++entry) {
      if (packet_of_row[from_columns[entry]] == packet_of_row[row]) continue;
      rows[to] = static_cast<Column>(row);
      columns[to] = from_columns[entry];
      values[to] = from_values[entry];
      if (map != nullptr) map[to] = static_cast<Offset>(entry);
      ++to;
    }
  }
};

// A lane at a time, so that padding stays as it is.
template <class From, class Value, class Column, class Offset>
struct UpdatePacketLane {
  PacketLanes<Column> packets;
  From from;
  const Offset* map;
  Value* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const {
    std::int64_t slot = packets.packet_slots[index / packets.lanes] + index % packets.lanes;
    for (std::int32_t left = packets.lane_lengths[index]; left > 0; --left, slot += packets.lanes) {
      values[slot] = from(map[slot]);
    }
  }
};

template <class ExecutionSpace, class View, class Places, class Matrix>
void fill_packets(const ExecutionSpace& exec, const View& crs, const Places& places, std::int64_t slots,
                  const PacketOptions& options, Matrix& matrix) {
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  matrix.columns = fresh_array<decltype(matrix.columns)>(exec, "sporos::packet[columns]", slots);
  matrix.values = fresh_array<decltype(matrix.values)>(exec, "sporos::packet[values]", slots);
  if (options.keep_map) matrix.map = fresh_array<decltype(matrix.map)>(exec, "sporos::packet[map]", slots);
  if (slots > matrix.packet_entries) {  // products do not read the padding, but files store it
    Kokkos::deep_copy(exec, matrix.columns, 0);
    Kokkos::deep_copy(exec, matrix.values, Value(0));
    Kokkos::deep_copy(exec, matrix.map, Offset(0));
  }
  launch_kernel("sporos::to_packet[fill]",
                RowRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(matrix.lane_lengths.extent(0))),
                FillPacketLane<Value, Column, Offset>{packet_lanes(matrix), crs.row_offsets.data(), crs.columns.data(),
                                                      crs.values.data(), places.packet_of_row.data(),
                                                      places.number_of_row.data(), places.inside.data(),
                                                      matrix.columns.data(), matrix.values.data(), matrix.map.data()});
}

template <class ExecutionSpace, class View, class Places, class Coo>
void fill_coupling(const ExecutionSpace& exec, const View& crs, const Places& places, bool keep_map, Coo& coupling) {
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  coupling.keeps_order = false;
  if (keep_map) {
    coupling.map = fresh_array<decltype(coupling.map)>(exec, "sporos::packet[coupling map]", coupling.nnz());
  }
  launch_kernel("sporos::to_packet[coupling]", RowRange<ExecutionSpace>(exec, 0, crs.num_rows),
                TakeCouplingOfRow<Value, Column, Offset>{crs.row_offsets.data(), crs.columns.data(), crs.values.data(),
                                                         places.packet_of_row.data(), places.coupling_begins.data(),
                                                         coupling.rows.data(), coupling.columns.data(),
                                                         coupling.values.data(), coupling.map.data()});
  prepare_shares(exec, coupling);
}

}  // namespace detail

/// \brief A square matrix as packets.
/// \param A  anything that crs_view() takes, without entries outside of its rows
/// \throws std::invalid_argument where A is not square, not valid or too large for METIS' integers, the options make no
///         sense, the columns cannot hold a row index, or the result would take more than `options.max_bytes`
/// \throws std::runtime_error where Sporos was built without METIS and the options give no packets
///
/// The packets are found on the host (see packet_partition() for the cost); the rest of the work is done by `exec`.
/// Waits for everything.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto to_packet(const ExecutionSpace& exec, const Matrix& A, const PacketOptions& options = {}) {
  const detail::ProfilingRegion region("sporos::to_packet");
  using View = detail::crs_view_t<Matrix>;
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  using Packets = PacketMatrix<Value, Column, Offset, typename View::memory_space>;
  detail::require_square("to_packet", A, " for packets");
  const auto crs = detail::convertible_crs(exec, A, "to_packet");
  detail::require_rows_fit<Column>("to_packet", crs.view.num_rows);
  Packets packets;
  detail::PacketPlaces<Column, Offset, typename View::memory_space> places;
  const PacketCounts counts = detail::arrange_packets("to_packet", exec, crs, options, packets, places);
  detail::require_memory("to_packet", bytes_as_packet(counts, sizeof(Value), sizeof(Column)), options.max_bytes,
                         crs.bytes());
  packets.has_map = options.keep_map;
  packets.coupling = detail::allocate_coo<decltype(packets.coupling)>(exec, crs.view.num_rows, crs.view.num_columns,
                                                                      counts.coupling_entries);
  detail::fill_packets(exec, crs.view, places, counts.slots, options, packets);
  detail::fill_coupling(exec, crs.view, places, options.keep_map, packets.coupling);
  detail::wait_for(exec, "sporos::to_packet[wait]");  // so that `places` may go
  return packets;
}

/// \brief New numbers for the same pattern, in the order of the compressed rows; asynchronous.
/// \throws std::invalid_argument where the number of values is wrong, or the matrix has no map
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const PacketMatrix<Value, Column, Offset, MemorySpace>& packets,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[packet]");
  detail::require_as_many_values(values, packets.nnz());
  detail::require_map(packets.has_map);
  detail::launch_kernel(
      "sporos::update_values[packet]",
      detail::RowRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(packets.lane_lengths.extent(0))),
      detail::UpdatePacketLane<Values, Value, Column, Offset>{detail::packet_lanes(packets), values, packets.map.data(),
                                                              packets.values.data()});
  detail::launch_kernel("sporos::update_values[packet,coupling]",
                        detail::RowRange<ExecutionSpace>(exec, 0, packets.coupling.nnz()),
                        detail::TakeValues<Value, typename Values::non_const_value_type, Offset>{
                            values.data(), packets.coupling.map.data(), packets.coupling.values.data()});
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, PacketOptions>, Given...>>
auto to_packet(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_packet: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::PacketOptions");
  return detail::NoCrsView();
}

}  // namespace sporos
