// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Forms the packets of a matrix and assigns their rows to lanes, before the entries are moved.
#pragma once

#include <string>
#include <type_traits>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/coo/Sporos_CooPartition.hpp"
#include "formats/packet/Sporos_PacketLanes.hpp"
#include "formats/packet/Sporos_PacketPartition.hpp"

namespace sporos {
namespace detail {

/// \brief For each row: its packet, its number there, and its entries inside and outside of the packet. Only needed
/// during the conversion.
template <class Column, class Offset, class MemorySpace>
struct PacketPlaces {
  template <class T>
  using Array = Kokkos::View<T*, Kokkos::LayoutRight, MemorySpace>;

  Array<std::int32_t> packet_of_row;
  Array<std::uint16_t> number_of_row;  ///< inside of the packet
  Array<Offset> inside;                ///< entries of each row
  Array<Offset> coupling_begins;       ///< of each row in the COO part
};

template <class Column>
struct PlacePacketRow {
  std::int64_t num_packets;
  const std::int64_t* packet_begins;
  const Column* rows;
  std::int32_t* packet_of_row;
  std::uint16_t* number_of_row;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const {
    const std::int64_t packet = first_greater(packet_begins, num_packets + 1, place) - 1;
    packet_of_row[rows[place]] = static_cast<std::int32_t>(packet);
    number_of_row[rows[place]] = static_cast<std::uint16_t>(place - packet_begins[packet]);
  }
};

template <class Column, class Offset>
struct CountInsideAndOutside {
  const Offset* row_offsets;
  const Column* columns;
  const std::int32_t* packet_of_row;
  Offset* inside;
  Offset* outside;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto begin = static_cast<std::int64_t>(row_offsets[row]);
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    std::int64_t count = 0;
    for (std::int64_t entry = begin; entry < end; ++entry) {
      if (packet_of_row[columns[entry]] == packet_of_row[row]) ++count;
    }
    inside[row] = static_cast<Offset>(count);
    outside[row] = static_cast<Offset>(end - begin - count);
  }
};

/// \brief The elements as an array of `View`, copied by way of the host.
template <class View, class ExecutionSpace>
View array_of(const ExecutionSpace& exec, const char* label, const std::vector<std::int64_t>& elements) {
  const auto view = fresh_array<View>(exec, label, static_cast<std::int64_t>(elements.size()));
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    host(i) = static_cast<typename View::non_const_value_type>(elements[i]);
  }
  Kokkos::deep_copy(view, host);
  return view;
}

