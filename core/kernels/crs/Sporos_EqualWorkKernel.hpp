// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Equal shares of entries and rows for every team, for any row lengths, without any preparation.
///
/// Each row, followed by its entries, is so many items of work; share `t` has the items `t * items` to `(t + 1) * items
/// - 1`.
///
/// Who computes what: team `t` finds by bisection the rows that begin in share `t`. It takes them to their ends, also
/// beyond the share: through its tile, and a last row that does not fit directly. A row of more than `long_row` entries
/// is cut at the ends of shares instead: its parts are carries, `carries[2t]` for a row that began in an earlier share,
/// `carries[2t + 1]` for one that begins in this one. The team of the share in which the row ends lists it for
/// FixUpKernel. If no long rows are expected (`cut.carries` is null), they are summed whole and told to `news`.
///
/// The launch must give a team for each share, `scratch_bytes` of scratch, `items <= tile` and `long_row >= items`.
///
/// Bytes: as CoopKernel, and two searches a share. Source: Merrill & Garland 2016 (merge-based SpMV: the shares), He &
/// Gao 2016 (the rows of a share).
#pragma once

#include "core/device/Sporos_TeamSum.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_RowNews.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "core/kernels/Sporos_TileSums.hpp"
#include "core/kernels/crs/Sporos_SearchWork.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

/// \brief Where teams leave the parts of long rows: what SharedRows reads.
template <class Sum>
struct CutRows {
  std::int64_t* rows = nullptr;
  std::int64_t* begin = nullptr;
  std::int64_t* end = nullptr;
  Sum* carries = nullptr;
};

template <class Operand, class Epilogue, Reduction How>
struct EqualWorkKernel {
  using Sum = typename Operand::sum_t;
  using entry_index = typename Operand::entry_index;
  using Search = SearchWork<Operand>;

  static constexpr std::size_t scratch_bytes(int block_size, int tile) {
    return TileSums<Operand, How>::scratch_bytes(block_size, tile) + Search::scratch_bytes;
  }

  Operand a;
  Epilogue epilogue;
  std::int64_t items;
  int tile;
  std::int64_t long_row;
  RowNews news;
  RowsOfAShare* remembered;  ///< of each share; null: nothing is
  CutRows<Sum> cut;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if (news.are_even()) return;
    const TileSums<Operand, How> sums(member, tile);
    const std::int64_t share = member.league_rank();
    const auto found = Search::rows_between(member, a, share * items, (share + 1) * items,
                                            remembered == nullptr ? nullptr : remembered + share);
    const std::int64_t first = found.first;
    const std::int64_t last = found.last;
    const entry_index begin = a.row_begin(first);
    if (cut.carries != nullptr) continue_long_row(member, sums.scratch(), share, first, begin);
    if (first == last) return;
    const entry_index last_begin = a.row_begin(last - 1);
    const entry_index end = a.row_begin(last);
    const bool is_long = end - last_begin > static_cast<std::uint64_t>(long_row);
    const bool fits = end - begin <= static_cast<entry_index>(tile);
    const std::int64_t past = is_long || !fits ? last - 1 : last;
    if (past > first) {
      // Before the last row there are fewer than `items` entries, unless the offsets are wrong.
      const entry_index count = (past == last ? end : last_begin) - begin;
      sums.process(
          member, a, begin, static_cast<int>(count < static_cast<entry_index>(tile) ? count : tile),
          static_cast<int>(past - first), [&](int i) { return static_cast<int>(a.row_begin(first + i) - begin); },
          [&](int i, const Sum& sum) { epilogue(first + i, sum); });
      if (past < last) member.team_barrier();
    }
    if (past == last) return;
    if (is_long && cut.carries != nullptr) {
      const Sum sum = part(member, sums.scratch(), last_begin, earlier(end, end_of_share(share, last - 1)));
      if (member.team_rank() == 0) cut.carries[2 * share + 1] = sum;
    } else {
      const Sum sum = part(member, sums.scratch(), last_begin, end);
      if (member.team_rank() == 0) {
        epilogue(last - 1, sum);
        if (is_long && news.told != nullptr) *news.told = static_cast<std::int64_t>(end - last_begin);
      }
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static entry_index earlier(entry_index a, entry_index b) { return a < b ? a : b; }

  // The entry of `row` with which the share after `share` begins, if the row has that many.
  KOKKOS_FORCEINLINE_FUNCTION entry_index end_of_share(std::int64_t share, std::int64_t row) const {
    return a.row_begin(0) + static_cast<entry_index>((share + 1) * items - row - 1);
  }

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t work_before(std::int64_t row, entry_index begin) const {
    return static_cast<std::int64_t>(begin - a.row_begin(0)) + row;
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION Sum part(const Member& member, Sum* scratch, entry_index begin, entry_index end) const {
    constexpr int in_flight = InFlight::in_long_row;
    const Sum partial =
        long_strided_sum<in_flight>(a, begin + static_cast<entry_index>(member.team_rank()), end, member.team_size());
    return TeamSum<typename Operand::execution_space>::sum(member, scratch, partial);
  }

  // The part of the row before `first`, which ends at entry `end`, if it is long and has entries in this share.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void continue_long_row(const Member& member, Sum* scratch, std::int64_t share,
                                                std::int64_t first, entry_index end) const {
    const std::int64_t row = first - 1;
    const bool is_first_thread = member.team_rank() == 0;
    std::int64_t carries_begin = 0;
    std::int64_t carries_end = 0;
    if (first > 0) {
      const entry_index row_begin = a.row_begin(row);
      const entry_index begin = end_of_share(share - 1, row);
      if (end - row_begin > static_cast<std::uint64_t>(long_row) && begin < end) {
        const entry_index share_end = end_of_share(share, row);
        const Sum sum = part(member, scratch, begin, earlier(end, share_end));
        member.team_barrier();
        if (is_first_thread) cut.carries[2 * share] = sum;
        if (end <= share_end) {
          carries_begin = 2 * (work_before(row, row_begin) / items) + 1;
          carries_end = 2 * share + 1;
        } else if (is_first_thread) {
          cut.carries[2 * share + 1] = Sum(0);
        }
      }
    }
    if (is_first_thread) {
      cut.rows[share] = row;
      cut.begin[share] = carries_begin;
      cut.end[share] = carries_end;
    }
  }
};

}  // namespace detail
}  // namespace sporos
