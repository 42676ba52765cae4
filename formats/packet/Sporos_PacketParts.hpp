// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a matrix in packets is made of, for files.
#pragma once

#include "formats/coo/Sporos_CooParts.hpp"
#include "formats/packet/Sporos_PacketMatrix.hpp"

namespace sporos {
namespace detail {

template <class V, class C, class O, class M>
struct StoredParts<PacketMatrix<V, C, O, M>> {
  using Matrix = PacketMatrix<V, C, O, M>;
  using Coo = StoredParts<decltype(Matrix::coupling)>;
  static constexpr const char* format = "packet";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.number("packet_entries", A.packet_entries);
    visit.number("lanes", A.lanes);
    visit.number("longest_packet", A.longest_packet);
    visit.flag("has_map", A.has_map);
    visit.array("packet_begins", A.packet_begins);
    visit.array("packet_slots", A.packet_slots);
    visit.array("rows", A.rows);
    visit.array("lane_lengths", A.lane_lengths);
    visit.array("lane_begins", A.lane_begins);
    visit.array("lane_rows", A.lane_rows);
    visit.array("columns", A.columns);
    visit.array("values", A.values);
    visit.array("map", A.map);
    visit.group("coupling.", [&] { Coo::each(A.coupling, visit); });
  }

  static void check(const Matrix& A, const StoredChecks& checks) {
    checks.shape(A);
    const auto slots = static_cast<std::int64_t>(A.columns.extent(0));
    checks.require(
        A.num_rows == A.num_columns && A.coupling.num_rows == A.num_rows && A.coupling.num_columns == A.num_rows,
        "the parts are not square, or of different shapes");
    checks.require(
        A.lanes >= 1 && A.lanes <= max_packet_lanes && A.longest_packet >= 0 && A.longest_packet <= largest_packet,
        "packets of ", A.longest_packet, " rows and ", A.lanes, " lanes cannot be");
    checks.require(A.packet_slots.extent(0) > 0, "packet_slots is empty");
    checks.require(A.packet_entries >= 0 && A.packet_entries <= slots, "packet_entries is ", A.packet_entries,
                   ", but there are ", slots, " slots");
    checks.offsets("packet_begins", A.packet_begins, A.num_packets(), A.num_rows);
    checks.offsets("packet_slots", A.packet_slots, A.num_packets(), slots);
    checks.size("rows", A.rows, A.num_rows);
    checks.size("lane_rows", A.lane_rows, A.num_rows);
    checks.size("lane_lengths", A.lane_lengths, A.num_packets() * A.lanes);
    checks.size("lane_begins", A.lane_begins, A.num_packets() * A.lanes);
    checks.size("values", A.values, slots);
    checks.size("map", A.map, A.has_map ? slots : 0);
    Coo::check(A.coupling, checks, A.nnz());
    checks.size("coupling.map", A.coupling.map, A.has_map ? A.coupling.nnz() : 0);
    check_rows(A, checks);
    std::vector<std::int64_t> entry_rows(static_cast<std::size_t>(A.has_map ? A.nnz() : 0), -1);
    check_lanes(A, checks, entry_rows);
    if (A.has_map) check_entries(A, checks, entry_rows);
  }

  template <class ExecutionSpace>
  static void complete(const ExecutionSpace& exec, Matrix& A) {
    Coo::complete(exec, A.coupling);
  }

 private:
  static void check_rows(const Matrix& A, const StoredChecks& checks) {
    checks.range("rows", A.rows, 0, A.num_rows);
    const auto rows = host_copy(A.rows);
    std::vector<bool> taken(rows.extent(0), false);
    for (std::size_t i = 0; i < rows.extent(0); ++i) {
      const auto row = static_cast<std::size_t>(rows(i));
      checks.require(!taken[row], "row ", row, " is in two packets");
      taken[row] = true;
    }
  }

