// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Assigns the rows of a packet to its lanes: the longest first, each to the lane with the fewest entries.
///
/// One thread a packet, all packets at once, with a heap of rows and a heap of lanes: O(log) a row, 8 bytes of
/// temporary memory for each row and lane. Ties are broken by the number of the row or lane, so that the result is
/// always the same.
#pragma once

#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/packet/Sporos_PacketMatrix.hpp"

namespace sporos {
namespace detail {

/// \brief Makes `heap[0, count)` a heap, the greatest first, where its first element is the only wrong one.
KOKKOS_INLINE_FUNCTION void sift_down(std::uint64_t* heap, std::int64_t place, std::int64_t count) {
  const std::uint64_t sinking = heap[place];
  for (std::int64_t child = 2 * place + 1; child < count; child = 2 * place + 1) {
    if (child + 1 < count && heap[child + 1] > heap[child]) ++child;
    if (heap[child] <= sinking) break;
    heap[place] = heap[child];
    place = child;
  }
  heap[place] = sinking;
}

KOKKOS_INLINE_FUNCTION void heap_sort(std::uint64_t* keys, std::int64_t count) {
  for (std::int64_t place = count / 2 - 1; place >= 0; --place) sift_down(keys, place, count);
  for (std::int64_t end = count - 1; end > 0; --end) {
    const std::uint64_t greatest = keys[0];
    keys[0] = keys[end];
    keys[end] = greatest;
    sift_down(keys, 0, end);
  }
}

template <class Column, class Offset>
struct DealPacketRows {
  static constexpr std::uint64_t low_bits = 0xffff;

  int lanes;
  const std::int64_t* packet_begins;
  const Column* rows;
  const Offset* inside;  // entries of each row inside of its packet
  std::uint64_t* row_keys;
  std::uint64_t* lane_keys;
  std::int64_t* packet_slots;
  std::int32_t* lane_lengths;
  std::uint16_t* lane_begins;
  std::uint16_t* lane_rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t packet) const {
    const std::int64_t first = packet_begins[packet];
    const std::int64_t first_lane = packet * lanes;
    std::uint64_t* const keys = row_keys + first;
    const std::int64_t count = sort_by_length(first, packet_begins[packet + 1], keys);
    const std::uint64_t longest = choose_lanes(lane_keys + first_lane, keys, count, lane_lengths + first_lane);
    packet_slots[packet] = static_cast<std::int64_t>(longest) * lanes;
    list_by_lane(keys, count, lane_begins + first_lane, lane_rows + first);
  }

 private:
  // Keys of length, then of row, the last row first; rows without entries are left out.
  KOKKOS_INLINE_FUNCTION std::int64_t sort_by_length(std::int64_t first, std::int64_t end, std::uint64_t* keys) const {
    std::int64_t count = 0;
    for (std::int64_t place = first; place < end; ++place) {
      const auto length = static_cast<std::uint64_t>(inside[rows[place]]);
      if (length > 0) keys[count++] = length << 16 | (low_bits - static_cast<std::uint64_t>(place - first));
    }
    heap_sort(keys, count);
    return count;
  }

  // Replaces the lengths in `keys` by lanes, and returns the largest load. The complement of load and lane makes the
  // least loaded lane the greatest.
  KOKKOS_INLINE_FUNCTION std::uint64_t choose_lanes(std::uint64_t* heap, std::uint64_t* keys, std::int64_t count,
                                                    std::int32_t* loads) const {
    for (int lane = 0; lane < lanes; ++lane) heap[lane] = ~static_cast<std::uint64_t>(lane);
    for (std::int64_t i = count - 1; i >= 0; --i) {
      const std::uint64_t lane = ~heap[0] & low_bits;
      heap[0] -= keys[i] & ~low_bits;
      sift_down(heap, 0, lanes);
      keys[i] = lane << 16 | (low_bits - (keys[i] & low_bits));
    }
    std::uint64_t longest = 0;
    for (int place = 0; place < lanes; ++place) {
      const std::uint64_t load = ~heap[place] >> 16;
      loads[~heap[place] & low_bits] = static_cast<std::int32_t>(load);
      if (load > longest) longest = load;
    }
    return longest;
  }

  // A counting sort; the longest row of a lane comes first.
  KOKKOS_INLINE_FUNCTION void list_by_lane(const std::uint64_t* keys, std::int64_t count, std::uint16_t* begins,
                                           std::uint16_t* list) const {
    for (int lane = 0; lane < lanes; ++lane) begins[lane] = 0;
    for (std::int64_t i = 0; i < count; ++i) ++begins[keys[i] >> 16];
    std::uint16_t end = 0;
    for (int lane = 0; lane < lanes; ++lane) begins[lane] = end = static_cast<std::uint16_t>(end + begins[lane]);
    for (std::int64_t i = 0; i < count; ++i) list[--begins[keys[i] >> 16]] = static_cast<std::uint16_t>(keys[i]);
  }
};

}  // namespace detail
}  // namespace sporos
