// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Packets back to compressed rows.
#pragma once

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/coo/Sporos_ToCoo.hpp"
#include "formats/packet/Sporos_ToPacket.hpp"

namespace sporos {
namespace detail {

/// \brief Calls `visit(slot, row, entry)` for each entry of a lane, `entry` counted from the first inside of its row.
template <class Column, class Visit>
KOKKOS_INLINE_FUNCTION void for_each_in_packet_lane(const PacketLanes<Column>& packets, const std::uint16_t* columns,
                                                    std::int64_t index, const Visit& visit) {
  const std::int64_t packet = index / packets.lanes;
  const std::int64_t first = packets.packet_begins[packet];
  const std::uint16_t* next = packets.lane_rows + first + packets.lane_begins[index];
  std::int64_t slot = packets.packet_slots[packet] + index % packets.lanes;
  std::int64_t entry = 0;
  for (std::int32_t left = packets.lane_lengths[index]; left > 0; --left, slot += packets.lanes) {
    visit(slot, static_cast<std::int64_t>(packets.rows[first + *next]), entry++);
    if ((columns[slot] & end_of_packet_row) != 0) {
      ++next;
      entry = 0;
    }
  }
}

template <class Column, class Offset>
struct CountCouplingOfRow {
  const Column* rows;
  std::int64_t entries;
  Offset* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    lengths[row] = static_cast<Offset>(first_greater(rows, entries, row) - first_greater(rows, entries, row - 1));
  }
};

template <class Column, class Offset>
struct CountPacketLane {
  PacketLanes<Column> packets;
  const std::uint16_t* columns;
  Offset* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const {
    for_each_in_packet_lane(packets, columns, index,
                            [&](std::int64_t, std::int64_t row, std::int64_t) { ++lengths[row]; });
  }
};

template <class Value, class Column, class Offset>
struct UnpackPacketLane {
  PacketLanes<Column> packets;
  const std::uint16_t* columns;
  const Value* values;
  const Offset* map;
  const Offset* row_offsets;
  Column* to_columns;
  Value* to_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t first = packets.packet_begins[index / packets.lanes];
    for_each_in_packet_lane(packets, columns, index, [&](std::int64_t slot, std::int64_t row, std::int64_t entry) {
      const std::int64_t to =
          static_cast<std::int64_t>(map != nullptr ? map[slot] : row_offsets[row]) + (map != nullptr ? 0 : entry);
      to_columns[to] = packets.rows[first + (columns[slot] & (end_of_packet_row - 1))];
      to_values[to] = values[slot];
    });
  }
};

template <class Value, class Column, class Offset>
struct PutCouplingBack {
  const Offset* map;
  const Column* columns;
  const Value* values;
  Column* to_columns;
  Value* to_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    to_columns[map[entry]] = columns[entry];
    to_values[map[entry]] = values[entry];
  }
};

}  // namespace detail

/// \brief The compressed rows that a matrix in packets came from, entry by entry; without the map the entries of a row
/// that couple packets come after the others. Asynchronous.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
CrsMatrix<Value, Column, Offset, MemorySpace> to_crs(const ExecutionSpace& exec,
                                                     const PacketMatrix<Value, Column, Offset, MemorySpace>& packets) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[packet]");
  auto crs = detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(packets.num_rows, packets.num_columns,
                                                                                 packets.nnz());
  const auto& coupling = packets.coupling;
  const auto lanes = detail::packet_lanes(packets);
  const detail::RowRange<ExecutionSpace> all_lanes(exec, 0, static_cast<std::int64_t>(packets.lane_lengths.extent(0)));
  const detail::RowRange<ExecutionSpace> all_coupling(exec, 0, coupling.nnz());
  detail::launch_kernel(
      "sporos::to_crs[packet,coupling lengths]", detail::RowRange<ExecutionSpace>(exec, 0, packets.num_rows),
      detail::CountCouplingOfRow<Column, Offset>{coupling.rows.data(), coupling.nnz(), crs.row_offsets.data()});
  detail::launch_kernel("sporos::to_crs[packet,lengths]", all_lanes,
                        detail::CountPacketLane<Column, Offset>{lanes, packets.columns.data(), crs.row_offsets.data()});
  detail::lengths_to_offsets(exec, packets.num_rows, crs.row_offsets.data());
  detail::launch_kernel("sporos::to_crs[packet]", all_lanes,
                        detail::UnpackPacketLane<Value, Column, Offset>{
                            lanes, packets.columns.data(), packets.values.data(), packets.map.data(),
                            crs.row_offsets.data(), crs.columns.data(), crs.values.data()});
  if (packets.has_map) {
    detail::launch_kernel(
        "sporos::to_crs[packet,coupling]", all_coupling,
        detail::PutCouplingBack<Value, Column, Offset>{coupling.map.data(), coupling.columns.data(),
                                                       coupling.values.data(), crs.columns.data(), crs.values.data()});
  } else {
    detail::launch_kernel("sporos::to_crs[packet,coupling]", all_coupling,
                          detail::UnpackRemainder<Value, Column, Offset>{
                              coupling.rows.data(), coupling.columns.data(), coupling.values.data(), coupling.nnz(),
                              crs.row_offsets.data(), crs.columns.data(), crs.values.data()});
  }
  return crs;
}

}  // namespace sporos
