// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A tile of consecutive entries: their products into team scratch, then the sums of the rows in it.
///
/// The entries are read in storage order by all threads, so the loads are coalesced whatever the rows are; the uneven
/// part, adding up rows, happens in scratch. Each row gets the largest power of two of lanes with which all rows of
/// the tile fit the team (the decision tree of IPCSR, He & Gao 2016, section 3), at most a warp. A row that is long
/// for its lanes is handed to the whole warp, where there is a vote.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/Sporos_LaneVote.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "policies/Sporos_RowShape.hpp"

namespace sporos {

template <class Operand, Reduction How>
class TileSums {
 public:
  using execution_space = typename Operand::execution_space;
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  using Vote = LaneVote<execution_space>;

  static constexpr std::size_t scratch_bytes(int block_size, int tile) {
    return tile * sizeof(Sum) + block_size * GroupSum<execution_space, How, Sum>::scratch_bytes_per_lane;
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION TileSums(const Member& member, int tile)
      : products_(static_cast<Sum*>(member.team_scratch(0).get_shmem(tile * sizeof(Sum)))), group_(member) {}

  KOKKOS_FORCEINLINE_FUNCTION Sum* scratch() const { return products_; }

  /// Multiplies `count` entries from `first` on, which belong to `rows` rows, and calls `finish(i, sum)` once for each
  /// row; row `i` has the entries `begin(i)` to `begin(i + 1) - 1`, counted from `first`.
  template <class Member, class Begin, class Finish>
  KOKKOS_FORCEINLINE_FUNCTION void process(const Member& member, const Operand& a, entry_index first, int count,
                                           int rows, const Begin& begin, const Finish& finish) const {
    const int threads = member.team_size();
    int width = 1;
    while (width < max_coop && 2 * width * rows <= threads) width *= 2;
    const int lane = member.team_rank() % width;
    int row = member.team_rank() / width;
    // The rows' bounds are on their way while the products are made.
    int from = row < rows ? begin(row) : 0;
    int to = row < rows ? begin(row + 1) : 0;
    multiply(member, a, first, count);
    member.team_barrier();
    for (int sweep = 0; sweep < rows; sweep += threads / width) {
      constexpr int most_each = 16;
      const bool ours = !Vote::exists || to - from <= most_each * width;
      const Sum sum = group_.sum(member, ours ? part(from + lane, to, width) : Sum(0), width);
      if (lane == 0 && ours && row < rows) finish(row, sum);
      if constexpr (Vote::exists) {
        Vote::for_each_asking(lane == 0 && !ours, [&](int asking) {
          const int warp_lane = member.team_rank() % Vote::lanes;
          const int asked = sweep + (member.team_rank() - warp_lane + asking) / width;
          const Sum whole =
              group_.sum(member, part(begin(asked) + warp_lane, begin(asked + 1), Vote::lanes), Vote::lanes);
          if (warp_lane == 0) finish(asked, whole);
        });
      }
      row += threads / width;
      from = row < rows ? begin(row) : 0;
      to = row < rows ? begin(row + 1) : 0;
    }
  }

 private:
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void multiply(const Member& member, const Operand& a, entry_index first,
                                            int count) const {
    constexpr int in_flight = 4;
    const int threads = member.team_size();
    for (int k = member.team_rank(); k < count; k += in_flight * threads) {
      typename Operand::Entry loaded[in_flight];
      for (int i = 0; i < in_flight; ++i) {
        if (k + i * threads < count) loaded[i] = a.entry(first + static_cast<entry_index>(k + i * threads));
      }
      for (int i = 0; i < in_flight; ++i) {
        if (k + i * threads < count) products_[k + i * threads] = a.product(loaded[i]);
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION Sum part(int from, int to, int step) const {
    Sum sum(0);
    for (int k = from; k < to; k += step) sum += products_[k];
    return sum;
  }

  Sum* products_;
  GroupSum<execution_space, How, Sum> group_;
};

}  // namespace sporos
