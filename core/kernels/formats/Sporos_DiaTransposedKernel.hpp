// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*transpose(A)*x + beta*y` for A in DIA storage, as it is stored.
///
/// Element `j` of y is the sum, over the diagonals, of the value at column `j` times element `j - offset` of x. So this
/// is DiaKernel with the values read at the same places as x, except of diagonals that mirror others. Who computes
/// what, what the launch must guarantee, filling and bytes: as there, with columns in place of rows.
#pragma once

#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/formats/Sporos_DiaKernel.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue>
struct DiaTransposedKernel {
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  using Value = typename Operand::Arrays::value_type;
  static constexpr bool on_host = is_host_execution<typename Operand::execution_space>;
  static constexpr int columns_at_once = DiaKernel<Operand, Epilogue>::rows_at_once;
  static constexpr int diagonals_at_once = DiaKernel<Operand, Epilogue>::diagonals_at_once;

  Operand a;
  Epilogue epilogue;
  std::int64_t columns;  ///< per team

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * columns;
    const std::int64_t last = first + columns < a.matrix.num_columns ? first + columns : a.matrix.num_columns;
    const int step = member.team_size() * columns_at_once;
    for (std::int64_t column = first + member.team_rank() * columns_at_once; column < last; column += step) {
      if constexpr (on_host) {
        const std::int64_t count = last - column < columns_at_once ? last - column : columns_at_once;
        Sum sums[columns_at_once] = {};
        for (int d = 0; d < a.matrix.num_diagonals(); ++d) add_along(d, column, count, sums);
        for (std::int64_t i = 0; i < count; ++i) epilogue(column + i, without_filling(column + i, sums[i]));
      } else {
        epilogue(column, without_filling(column, column_sum<Filling::zero>(column)));
      }
    }
  }

  /// \brief See TeamDotsKernel.
  KOKKOS_FORCEINLINE_FUNCTION TeamRows rows_of_team(int team, int) const {
    return TeamRows::equal(team, columns, a.matrix.num_columns);
  }

 private:
  enum class Filling { zero, skipped };

  KOKKOS_FORCEINLINE_FUNCTION Sum without_filling(std::int64_t column, const Sum& sum) const {
    return sum == sum ? sum : column_sum<Filling::skipped>(column);
  }

  // Adds the part of a diagonal that lies in the `count` columns from `column` on and inside the matrix.
  KOKKOS_FORCEINLINE_FUNCTION void add_along(int diagonal, std::int64_t column, std::int64_t count, Sum* sums) const {
    const std::int64_t row = column - a.matrix.offsets[diagonal];
    const std::int64_t slot = a.matrix.slots.of(diagonal, row, column);
    const std::int64_t begin = row < 0 ? -row : 0;
    const std::int64_t end = a.matrix.num_rows - row < count ? a.matrix.num_rows - row : count;
    for (std::int64_t i = begin; i < end; ++i) sums[i] += Operand::product(a.matrix.values[slot + i], a.x_of(row + i));
  }

  template <Filling How>
  KOKKOS_FORCEINLINE_FUNCTION Sum column_sum(std::int64_t column) const {
    Sum sum(0);
    int d = 0;
    for (; d + diagonals_at_once <= a.matrix.num_diagonals(); d += diagonals_at_once)
      sum += some<How, diagonals_at_once>(d, column);
    for (; d < a.matrix.num_diagonals(); ++d) sum += some<How, 1>(d, column);
    return sum;
  }

  // The sum over `Count` diagonals from `diagonal` on. All values are loaded before any is used.
  template <Filling How, int Count>
  KOKKOS_FORCEINLINE_FUNCTION Sum some(int diagonal, std::int64_t column) const {
    std::int64_t row[Count];
    Value loaded[Count];
    for (int i = 0; i < Count; ++i) {
      row[i] = column - Load::load(a.matrix.offsets + diagonal + i);
      const bool inside = row[i] >= 0 && row[i] < a.matrix.num_rows;
      row[i] = inside ? row[i] : -1;
      loaded[i] = inside ? Load::load(a.matrix.values + a.matrix.slots.of(diagonal + i, row[i], column)) : Value(0);
    }
    Sum sum(0);
    for (int i = 0; i < Count; ++i) {
      if (How == Filling::skipped && is_dia_filling(loaded[i])) continue;
      if (row[i] >= 0) sum += Operand::product(loaded[i], a.x_of(row[i]));
    }
    return sum;
  }
};

}  // namespace detail
}  // namespace sporos