  // Each lane has whole rows of its packet, and no other lane has them. Notes the row of each entry by its place in the
  // compressed rows.
  static void check_lanes(const Matrix& A, const StoredChecks& checks, std::vector<std::int64_t>& entry_rows) {
    const auto rows = host_copy(A.rows);
    const auto begins = host_copy(A.packet_begins);
    const auto packet_slots = host_copy(A.packet_slots);
    const auto lengths = host_copy(A.lane_lengths);
    const auto lane_begins = host_copy(A.lane_begins);
    const auto lane_rows = host_copy(A.lane_rows);
    const auto columns = host_copy(A.columns);
    const auto map = host_copy(A.map);
    std::vector<bool> taken;
    std::int64_t entries = 0;
    for (std::size_t lane = 0; lane < lengths.extent(0); ++lane) {
      const std::size_t packet = lane / static_cast<std::size_t>(A.lanes);
      const std::int64_t first = begins(packet);
      const std::int64_t count = begins(packet + 1) - first;
      checks.require(count <= A.longest_packet, "packet ", packet, " has ", count, " rows; ", A.longest_packet,
                     " is the most");
      const std::int64_t length = lengths(lane);
      const auto in_packet = static_cast<std::int64_t>(lane) % A.lanes;
      const std::int64_t first_slot = packet_slots(packet) + in_packet;
      checks.require(length >= 0 && (length == 0 || first_slot + (length - 1) * A.lanes < packet_slots(packet + 1)),
                     "lane ", lane, " cannot have ", length, " entries");
      if (in_packet == 0) taken.assign(static_cast<std::size_t>(count), false);
      std::int64_t next = lane_begins(lane);
      bool has_row = false;
      std::int64_t row = -1;
      for (std::int64_t i = 0; i < length; ++i) {
        const auto slot = static_cast<std::size_t>(first_slot + i * A.lanes);
        if (!has_row) {
          const std::int64_t number = next < count ? lane_rows(static_cast<std::size_t>(first + next)) : count;
          checks.require(number < count && !taken[static_cast<std::size_t>(number)], "lane ", lane,
                         " has no row for slot ", slot);
          taken[static_cast<std::size_t>(number)] = has_row = true;
          row = static_cast<std::int64_t>(rows(static_cast<std::size_t>(first + number)));
        }
        const unsigned column = columns(slot);
        checks.require((column & (end_of_packet_row - 1)) < count, "columns[", slot, "] = ", column,
                       " is not in its packet");
        if ((column & end_of_packet_row) != 0) has_row = false;
        if ((column & end_of_packet_row) != 0) ++next;
        if (A.has_map) note(checks, "map", slot, static_cast<std::int64_t>(map(slot)), row, entry_rows);
      }
      checks.require(!has_row, "the last row of lane ", lane, " does not end");
      entries += length;
    }
    checks.require(entries == A.packet_entries, "packet_entries is ", A.packet_entries, ", but there are ", entries);
  }

  static void note(const StoredChecks& checks, const char* name, std::size_t slot, std::int64_t entry, std::int64_t row,
                   std::vector<std::int64_t>& entry_rows) {
    const bool is_entry = entry >= 0 && entry < static_cast<std::int64_t>(entry_rows.size());
    checks.require(is_entry && entry_rows[static_cast<std::size_t>(entry)] < 0, name, "[", slot, "] = ", entry,
                   " is no entry, or that of another slot");
    entry_rows[static_cast<std::size_t>(entry)] = row;
  }

  // With those between packets, which are noted here, the entries are all there and lie row by row.
  static void check_entries(const Matrix& A, const StoredChecks& checks, std::vector<std::int64_t>& entry_rows) {
    const auto rows = host_copy(A.coupling.rows);
    const auto map = host_copy(A.coupling.map);
    for (std::size_t k = 0; k < map.extent(0); ++k) {
      note(checks, "coupling.map", k, static_cast<std::int64_t>(map(k)), static_cast<std::int64_t>(rows(k)),
           entry_rows);
    }
    for (std::size_t k = 1; k < entry_rows.size(); ++k) {
      checks.require(entry_rows[k - 1] <= entry_rows[k], "the maps take the entries ", k - 1, " and ", k,
                     " for those of the rows ", entry_rows[k - 1], " and ", entry_rows[k]);
    }
  }
};

}  // namespace detail
}  // namespace sporos
