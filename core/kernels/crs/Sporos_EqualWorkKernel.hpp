// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Equal shares of entries and rows for every team, for any row lengths, without any preparation.
///
/// A row, followed by its entries, is so many items of work. Share `t` has `items` of them, from item `t * items` on;
/// `items` is 2 to the power of `log_items`.
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
  int log_items;
  int tile;
  std::int64_t long_row;
  RowNews news;
  RowsOfAShare* remembered;  ///< of each share; null: nothing is
  bool has_remembered;       ///< whether an earlier product has written there
  CutRows<Sum> cut;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if (news.are_even()) return;
    const TileSums<Operand, How> sums(member, tile);
    const std::int64_t share = member.league_rank();
    const auto found = Search::rows_between(member, a, share << log_items, (share + 1) << log_items,
                                            remembered == nullptr ? nullptr : remembered + share,
                                            has_remembered ? news.told : nullptr);
    const std::int64_t first = found.first;
    const std::int64_t last = found.last;
    const entry_index begin = a.row_begin(first);
    bool continues = false;
    if (cut.carries != nullptr) {
      continues = first > 0 && is_long(a.row_begin(first - 1), begin);
      if (!continues && member.team_rank() == 0) cut.end[share] = cut.begin[share] = 0;
    }
    bool ends_with_direct_row = false;
    if (first < last) {
      const entry_index last_begin = a.row_begin(last - 1);
      const entry_index end = a.row_begin(last);
      ends_with_direct_row = is_long(last_begin, end) || end - begin > static_cast<entry_index>(tile);
      const entry_index count = (ends_with_direct_row ? last_begin : end) - begin;
      // There are fewer than `items` entries, and those of a row are among them, unless the offsets are wrong.
      const auto in_tile = [&](entry_index entries, int most) {
        return entries < static_cast<entry_index>(most) ? static_cast<int>(entries) : most;
      };
      const int entries = in_tile(count, tile);
      sums.process(
          member, a, begin, entries, static_cast<int>(last - first) - (ends_with_direct_row ? 1 : 0),
          [&](int i) { return in_tile(a.row_begin(first + i) - begin, entries); },
          [&](int i, const Sum& sum) { epilogue(first + i, sum); });
    }
    if (!continues && !ends_with_direct_row) return;
    for (int i = continues ? 0 : 1; i < (ends_with_direct_row ? 2 : 1); ++i) {
      member.team_barrier();
      sum_directly(member, sums.scratch(), i == 0 ? first - 1 : last - 1, i);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION bool is_long(entry_index begin, entry_index end) const {
    return end - begin > static_cast<std::uint64_t>(long_row);
  }

  // Not by `row_begin`: the compiler would keep what it has loaded, for which the tile leaves too few registers.
  KOKKOS_FORCEINLINE_FUNCTION entry_index loaded_again(std::int64_t row) const {
    return static_cast<entry_index>(a.matrix.row_offsets[row]);
  }

  // A row by all threads: the last one (`begins_here` 1), whole or the part of it in this share; or what this share has
  // of a long row of an earlier one (0).
  template <class Member>
  KOKKOS_INLINE_FUNCTION void sum_directly(const Member& member, Sum* scratch, std::int64_t row,
                                           int begins_here) const {
    constexpr int in_flight = InFlight::in_long_row;
    const std::int64_t share = member.league_rank();
    const entry_index row_begin = loaded_again(row);
    const entry_index row_end = loaded_again(row + 1);
    // The entry of the row, if it has that many, with which the next share begins.
    const entry_index next_share = loaded_again(0) + static_cast<entry_index>(((share + 1) << log_items) - row - 1);
    const bool is_cut = cut.carries != nullptr && is_long(row_begin, row_end);
    const entry_index begin = begins_here != 0 ? row_begin : next_share - (entry_index{1} << log_items);
    const entry_index end = is_cut && next_share < row_end ? next_share : row_end;
    const Sum partial =
        long_strided_sum<in_flight>(a, begin + static_cast<entry_index>(member.team_rank()), end, member.team_size());
    const Sum sum = TeamSum<typename Operand::execution_space>::sum(member, scratch, partial);
    if (member.team_rank() != 0) return;
    if (!is_cut) {
      epilogue(row, sum);
      if (is_long(row_begin, row_end) && news.told != nullptr) {
        news.tell(static_cast<std::int64_t>(row_end - row_begin));
      }
    } else if (begins_here != 0) {
      cut.carries[2 * share + 1] = sum;
    } else {
      leave_carry(share, row, row_begin, row_end, next_share, sum);
    }
  }

  // Of a row that began in an earlier share. It has nothing here if it ended where this share begins.
  KOKKOS_INLINE_FUNCTION void leave_carry(std::int64_t share, std::int64_t row, entry_index row_begin,
                                          entry_index row_end, entry_index next_share, const Sum& sum) const {
    const bool has_ended = row_end <= next_share - (entry_index{1} << log_items);
    const bool ends_here = !has_ended && row_end <= next_share;
    if (!has_ended) cut.carries[2 * share] = sum;
    if (!has_ended && !ends_here) cut.carries[2 * share + 1] = Sum(0);
    const std::int64_t work_before = static_cast<std::int64_t>(row_begin - loaded_again(0)) + row;
    cut.rows[share] = row;
    cut.begin[share] = ends_here ? 2 * (work_before >> log_items) + 1 : 0;
    cut.end[share] = ends_here ? 2 * share + 1 : 0;
  }
};

}  // namespace detail
}  // namespace sporos
