// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several columns and rows of any lengths: `y = alpha*A*x + beta*y`, the matrix read once for all columns.
///
/// Who computes what: the columns are divided into blocks of as many as a Sum holds; neighbouring lanes, one a block,
/// form a group. `Teams` says which rows a team has. Their entries and ends, counted together, are shared equally among
/// its groups. A group hands the rows that lie in its share to the epilogue. Of a row that it does not finish, it
/// leaves the sum in scratch for the group that does. So no group waits for the longer row of another one, and the next
/// entries of a group are known whatever row they belong to.
///
/// If the entries of a team do not fit into its tile, it sums the last of its rows by all threads. A row of more than
/// `long_row` entries is left to LongColumnRowsKernel; or, without a plan, it is summed here and told to `news`.
///
/// The launch must give the teams, of a multiple of a warp's lanes, and `scratch_bytes`, at most 34 KiB; all rows of a
/// team but the last one must fit into `tile`, and rows of more than `long_row` entries must not. For backends with a
/// Ballot.
///
/// Bytes: as CoopKernel, with x and y once per column. Source: Merrill & Garland 2016 (merge-based SpMV: the shares).
#pragma once

#include <climits>

#include "core/device/Sporos_GroupSum.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/crs/Sporos_BlocksOfRow.hpp"
#include "core/kernels/crs/Sporos_ColumnTeams.hpp"

namespace sporos {
namespace detail {

/// \brief Scratch of ColumnTilesKernel.
template <class Sum, class Column>
struct ColumnTile {
  Sum* tails;       ///< of each thread: what it leaves of its last row
  Sum* heads;       ///< what it has of its first row
  Column* columns;  ///< of the entries
  int* ends;        ///< where rows begin; the next one is where the row ends
  int* starts;      ///< the row with which each group begins, and the number of rows
  int* longest;     ///< row

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(std::size_t bytes_of_tails, int team_size,
                                                                    int tile) {
    return bytes_of_tails + static_cast<std::size_t>(team_size) * sizeof(Sum) + alignof(Sum) + bytes_of_columns(tile) +
           bytes_of_ints(tile) + bytes_of_ints(team_size + 1);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION ColumnTile(const Member& member, std::size_t bytes_of_tails, int tile)
      : tails(static_cast<Sum*>(member.team_scratch(0).get_shmem_aligned(bytes_of_tails, alignof(Sum)))),
        heads(static_cast<Sum*>(
            member.team_scratch(0).get_shmem(static_cast<std::size_t>(member.team_size()) * sizeof(Sum)))),
        columns(static_cast<Column*>(member.team_scratch(0).get_shmem(bytes_of_columns(tile)))),
        ends(static_cast<int*>(member.team_scratch(0).get_shmem(bytes_of_ints(tile)))),
        starts(static_cast<int*>(member.team_scratch(0).get_shmem(bytes_of_ints(member.team_size() + 1)))),
        longest(starts + member.team_size() + 1) {}

 private:
  // Whole words of 8 bytes, so that what follows is aligned.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t bytes_of_columns(int tile) {
    return (static_cast<std::size_t>(tile) * sizeof(Column) + 7) / 8 * 8;
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t bytes_of_ints(int count) {
    return static_cast<std::size_t>(count + 2) / 2 * 2 * sizeof(int);
  }
};

/// \tparam Operand   reads x by a ColumnsReader of one block
/// \tparam Epilogue  has `columns_from<N>(column)` for the columns of a block
/// \tparam Teams     RowsOfBlocks or RowsOfShares
template <class Operand, class Epilogue, Reduction How, class Teams>
struct ColumnTilesKernel {
  using execution_space = typename Operand::execution_space;
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  using Blocks = BlocksOfRow<Operand>;
  using Group = GroupSum<execution_space, How, Sum>;
  using Column = typename Operand::Column;
  using Tile = ColumnTile<Sum, Column>;

