// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief PKT storage: packets of rows whose x fits team scratch, with 16-bit columns; the other entries are in COO.
///
/// Bell & Garland, "Efficient sparse matrix-vector multiplication on CUDA", 2008. Packets of the rows 0, 2 and 1, 3,
/// whose rows go to two lanes:
///
///     | 1 . 2 . |   packet 0, rows 0 2         packet 1, rows 1 3
///     | . . . . |     lane 0  1 2  (row 0)       lane 0  6  (row 3)
///     | 3 4 . 5 |     lane 1  3 *  (row 2)       lane 1  *
///     | . . . 6 |     values  1 3 2 *            values  6 *       coupling  rows 2 2   columns 1 3   values 4 5
///                     columns 0 0' 1' *          columns 1' *
///
/// Inside of a packet, rows and columns are numbered by the place of the row in the packet: column 2 is number 1 of
/// packet 0. `*` is padding, which products do not read, and `'` marks the last entry of a row (the entry 3 has it,
/// too).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/packet/Sporos_PacketShape.hpp"

namespace sporos {

/// \brief A square matrix in packets that owns its arrays; to_packet() makes it. x and y are in the order of the
/// original matrix. As with COO, products of one matrix and of its copies must not run at the same time, and if y is
/// narrower than the sums, it is rounded between the two parts.
///
/// Packet `p` has the rows `rows[packet_begins[p]]`, ..., ascending. Lane `l` of it has `lane_lengths[p * lanes + l]`
/// entries, in the slots `packet_slots[p] + l`, `... + l + lanes`, and so on, row after row; its first row is number
/// `lane_rows[packet_begins[p] + lane_begins[p * lanes + l]]` of the packet. Rows without entries inside of the packet
/// belong to no lane.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct PacketMatrix {
  using value_type = Value;             ///< type of the numbers
  using column_type = Column;           ///< type of the column indices
  using offset_type = Offset;           ///< type of the row offsets
  using memory_space = MemorySpace;     ///< where the arrays are
  using storage_format = PacketMatrix;  ///< no compressed rows
  template <class T>
  using Array = Kokkos::View<T*, Kokkos::LayoutRight, MemorySpace>;  ///< type of the arrays

  std::int64_t num_rows = 0;          ///< elements of y
  std::int64_t num_columns = 0;       ///< elements of x
  std::int64_t packet_entries = 0;    ///< entries inside of packets
  int lanes = 1;                      ///< of each packet
  int longest_packet = 0;             ///< in rows
  bool has_map = false;               ///< whether update_values() works
  Array<std::int64_t> packet_begins;  ///< of each packet: its first place in `rows`
  Array<std::int64_t> packet_slots;   ///< of each packet: its first slot
  Array<Column> rows;                 ///< of the packets, one after the other
  Array<std::int32_t> lane_lengths;   ///< entries of each lane
  Array<std::uint16_t> lane_begins;   ///< of each lane: its first row, see above
  Array<std::uint16_t> lane_rows;     ///< numbers of the rows with entries, lane by lane
  Array<std::uint16_t> columns;       ///< number of each slot's column in the packet; the highest bit ends a row
  Array<Value> values;                ///< of each slot
  Array<Offset> map;                  ///< of each slot: where its new value lies
  CooMatrix<Value, Column, Offset, MemorySpace> coupling;  ///< entries between packets

  std::int64_t nnz() const { return packet_entries + coupling.nnz(); }  ///< entries, explicit zeros included
  /// \brief How many packets there are.
  std::int64_t num_packets() const { return static_cast<std::int64_t>(packet_slots.extent(0)) - 1; }

  /// \brief The bytes of the arrays, without the map of update_values().
  std::int64_t bytes() const {
    return coupling.bytes() +
           detail::bytes_of(packet_begins, packet_slots, rows, lane_lengths, lane_begins, lane_rows, columns, values);
  }
  /// \brief How the entries lie, for descriptions.
  std::string shape_words() const {
    return detail::concat(num_packets(), " packets of up to ", longest_packet, " rows, ", coupling.nnz(),
                          " entries between them");
  }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    f(values);
    coupling.each_written(f);
  }
};

/// \brief The options of to_packet().
struct PacketOptions {
  /// Left out: as many rows as have 8 KiB of x, on 256 lanes of a GPU or one of a host.
  std::optional<PacketShape> shape = std::nullopt;
  /// The packet of each row, counted from 0, for callers with a better partition or without METIS. Packets with more
  /// rows than the shape allows are cut, empty packets are dropped. Empty: METIS finds the packets.
  std::vector<std::int64_t> packet_of_row = {};
  bool keep_map = true;  ///< for update_values() and the order of entries in to_crs(): an offset for each slot
  /// The most bytes of the result; left out: four times those of the compressed rows plus a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
};

namespace detail {

/// \brief This bit is set in the column of a slot that is the last of its row.
inline constexpr unsigned end_of_packet_row = 0x8000;

/// \brief Where a lane of a packet has its rows and entries; for kernels.
template <class Column>
struct PacketLanes {
  int lanes;
  const std::int64_t* packet_begins;
  const std::int64_t* packet_slots;
  const Column* rows;
  const std::int32_t* lane_lengths;
  const std::uint16_t* lane_begins;
  const std::uint16_t* lane_rows;
};

template <class Matrix>
PacketLanes<typename Matrix::column_type> packet_lanes(const Matrix& packets) {
  return {packets.lanes,           packets.packet_begins.data(), packets.packet_slots.data(),
          packets.rows.data(),     packets.lane_lengths.data(),  packets.lane_begins.data(),
          packets.lane_rows.data()};
}

}  // namespace detail
}  // namespace sporos
