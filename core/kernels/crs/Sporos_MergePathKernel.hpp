// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Equal shares of entries and row ends for every team, for any row lengths.
///
/// Who computes what: the ends of rows and the entries, merged in storage order, are cut into shares of `tile` items.
/// Team `t` takes the entries of share `t` and hands the rows that lie in it whole to the epilogue. If a row began in
/// an earlier share or continues in a later one, its partial sum is a carry: it goes to `carries[2t]` (for the first
/// row of the share) or `carries[2t + 1]` (for its last row). FixUpKernel adds up the carries. The launch must give a
/// team for each share and `scratch_bytes` of scratch.
///
/// Bytes: as CoopKernel, and a MergeCoordinate and two Sums per share. Source: Merrill & Garland 2016 (merge-based
/// SpMV),
/// with the rows of a share summed as in He & Gao 2016.
#pragma once

#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_TileSums.hpp"
#include "core/kernels/crs/Sporos_MergeCoordinate.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue, Reduction How>
struct MergePathKernel {
  using Sum = typename Operand::sum_t;
  using entry_index = typename Operand::entry_index;

  static constexpr std::size_t scratch_bytes(int block_size, int tile) {
    return TileSums<Operand, How>::scratch_bytes(block_size, tile);
  }

  Operand a;
  Epilogue epilogue;
  const MergeCoordinate* points;  ///< row ends and entries before each share
  int tile;
  Sum* carries;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t share = member.league_rank();
    const MergeCoordinate from = points[share];
    const MergeCoordinate to = points[share + 1];
    const auto begin = static_cast<entry_index>(from.entry);
    const auto count = static_cast<int>(to.entry - from.entry);
    // The row in which the share ends is included, with the entries that it has here. It may have none, and need not
    // exist.
    const auto rows = static_cast<int>(to.row - from.row) + 1;
    const TileSums<Operand, How> sums(member, tile);
    const bool starts_inside = from.row < a.matrix.num_rows && a.row_begin(from.row) < begin;
    sums.process(
        member, a, begin, count, rows,
        [&](int i) { return i == 0      ? 0
                            : i == rows ? count
                                        : static_cast<int>(a.row_begin(from.row + i) - begin); },
        [&](int i, const Sum& sum) {
          if (i == rows - 1) {
            carries[2 * share + 1] = sum;
            // A row that fills the share has only one carry in it; the other is zero.
            if (i == 0) carries[2 * share] = Sum(0);
          } else if (i == 0 && starts_inside) {
            carries[2 * share] = sum;
          } else {
            epilogue(from.row + i, sum);
          }
        });
  }
};

}  // namespace detail
}  // namespace sporos
