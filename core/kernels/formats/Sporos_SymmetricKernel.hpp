// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*A*x + beta*y` for half storage: one team per tile.
///
/// Who computes what: team `t` takes tile `t`, whose sums are in team scratch. `width` neighbouring lanes share a row
/// `i`. For each near entry `a` in column `j`, a lane adds `a*x_j` to its own partial sum and, for the mirror image of
/// the entry, atomically adds `a*x_i` to the sum of row `j`, which is in the same tile. At the end y is written once,
/// coalesced.
///
/// The launch must give a team per tile, `scratch_bytes` of team scratch, and a width that divides the team size.
/// Bytes: `T + 2` per near entry, `T + C` per entry of the rest, one or two row offsets, x and y per row. The order of
/// the atomic additions, and with it the last bits of the result, depends on timing.
#pragma once

#include "core/device/Sporos_AddAtomically.hpp"
#include "core/device/Sporos_GroupSum.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/formats/Sporos_SymmetricOperand.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue, Reduction How>
struct SymmetricKernel {
  using Sum = typename Operand::sum_t;
  using Group = GroupSum<typename Operand::execution_space, How, Sum>;

  static constexpr std::size_t scratch_bytes(int block_size, std::int64_t tile_rows) {
    return static_cast<std::size_t>(tile_rows) * sizeof(Sum) +
           static_cast<std::size_t>(block_size) * Group::scratch_bytes_per_lane;
  }

  Operand a;
  Epilogue epilogue;
  int tile_rows;
  int width;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    Sum* const sums = static_cast<Sum*>(member.team_scratch(0).get_shmem(tile_rows * static_cast<int>(sizeof(Sum))));
    const Group group(member);
    const std::int64_t first = a.tile_begins[member.league_rank()];
    const auto rows = static_cast<int>(a.tile_begins[member.league_rank() + 1] - first);
    const int threads = member.team_size();
    for (int i = member.team_rank(); i < rows; i += threads) sums[i] = Sum(0);
    member.team_barrier();
    const int lane = member.team_rank() % width;
    int i = member.team_rank() / width;
    for (int sweep = 0; sweep < rows; sweep += threads / width, i += threads / width) {
      const Sum sum = group.sum(member, i < rows ? part(first + i, sums + i, lane) : Sum(0), width);
      if (lane == 0 && i < rows) add_atomically(sums + i, sum);
    }
    member.team_barrier();
    for (int row = member.team_rank(); row < rows; row += threads) epilogue(first + row, sums[row]);
  }

 private:
  // What this lane adds to the row; `sums` begins with the sum of the row.
  KOKKOS_FORCEINLINE_FUNCTION Sum part(std::int64_t row, Sum* sums, int lane) const {
    const Sum own_x = a.x_of(row);
    const std::int64_t end = a.near_begin(row + 1);
    Sum sum(0);
    std::int64_t k = a.near_begin(row) + lane;
    for (; k + width < end; k += 2 * width) add<2>(row, k, own_x, sums, sum);
    for (; k < end; k += width) add<1>(row, k, own_x, sums, sum);
    if (a.rest_offsets != nullptr) {
      const std::int64_t rest_end = a.rest_begin(row + 1);
      for (std::int64_t r = a.rest_begin(row) + lane; r < rest_end; r += width) sum += a.rest_product(r);
    }
    return sum;
  }

  // Adds `Entries` near entries. All are loaded before any is added.
  template <int Entries>
  KOKKOS_FORCEINLINE_FUNCTION void add(std::int64_t row, std::int64_t k, const Sum& own_x, Sum* sums, Sum& sum) const {
    int distances[Entries];
    Sum values[Entries];
    for (int e = 0; e < Entries; ++e) {
      distances[e] = a.distance(k + e * width);
      values[e] = a.near_value(k + e * width);
    }
    for (int e = 0; e < Entries; ++e) {
      sum += values[e] * a.x_of(row + distances[e]);
      if (distances[e] > 0) add_atomically(sums + distances[e], values[e] * own_x);
    }
  }
};

}  // namespace detail
}  // namespace sporos
