// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Rows whose columns follow from the number of the row and a pattern that many rows share, as on a grid: the
/// columns in the matrix are not read. Other rows are summed with the columns of the matrix, in the same order.
///
/// Who computes what: as CoopKernel, but a lane loads four entries before it adds up the first of them, also at the end
/// of a row. A row of more than `long_row` entries is left to LongRowsKernel. The launch must give teams for all rows
/// and GroupSum's scratch.
///
/// Bytes: at least `nnz * sizeof(Value) + rows * (sizeof(Offset) + 2 + sizeof(Y)) + columns * sizeof(X)`; with
/// `adds_lengths` a warp whose rows all have patterns reads one offset. Source: Sporos. The idea to store rows by the
/// differences of their columns is older; here the matrix stays as it is.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/device/warp/Sporos_WarpScan.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_TeamRows.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

/// \brief The patterns of the rows of a matrix.
struct RowPatterns {
  using Start = std::uint16_t;
  /// \brief In place of a start: the row has no pattern.
  static constexpr Start none = 0xffff;

  const Start* starts = nullptr;  ///< of each row: where its pattern begins in `columns`; null: no row has one
  const int* columns = nullptr;   ///< of the patterns, relative to the number of the row; before each, its length

  template <class Load>
  KOKKOS_FORCEINLINE_FUNCTION Start start(std::int64_t row) const {
    return starts == nullptr ? none : Load::load(starts + row);
  }
};

template <class Operand, class Epilogue, Reduction How, int Coop>
struct PatternRowsKernel {
  using execution_space = typename Operand::execution_space;
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  using Column = typename Operand::Column;
  using Value = typename Operand::Value;

  Operand a;
  Epilogue epilogue;
  RowPatterns patterns;
  int repeat;
  std::int64_t long_row;
  bool adds_lengths;  ///< a lane whose row is its own takes its begin from the lengths of the rows before

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int groups = member.team_size() / Coop;
    const int lane = member.team_rank() % Coop;
    std::int64_t row = static_cast<std::int64_t>(member.league_rank()) * repeat * groups + member.team_rank() / Coop;
    const GroupSum<execution_space, How, Sum> group(member);
    const auto limit = static_cast<std::uint64_t>(long_row);
    for (int sweep = 0; sweep < repeat; ++sweep, row += groups) {
      const Entries entries = entries_of(member, row);
      const bool ours = row < a.matrix.num_rows && entries.end - entries.begin <= limit;
      const Sum sum = group.sum(member, ours ? part_of(row, entries, lane) : Sum(0), Coop);
      if (lane == 0 && ours) epilogue(row, sum);
    }
  }

  /// \brief See TeamDotsKernel.
  KOKKOS_FORCEINLINE_FUNCTION TeamRows rows_of_team(int team, int team_size) const {
    return TeamRows::equal(team, static_cast<std::int64_t>(repeat) * (team_size / Coop), a.matrix.num_rows);
  }

 private:
  static constexpr int in_flight = InFlight::in_pattern;

  struct Entries {
    RowPatterns::Start start;
    entry_index begin;
    entry_index end;
  };

  // Of a row; none behind the last one.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION Entries entries_of([[maybe_unused]] const Member& member, std::int64_t row) const {
    const bool is_row = row < a.matrix.num_rows;
    using Vote = Ballot<execution_space>;
    using Scan = WarpScan<execution_space>;
    if constexpr (Coop == 1 && How == Reduction::shuffle) {
      if (adds_lengths) {
        const int lane = member.team_rank() % Vote::lanes;
        const std::int64_t first = row - lane < a.matrix.num_rows ? row - lane : a.matrix.num_rows;
        const entry_index first_entry = a.row_begin(first);
        const auto start = is_row ? patterns.template start<Load>(row) : RowPatterns::none;
        if (Vote::count(is_row && start == RowPatterns::none) == 0) {
          const int length = is_row ? Load::load(patterns.columns + start - 1) : 0;
          const entry_index begin = first_entry + static_cast<entry_index>(Scan::sum_before(lane, length));
          return {start, begin, begin + static_cast<entry_index>(length)};
        }
      }
    }
    if (!is_row) return {RowPatterns::none, 0, 0};
    return {patterns.template start<Load>(row), a.row_begin(row), a.row_begin(row + 1)};
  }

  KOKKOS_FORCEINLINE_FUNCTION Sum part_of(std::int64_t row, const Entries& entries, int lane) const {
    // Of a lane's own entries: what is added to these addresses are constants, for which there are no instructions.
    const int length = static_cast<int>(entries.end - entries.begin) - lane;
    if (entries.start == RowPatterns::none) {
      return sum_in_batches(Column(0), a.matrix.values + entries.begin + lane, a.matrix.columns + entries.begin + lane,
                            length);
    }
    return sum_in_batches(static_cast<Column>(row), a.matrix.values + entries.begin + lane,
                          patterns.columns + entries.start + lane, length);
  }

  // The sum of each `Coop`-th entry, whose columns are `first` and an offset; `length` ends behind the last one.
  template <class Offset>
  KOKKOS_FORCEINLINE_FUNCTION Sum sum_in_batches(Column first, const Value* values, const Offset* columns,
                                                 int length) const {
    constexpr int batch = in_flight * Coop;
    const int batches = length > batch - Coop ? (length - (batch - Coop) - 1) / batch + 1 : 0;
    Sum sum(0);
    Load::repeat(batches, [&] {
      Value loaded[in_flight];
      Offset offsets[in_flight];
      for (int i = 0; i < in_flight; ++i) {
        loaded[i] = a.value(values + i * Coop);
        offsets[i] = Load::load(columns + i * Coop);
      }
      for (int i = 0; i < in_flight; ++i) sum += a.product(loaded[i], column(first, offsets[i]));
      values += batch;
      columns += batch;
    });
    length -= batches * batch;
    // The rest at once, too: in place of those missing the first one is loaded again, as in long_strided_sum().
    if (length <= 0) return sum;
    Value loaded[in_flight - 1];
    Offset offsets[in_flight - 1];
    for (int i = 0; i < in_flight - 1; ++i) {
      const int here = i * Coop < length ? i * Coop : 0;
      loaded[i] = a.value(values + here);
      offsets[i] = Load::load(columns + here);
    }
    for (int i = 0; i < in_flight - 1; ++i) {
      if (i * Coop < length) sum += a.product(loaded[i], column(first, offsets[i]));
    }
    return sum;
  }

  template <class Offset>
  KOKKOS_FORCEINLINE_FUNCTION static Column column(Column first, Offset offset) {
    return static_cast<Column>(first + static_cast<Column>(offset));
  }
};

}  // namespace detail
}  // namespace sporos
