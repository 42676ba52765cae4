// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*A*x + beta*y` for A in DIA storage.
///
/// Who computes what: team `t` takes the rows `t * rows` to `(t + 1) * rows - 1`, each of its threads one row after the
/// other. On a host a thread takes several neighbouring rows at once and goes along the diagonals. Filling adds zero
/// where x is finite, and NaN where it is not. So a sum that is NaN is computed again, from the entries alone.
///
/// The launch must give a multiple of `rows_at_once` rows to each team. Bytes: a value for each row of each stored
/// diagonal, x, y once or twice; no indices except the offsets of the diagonals. The values of a diagonal that mirrors
/// another are read a second time, some rows after the first. Source: Bell & Garland 2008, section 4.1.
#pragma once

#include "core/kernels/Sporos_CrsArrays.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_FormatOperand.hpp"
#include "core/kernels/Sporos_TeamRows.hpp"
#include "formats/dia/Sporos_DiaFilling.hpp"
#include "policies/formats/Sporos_LanePerRowRule.hpp"

namespace sporos {
namespace detail {

/// \brief Raw pointers to the arrays of a DiaMatrix.
template <class Value>
struct DiaArrays {
  using value_type = Value;

  std::int64_t num_rows;
  std::int64_t num_columns;
  DiaSlots slots;
  const std::int64_t* offsets;
  const Value* values;

  KOKKOS_FORCEINLINE_FUNCTION int num_diagonals() const { return static_cast<int>(slots.num_diagonals); }
  KOKKOS_FORCEINLINE_FUNCTION int num_mirrored() const { return static_cast<int>(slots.num_mirrored); }
};

template <class Operand, class Epilogue>
struct DiaKernel {
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  using Value = typename Operand::Arrays::value_type;
  static constexpr bool on_host = is_host_execution<typename Operand::execution_space>;
  static constexpr int rows_at_once = dia_loads(on_host).rows;
  static constexpr int diagonals_at_once = dia_loads(on_host).entries;

  Operand a;
  Epilogue epilogue;
  std::int64_t rows;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * rows;
    const std::int64_t last = first + rows < a.matrix.num_rows ? first + rows : a.matrix.num_rows;
    if constexpr (on_host) {
      in_noticed_parts(epilogue, first, last, [&](std::int64_t row, std::int64_t to) { run_part(row, to); });
    } else {
      for (std::int64_t row = first + member.team_rank(); row < last; row += member.team_size()) {
        epilogue(row, without_filling(row, row_sum<Filling::zero>(row)));
      }
    }
  }

  /// The sum of a row without filling; `sum` is its sum with filling.
  KOKKOS_FORCEINLINE_FUNCTION Sum without_filling(std::int64_t row, const Sum& sum) const {
    return sum == sum ? sum : row_sum<Filling::skipped>(row);
  }

  /// \brief See TeamDotsKernel.
  KOKKOS_FORCEINLINE_FUNCTION TeamRows rows_of_team(int team, int) const {
    return TeamRows::equal(team, rows, a.matrix.num_rows);
  }

 private:
  enum class Filling { zero, skipped };

  // The rows `row` to `last - 1`, on a host.
  KOKKOS_FORCEINLINE_FUNCTION void run_part(std::int64_t row, std::int64_t last) const {
    for (; row < last; row += rows_at_once) {
      const std::int64_t count = last - row < rows_at_once ? last - row : rows_at_once;
      Sum sums[rows_at_once] = {};
      for (int d = 0; d < a.matrix.num_diagonals(); ++d) add_along(d, row, count, sums);
      for (std::int64_t i = 0; i < count; ++i) epilogue(row + i, without_filling(row + i, sums[i]));
    }
  }

  // Adds the part of a diagonal that lies in the `count` rows from `row` on and inside the matrix.
  KOKKOS_FORCEINLINE_FUNCTION void add_along(int diagonal, std::int64_t row, std::int64_t count, Sum* sums) const {
    const std::int64_t column = row + a.matrix.offsets[diagonal];
    const std::int64_t slot = a.matrix.slots.of(diagonal, row, column);
    const std::int64_t begin = column < 0 ? -column : 0;
    const std::int64_t end = a.matrix.num_columns - column < count ? a.matrix.num_columns - column : count;
    for (std::int64_t i = begin; i < end; ++i)
      sums[i] += Operand::product(a.matrix.values[slot + i], a.x_of(column + i));
  }

  template <Filling How>
  KOKKOS_FORCEINLINE_FUNCTION Sum row_sum(std::int64_t row) const {
    Sum sum(0);
    add_diagonals<How, true>(0, a.matrix.num_mirrored(), row, sum);
    add_diagonals<How, false>(a.matrix.num_mirrored(), a.matrix.num_diagonals(), row, sum);
    return sum;
  }

  // Diagonals `d` to `end - 1`, all of which mirror others, or none. Those that are left over are loaded together, too.
  template <Filling How, bool Mirrored>
  KOKKOS_FORCEINLINE_FUNCTION void add_diagonals(int d, int end, std::int64_t row, Sum& sum) const {
    constexpr int most_left = diagonals_at_once + 1;
    for (; end - d > most_left; d += diagonals_at_once) sum += some<How, Mirrored, diagonals_at_once>(d, row);
    add_last<How, Mirrored, most_left>(d, end, row, sum);
  }
  template <Filling How, bool Mirrored, int Count>
  KOKKOS_FORCEINLINE_FUNCTION void add_last(int d, int end, std::int64_t row, Sum& sum) const {
    if constexpr (Count > 0) {
      if (end - d == Count) {
        sum += some<How, Mirrored, Count>(d, row);
      } else {
        add_last<How, Mirrored, Count - 1>(d, end, row, sum);
      }
    }
  }

  // The sum over `Count` diagonals from `diagonal` on. All values are loaded before any is used.
  template <Filling How, bool Mirrored, int Count>
  KOKKOS_FORCEINLINE_FUNCTION Sum some(int diagonal, std::int64_t row) const {
    std::int64_t column[Count];
    Value loaded[Count];
    for (int i = 0; i < Count; ++i) {
      const int d = diagonal + i;
      column[i] = row + Load::load(a.matrix.offsets + d);
      const std::int64_t slot = Mirrored ? a.matrix.slots.of_mirrored(d) + (column[i] < 0 ? 0 : column[i])
                                         : a.matrix.slots.of_stored(d) + row;
      loaded[i] = a.load_once(a.matrix.values + slot);
    }
    Sum sum(0);
    for (int i = 0; i < Count; ++i) {
      if (How == Filling::skipped && is_dia_filling(loaded[i])) continue;
      if (column[i] >= 0 && column[i] < a.matrix.num_columns) sum += Operand::product(loaded[i], a.x_of(column[i]));
    }
    return sum;
  }
};

}  // namespace detail
}  // namespace sporos