  Blocks blocks;
  Epilogue epilogue;
  int group_bits;  ///< a group has two to the power of this lanes
  Teams teams;
  int tile;
  int evenness;  ///< of ColumnTileShape
  std::int64_t long_row;
  RowNews news;  ///< if it is told nothing, other kernels sum the long rows

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int team_size, int blocks, int tile) {
    return Group::scratch_bytes_per_lane * static_cast<std::size_t>(team_size) +
           Teams::template scratch_bytes<Operand>() +
           Tile::scratch_bytes(bytes_of_tails(team_size, blocks), team_size, tile);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if (teams.has_none(member, news)) return;
    const Group group(member);
    const Tile scratch(member, bytes_of_tails(member.team_size(), blocks.count), tile);
    const RowsOfAShare rows = teams.of(member, blocks.a, news);
    if (rows.first >= rows.last) return;
    const entry_index entries = blocks.a.row_begin(rows.last) - blocks.a.row_begin(rows.first);
    const bool fits = entries <= static_cast<entry_index>(tile);
    const std::int64_t last = fits ? rows.last : rows.last - 1;
    for (std::int64_t first = rows.first; first < last; first += tile) {
      if (first > rows.first) member.team_barrier();
      if (member.team_rank() == 0) *scratch.longest = 0;
      member.team_barrier();
      sum_rows(member, scratch, first, first + tile < last ? first + tile : last);
    }
    if (fits) return;
    member.team_barrier();
    sum_by_team(member, group, scratch.tails, last);
  }

 private:
  // The sums of all threads; or those of a row that all of them share.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t bytes_of_tails(int team_size, int blocks) {
    const std::size_t tails = static_cast<std::size_t>(team_size) * sizeof(Sum);
    return tails > Blocks::scratch_bytes(team_size, blocks) ? tails : Blocks::scratch_bytes(team_size, blocks);
  }

  KOKKOS_FORCEINLINE_FUNCTION void store(int block, std::int64_t row, const Sum& sum) const {
    epilogue.template columns_from<Blocks::width>(block * Blocks::width)(row, sum);
  }

