// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A tile of consecutive entries: multiplies them into team scratch, then sums the rows in it.
///
/// All threads read the entries in storage order, so the loads are coalesced for any row lengths. The irregular part,
/// summing rows, happens in scratch. Each row gets the same number of lanes: the largest power of two, up to a warp,
/// for which the team has enough threads (the decision tree of IPCSR, He & Gao 2016, section 3). A row with many
/// entries for its lanes is summed by the whole warp, if the backend has a Ballot.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "policies/Sporos_RowShape.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

template <class Operand, Reduction How>
class TileSums {
 public:
  using execution_space = typename Operand::execution_space;
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  using Vote = Ballot<execution_space>;

  static constexpr std::size_t scratch_bytes(int block_size, int tile) {
    return tile * sizeof(Sum) + block_size * GroupSum<execution_space, How, Sum>::scratch_bytes_per_lane;
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION TileSums(const Member& member, int tile)
      : products_(static_cast<Sum*>(member.team_scratch(0).get_shmem(tile * sizeof(Sum)))), group_(member) {}

  KOKKOS_FORCEINLINE_FUNCTION Sum* scratch() const { return products_; }

  /// Multiplies `count` entries from `first` on, which belong to `rows` rows, and calls `finish(i, sum)` once for each
  /// row. Row `i` has the entries `begin(i)` to `begin(i + 1) - 1`, counted from `first`.
  template <class Member, class Begin, class Finish>
  KOKKOS_FORCEINLINE_FUNCTION void process(const Member& member, const Operand& a, entry_index first, int count,
                                           int rows, const Begin& begin, const Finish& finish) const {
    const int threads = member.team_size();
    const int thread = member.team_rank();
    // The first entries are being loaded while the lanes find their rows; the bounds of the rows are being loaded
    // during the multiplications.
    Loaded loaded;
    const bool multiplies = How != Reduction::thread && thread < count;
    if (multiplies) load(a, first, count, thread, threads, loaded);
    int log_width = 0;
    while (2 << log_width <= max_coop && (2 << log_width) * rows <= threads) ++log_width;
    const int width = 1 << log_width;
    const int groups = threads >> log_width;
    const int lane = thread & (width - 1);
    int row = thread >> log_width;
    int from = row < rows ? begin(row) : 0;
    int to = row < rows ? begin(row + 1) : 0;
    if constexpr (How == Reduction::thread) {
      for (int k = 0; k < count; ++k) products_[k] = a.product(a.entry(first + static_cast<entry_index>(k)));
    } else if (multiplies) {
      for (int k = thread;;) {
        multiply(a, count, k, threads, loaded);
        k += in_flight * threads;
        if (k >= count) break;
        load(a, first, count, k, threads, loaded);
      }
    }
    member.team_barrier();
    for (int sweep = 0; sweep < rows; sweep += groups) {
      const bool ours = !Vote::exists || to - from <= max_products_of_lane * width;
      const Sum sum = group_.sum(member, ours ? part(from + lane, to, width) : Sum(0), width);
      if (lane == 0 && ours && row < rows) finish(row, sum);
      if constexpr (Vote::exists) {
        Vote::for_each_asking(lane == 0 && !ours, [&](int asking) {
          const int warp_lane = thread % Vote::lanes;
          const int asked = sweep + ((thread - warp_lane + asking) >> log_width);
          const Sum whole =
              group_.sum(member, part(begin(asked) + warp_lane, begin(asked + 1), Vote::lanes), Vote::lanes);
          if (warp_lane == 0) finish(asked, whole);
        });
      }
      row += groups;
      from = row < rows ? begin(row) : 0;
      to = row < rows ? begin(row + 1) : 0;
    }
  }

 private:
  static constexpr int in_flight = InFlight::in_tile;
  using Loaded = typename Operand::Entry[in_flight];

  // Loads the entries k, k + threads, ... below `count`, which is not 0. Past the end, the last entry is loaded again:
  // all threads load the same number, because the compiler may not issue conditional loads before the first use of the
  // others.
  KOKKOS_FORCEINLINE_FUNCTION static void load(const Operand& a, entry_index first, int count, int k, int threads,
                                               Loaded& loaded) {
    for (int i = 0; i < in_flight; ++i) {
      const int here = k + i * threads;
      loaded[i] = a.entry(first + static_cast<entry_index>(here < count ? here : count - 1));
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void multiply(const Operand& a, int count, int k, int threads,
                                            const Loaded& loaded) const {
    Sum products[in_flight];
    for (int i = 0; i < in_flight; ++i) products[i] = a.product(loaded[i]);
    // Begins with the last one: once that has arrived, all have, so the loop waits only once.
    for (int i = in_flight - 1; i >= 0; --i) {
      if (k + i * threads < count) products_[k + i * threads] = products[i];
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

}  // namespace detail
}  // namespace sporos
