// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which rows each team of ColumnTilesKernel multiplies by several columns.
#pragma once

#include "core/kernels/Sporos_RowNews.hpp"
#include "core/kernels/crs/Sporos_RowBlock.hpp"
#include "core/kernels/crs/Sporos_SearchWork.hpp"

namespace sporos {
namespace detail {

/// \brief The rows of the row blocks of a plan: one to each team. The first teams have the segments of long rows.
/// \tparam LongRows  LongColumnRowsKernel
template <class LongRows>
struct RowsOfBlocks {
  const RowBlock* list;
  LongRows long_rows;
  int num_segments;

  template <class Operand>
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return 0;
  }

  /// \brief Whether a team has no rows; it has done its work then.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION bool has_none(const Member& member, const RowNews&) const {
    if (member.league_rank() >= num_segments) return false;
    long_rows(member);
    return true;
  }

  template <class Member, class Operand>
  KOKKOS_FORCEINLINE_FUNCTION RowsOfAShare of(const Member& member, const Operand&, const RowNews&) const {
    const RowBlock block = list[member.league_rank() - num_segments];
    return {block.first_row, block.first_row + block.num_rows};
  }
};

/// \brief The rows that begin in a team's share of the work, which it looks for, as EqualWorkKernel: for uneven rows,
/// of which none is longer than `longest`.
struct RowsOfShares {
  int log_items;
  std::int64_t longest;
  RowsOfAShare* remembered;  ///< of each share; null: nothing is
  bool has_remembered;       ///< whether an earlier product has written there

  template <class Operand>
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return SearchWork<Operand>::scratch_bytes;
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION bool has_none(const Member&, const RowNews& news) const {
    return news.are_even() || news.are_longer_than(longest);
  }

  template <class Member, class Operand>
  KOKKOS_FORCEINLINE_FUNCTION RowsOfAShare of(const Member& member, const Operand& a, const RowNews& news) const {
    const std::int64_t share = member.league_rank();
    return SearchWork<Operand>::rows_between(member, a, share << log_items, (share + 1) << log_items,
                                             remembered == nullptr ? nullptr : remembered + share,
                                             has_remembered ? news.told : nullptr);
  }
};

}  // namespace detail
}  // namespace sporos