  // At most `tile` rows with at most as many entries.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void sum_rows(const Member& member, const Tile& scratch, std::int64_t first,
                                       std::int64_t last) const {
    const int rank = member.team_rank();
    const int size = member.team_size();
    const auto num_rows = static_cast<int>(last - first);
    const entry_index begin = blocks.a.row_begin(first);
    // All entries fit, and those of a row are among them, unless the offsets are wrong.
    const auto at_most = [](entry_index number, int most) {
      return number < static_cast<entry_index>(most) ? static_cast<int>(number) : most;
    };
    const int entries = at_most(blocks.a.row_begin(last) - begin, tile);
    for (int k = rank; k < entries; k += size) {
      scratch.columns[k] = Operand::Load::load(blocks.a.matrix.columns + begin + k);
    }
    for (int i = rank; i <= num_rows; i += size) {
      const int row_begin = at_most(blocks.a.row_begin(first + i) - begin, entries);
      scratch.ends[i] = row_begin;
      if (i < num_rows) {
        const int length = at_most(blocks.a.row_begin(first + i + 1) - begin, entries) - row_begin;
        if (length > *scratch.longest) Kokkos::atomic_fetch_max(scratch.longest, length);
      }
    }
    member.team_barrier();
    if (4 * *scratch.longest * (size >> group_bits) <= evenness * (num_rows + entries)) {
      sum_whole_rows(scratch, first, num_rows, begin, rank, size);
      return;
    }
    const int work = num_rows + entries;
    const int groups = size >> group_bits;
    const int share = (work + groups - 1) / groups;
    for (int g = rank; g <= groups; g += size) {
      const int before = g * share < work ? g * share : work;
      scratch.starts[g] = static_cast<int>(
          first_that(0, num_rows, [&](std::int64_t row) { return scratch.ends[row + 1] + row >= before; }));
    }
    member.team_barrier();

    const int group = rank >> group_bits;
    const int block = rank & ((1 << group_bits) - 1);
    const bool has_block = block < blocks.count;
    const int first_row = scratch.starts[group];
    const int end_row = scratch.starts[group + 1];
    const int first_entry = (group * share < work ? group * share : work) - first_row;
    const int end_entry = ((group + 1) * share < work ? (group + 1) * share : work) - end_row;
    const bool continues = scratch.ends[first_row] < first_entry;
    if (has_block) {
      const Operand a = blocks.of(block);
      const auto to = epilogue.template columns_from<Blocks::width>(block * Blocks::width);
      Sum sum(0);
      int row = first_row;
      bool is_head = continues;
      const auto finish = [&] {
        if (is_head) {
          scratch.heads[rank] = sum;
          is_head = false;
        } else {
          to(first + row, sum);
        }
        sum = Sum(0);
        ++row;
      };
      int row_end = first_row < end_row ? scratch.ends[first_row + 1] : INT_MAX;
      constexpr int in_flight = InFlight::in_column_lanes;
      for (int k = first_entry; k < end_entry; k += in_flight) {
        Sum products[in_flight];
        for (int i = 0; i < in_flight; ++i) {
          const int here = k + i < end_entry ? k + i : end_entry - 1;
          products[i] = a.product(Operand::Load::load(a.matrix.values + begin + here), scratch.columns[here]);
        }
        for (int i = 0; i < in_flight; ++i) {
          if (k + i >= end_entry) break;
          while (row_end <= k + i) {
            finish();
            row_end = row < end_row ? scratch.ends[row + 1] : INT_MAX;
          }
          sum += products[i];
        }
      }
      while (row < end_row) finish();
      scratch.tails[rank] = sum;
    }
    member.team_barrier();
    if (has_block && continues && first_row < end_row) {
      Sum sum = scratch.heads[rank];
      for (int g = group - 1; g >= 0; --g) {
        sum += scratch.tails[(g << group_bits) + block];
        if (scratch.starts[g] < scratch.starts[g + 1]) break;  // the row begins there
      }
      store(block, first + first_row, sum);
    }
  }

  // Each row by one group.
  KOKKOS_INLINE_FUNCTION void sum_whole_rows(const Tile& scratch, std::int64_t first, int num_rows, entry_index begin,
                                             int rank, int size) const {
    const int block = rank & ((1 << group_bits) - 1);
    if (block >= blocks.count) return;
    const Operand a = blocks.of(block);
    const auto to = epilogue.template columns_from<Blocks::width>(block * Blocks::width);
    for (int row = rank >> group_bits; row < num_rows; row += size >> group_bits) {
      constexpr int in_flight = InFlight::in_column_lanes;
      Sum sum(0);
      const int end = scratch.ends[row + 1];
      for (int k = scratch.ends[row]; k < end; k += in_flight) {
        Sum products[in_flight];
        for (int i = 0; i < in_flight; ++i) {
          const int here = k + i < end ? k + i : end - 1;
          products[i] = a.product(Operand::Load::load(a.matrix.values + begin + here), scratch.columns[here]);
        }
        for (int i = 0; i < in_flight; ++i) {
          if (k + i < end) sum += products[i];
        }
      }
      to(first + row, sum);
    }
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void sum_by_team(const Member& member, const Group& group, Sum* scratch,
                                          std::int64_t row) const {
    const entry_index begin = blocks.a.row_begin(row);
    const entry_index end = blocks.a.row_begin(row + 1);
    if (end - begin > static_cast<std::uint64_t>(long_row)) {
      if (news.told == nullptr) return;
      if (member.team_rank() == 0) news.tell(static_cast<std::int64_t>(end - begin));
    }
    blocks.by_team(member, group, scratch, begin, end, [&](int block, const Sum& sum) { store(block, row, sum); });
  }
};

}  // namespace detail
}  // namespace sporos