/// \brief Gives the matrix its packets and their lanes, without entries; waits for the numbers of slots and of coupling
/// entries, which it returns.
template <class ExecutionSpace, class Crs, class Matrix, class Places>
PacketCounts arrange_packets(const char* function, const ExecutionSpace& exec, const Crs& checked,
                             const PacketOptions& options, Matrix& matrix, Places& places) {
  const auto& crs = checked.view;
  using View = std::decay_t<decltype(crs)>;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  const PacketShape shape = options.shape.value_or(
      default_packet_shape(is_host_execution<ExecutionSpace>, sizeof(typename View::value_type)));
  require_packet_shape(function, shape);
  require(crs.nnz() <= INT32_MAX || checked.profile.longest_row <= INT32_MAX / shape.rows, function, "a row of ",
          checked.profile.longest_row, " entries in packets of ", shape.rows, " rows may give a lane more than ",
          INT32_MAX, " entries");
  const bool asks_metis = options.packet_of_row.empty() && crs.num_rows > 0;
  if (!asks_metis) require_packets(function, options.packet_of_row, crs.num_rows);
  const Grouped packets =
      packets_of_at_most(asks_metis ? packet_partition(crs, shape.rows) : options.packet_of_row, shape.rows);
  const auto count = static_cast<std::int64_t>(packets.begins.size()) - 1;
  require(count <= INT32_MAX, function, "there are ", count, " packets, but the most is ", INT32_MAX);
  for (std::size_t p = 1; p < packets.begins.size(); ++p) {
    matrix.longest_packet =
        std::max(matrix.longest_packet, static_cast<int>(packets.begins[p] - packets.begins[p - 1]));
  }
  matrix.num_rows = matrix.num_columns = crs.num_rows;
  matrix.lanes = shape.lanes;
  matrix.packet_begins = array_of<decltype(matrix.packet_begins)>(exec, "sporos::packet[begins]", packets.begins);
  matrix.rows = array_of<decltype(matrix.rows)>(exec, "sporos::packet[rows]", packets.elements);
  matrix.packet_slots = fresh_array<decltype(matrix.packet_slots)>(exec, "sporos::packet[slots]", count + 1);
  matrix.lane_lengths =
      fresh_array<decltype(matrix.lane_lengths)>(exec, "sporos::packet[lane lengths]", count * shape.lanes);
  matrix.lane_begins =
      fresh_array<decltype(matrix.lane_begins)>(exec, "sporos::packet[lane begins]", count * shape.lanes);
  matrix.lane_rows = fresh_array<decltype(matrix.lane_rows)>(exec, "sporos::packet[lane rows]", crs.num_rows);
  places.packet_of_row = fresh_array<decltype(places.packet_of_row)>(exec, "sporos::to_packet[packets]", crs.num_rows);
  places.number_of_row = fresh_array<decltype(places.number_of_row)>(exec, "sporos::to_packet[numbers]", crs.num_rows);
  places.inside = fresh_array<decltype(places.inside)>(exec, "sporos::to_packet[inside]", crs.num_rows);
  places.coupling_begins = fresh_array<decltype(places.inside)>(exec, "sporos::to_packet[outside]", crs.num_rows + 1);
  const RowRange<ExecutionSpace> rows(exec, 0, crs.num_rows);
  launch_kernel("sporos::to_packet[place]", rows,
                PlacePacketRow<Column>{count, matrix.packet_begins.data(), matrix.rows.data(),
                                       places.packet_of_row.data(), places.number_of_row.data()});
  launch_kernel(
      "sporos::to_packet[count]", rows,
      CountInsideAndOutside<Column, Offset>{crs.row_offsets.data(), crs.columns.data(), places.packet_of_row.data(),
                                            places.inside.data(), places.coupling_begins.data()});
  const std::int64_t coupling = sum_lengths(exec, crs.num_rows, places.coupling_begins.data());
  using Keys = typename Matrix::template Array<std::uint64_t>;
  const auto row_keys = fresh_array<Keys>(exec, "sporos::to_packet[row keys]", crs.num_rows);
  const auto lane_keys = fresh_array<Keys>(exec, "sporos::to_packet[lane keys]", count * shape.lanes);
  launch_kernel(
      "sporos::to_packet[deal]", RowRange<ExecutionSpace>(exec, 0, count),
      DealPacketRows<Column, Offset>{shape.lanes, matrix.packet_begins.data(), matrix.rows.data(), places.inside.data(),
                                     row_keys.data(), lane_keys.data(), matrix.packet_slots.data(),
                                     matrix.lane_lengths.data(), matrix.lane_begins.data(), matrix.lane_rows.data()});
  const std::int64_t slots = sum_lengths(exec, count, matrix.packet_slots.data());
  matrix.packet_entries = crs.nnz() - coupling;
  return {crs.num_rows, count, shape.lanes, slots, coupling};
}

}  // namespace detail

/// \brief The counts for bytes_as_packet(): partitions the matrix as to_packet() does, and keeps nothing.
/// \throws as to_packet(), except for the memory limit
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
PacketCounts measure_packets(const ExecutionSpace& exec, const Matrix& A, const PacketOptions& options = {}) {
  using View = detail::crs_view_t<Matrix>;
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  using Space = typename View::memory_space;
  detail::require_square("measure_packets", A, " for packets");
  const auto crs = detail::convertible_crs(exec, A, "measure_packets");
  PacketMatrix<Value, Column, Offset, Space> matrix;
  detail::PacketPlaces<Column, Offset, Space> places;
  return detail::arrange_packets("measure_packets", exec, crs, options, matrix, places);
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, PacketOptions>, Given...>>
PacketCounts measure_packets(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::measure_packets: the arguments are exec, A (, options); A is in compressed rows, and options "
                "are sporos::PacketOptions");
  return PacketCounts();
}

}  // namespace sporos
