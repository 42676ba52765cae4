// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief SELL-C-sigma: `y = alpha*A*x + beta*y`, one lane per row.
///
/// Who computes what: thread `t` of all takes the row at position `t`, lane `t % Height` of slice `t / Height`, so that
/// neighbouring lanes read neighbouring slots. `InFlight` entries are loaded before any is multiplied. If lengths are
/// stored, a lane stops at the end of its row, otherwise at the end of the slice. Padding is marked in its column, and
/// x is not read for it. The launch must give at least as many threads as rows; it needs no scratch.
///
/// Bytes: `slots * (sizeof(Value) + sizeof(Column)) + rows * sizeof(Y) + columns * sizeof(X)`, 8 per slice, 2 per row
/// if rows are sorted and 4 per row if lengths are stored. Source: Kreutzer, Hager, Wellein, Fehske & Bishop 2014.
#pragma once

#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_FormatOperand.hpp"
#include "core/kernels/Sporos_TeamRows.hpp"
#include "formats/sell/Sporos_SellMatrix.hpp"

namespace sporos {
namespace detail {

/// \brief Raw pointers to the arrays of a SellMatrix.
template <class Value, class Column>
struct SellArrays {
  using value_type = Value;
  using column_type = Column;

  std::int64_t num_rows;
  SellRows rows;
  const std::int64_t* slice_offsets;
  const std::int32_t* shortest_rows;
  const Column* columns;
  const Value* values;
  const std::int32_t* row_lengths;  // may be null
};

template <class Value, class Column, class Offset, class MemorySpace>
SellArrays<Value, Column> sell_arrays(const SellMatrix<Value, Column, Offset, MemorySpace>& matrix) {
  return {matrix.num_rows,
          {matrix.places.data(), matrix.shape.sorting_window},
          matrix.slice_offsets.data(),
          matrix.shortest_rows.data(),
          matrix.columns.data(),
          matrix.values.data(),
          matrix.row_lengths.data()};
}

template <class Operand, class Epilogue, int Height, int InFlight>
struct SellKernel {
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  using Column = typename Operand::Arrays::column_type;
  using Value = typename Operand::Arrays::value_type;

  Operand operand;
  Epilogue epilogue;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const auto& a = operand.matrix;
    const std::int64_t position =
        static_cast<std::int64_t>(member.league_rank()) * member.team_size() + member.team_rank();
    if (position >= a.num_rows) return;
    const std::int64_t slice = position / Height;
    const std::int64_t begin = Load::load(a.slice_offsets + slice);
    const int steps = a.row_lengths != nullptr
                          ? Load::load(a.row_lengths + position)
                          : static_cast<int>((Load::load(a.slice_offsets + slice + 1) - begin) / Height);
    const std::int64_t first = begin + position % Height;
    const Column* columns = a.columns + first;
    const Value* values = a.values + first;
    Sum sum(0);
    int left = steps;
    for (; left >= InFlight; left -= InFlight, columns += InFlight * Height, values += InFlight * Height) {
      add<true>(columns, values, left, sum);
    }
    if (left > 0) add<false>(columns, values, left, sum);
    epilogue(a.rows.row_at(position), sum);
  }

  /// \brief See TeamDotsKernel; rows must not be sorted.
  KOKKOS_FORCEINLINE_FUNCTION TeamRows rows_of_team(int team, int team_size) const {
    return TeamRows::equal(team, team_size, operand.matrix.num_rows);
  }

 private:
  template <bool All>
  KOKKOS_FORCEINLINE_FUNCTION void add(const Column* columns, const Value* values, int left, Sum& sum) const {
    Column column[InFlight];
    Value value[InFlight];
    for (int i = 0; i < InFlight; ++i) {
      const bool inside = All || i < left;
      column[i] = inside ? operand.load_once(columns + i * Height) : Column(-1);
      value[i] = inside ? operand.load_once(values + i * Height) : Value(0);
    }
    Sum factor[InFlight];
    for (int i = 0; i < InFlight; ++i) factor[i] = column[i] >= 0 ? operand.x_of(column[i]) : Sum(0);
    for (int i = 0; i < InFlight; ++i) sum += Operand::product(value[i], factor[i]);
  }
};

}  // namespace detail
}  // namespace sporos
