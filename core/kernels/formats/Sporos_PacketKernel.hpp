// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The packets of PKT storage: `y = alpha*A*x + beta*y`, without the entries that couple packets.
///
/// Who computes what: team `t` takes packet `t`. First its threads load the x of the packet into team scratch,
/// coalesced. Then each thread goes through the entries of its lane, one row after the other, and stores the sum of
/// each row in scratch; if there are fewer threads than lanes, a thread takes several lanes. Finally all threads write
/// y, coalesced. `InFlight` entries are loaded before any is multiplied. Neighbouring lanes read neighbouring slots,
/// and no lane reads its padding.
///
/// The launch must give one team per packet and `scratch_bytes` of team scratch on `scratch_level`. Bytes: `slots *
/// (sizeof(Value) + 2)`; x and y once, y twice if beta is not zero; `rows * (sizeof(Column) + 2)`, 6 per lane and 16
/// per packet. Source: Bell & Garland 2008.
#pragma once

#include <type_traits>
#include <utility>

#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_FormatOperand.hpp"
#include "formats/packet/Sporos_PacketMatrix.hpp"

namespace sporos {
namespace detail {

/// \brief Raw pointers to the arrays of a PacketMatrix, except those of the coupling.
template <class Value, class Column>
struct PacketArrays {
  using value_type = Value;
  using column_type = Column;

  PacketLanes<Column> packets;
  int longest_packet;
  const std::uint16_t* columns;
  const Value* values;
};

template <class Operand, class Epilogue, int InFlight>
struct PacketKernel {
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  using Value = typename Operand::Arrays::value_type;
  using Column = typename Operand::Arrays::column_type;
  using X = std::decay_t<decltype(std::declval<const Operand&>().x(Column()))>;

  /// On a host both levels are ordinary memory, but some of Kokkos' host spaces limit level 0 to 32 KiB.
  static constexpr int scratch_level = is_host_execution<typename Operand::execution_space> ? 1 : 0;

  static constexpr std::size_t scratch_bytes(int longest_packet) {
    return static_cast<std::size_t>(longest_packet) * (sizeof(Sum) + sizeof(X));
  }

  Operand a;
  Epilogue epilogue;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const auto& packets = a.matrix.packets;
    const int longest_packet = a.matrix.longest_packet;
    // The sums come first, because their alignment is at least that of x.
    const auto bytes = static_cast<std::size_t>(longest_packet) * (sizeof(Sum) + sizeof(X));
    constexpr int level = scratch_level;  // a local constant, because team_scratch may take its argument by reference
    Sum* const sums = static_cast<Sum*>(member.team_scratch(level).get_shmem(static_cast<int>(bytes)));
    X* const packet_x = reinterpret_cast<X*>(sums + longest_packet);
    const std::int64_t packet = member.league_rank();
    const std::int64_t first = Load::load(packets.packet_begins + packet);
    const auto count = static_cast<int>(Load::load(packets.packet_begins + packet + 1) - first);
    for (int i = member.team_rank(); i < count; i += member.team_size()) {
      packet_x[i] = a.x(Load::load(packets.rows + first + i));
      sums[i] = Sum(0);
    }
    member.team_barrier();
    for (int lane = member.team_rank(); lane < packets.lanes; lane += member.team_size()) {
      add_lane(packet, first, lane, packet_x, sums);
    }
    member.team_barrier();
    for (int i = member.team_rank(); i < count; i += member.team_size()) {
      epilogue(Load::load(packets.rows + first + i), sums[i]);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void add_lane(std::int64_t packet, std::int64_t first, int lane, const X* packet_x,
                                            Sum* sums) const {
    const auto& packets = a.matrix.packets;
    const std::int64_t index = packet * packets.lanes + lane;
    const std::uint16_t* row = packets.lane_rows + first + Load::load(packets.lane_begins + index);
    std::int64_t slot = Load::load(packets.packet_slots + packet) + lane;
    int left = Load::load(packets.lane_lengths + index);
    Sum sum(0);
    for (; left >= InFlight; left -= InFlight, slot += InFlight * packets.lanes) {
      add<InFlight>(slot, packet_x, sums, row, sum);
    }
    if constexpr (InFlight > 1) {
      for (; left > 0; --left, slot += packets.lanes) add<1>(slot, packet_x, sums, row, sum);
    }
  }

  template <int Entries>
  KOKKOS_FORCEINLINE_FUNCTION void add(std::int64_t slot, const X* packet_x, Sum* sums, const std::uint16_t*& row,
                                       Sum& sum) const {
    const int lanes = a.matrix.packets.lanes;
    unsigned column[Entries];
    Value value[Entries];
    for (int i = 0; i < Entries; ++i) {
      column[i] = Load::load(a.matrix.columns + slot + i * lanes);
      value[i] = Load::load(a.matrix.values + slot + i * lanes);
    }
    for (int i = 0; i < Entries; ++i) {
      sum += Operand::product(value[i], static_cast<Sum>(packet_x[column[i] & (end_of_packet_row - 1)]));
      if ((column[i] & end_of_packet_row) != 0) {
        sums[Load::load(row++)] = sum;
        sum = Sum(0);
      }
    }
  }
};

}  // namespace detail
}  // namespace sporos
