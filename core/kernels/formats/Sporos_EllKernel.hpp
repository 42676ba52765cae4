// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*A*x + beta*y` for A in ELL storage, with or without row lengths.
///
/// Who computes what: team `t` takes the rows `t * rows` to `(t + 1) * rows - 1`, each of its threads one row after the
/// other. On a host a thread takes several neighbouring rows at once, whose entries are contiguous. If row lengths are
/// stored, a lane stops at the end of its row, otherwise at the width of the matrix. Padding has column -1 and is
/// skipped, so that x is read only where A has an entry.
///
/// The launch must give a multiple of `rows_at_once` rows to each team. Bytes: a value and a column for each slot; with
/// row lengths, only for the slots up to the end of the longest row of each warp; x; y once or twice. Source: Bell &
/// Garland 2008, section 4.2; row lengths: Vazquez, Ortega, Fernandez, Garzon, 2009.
#pragma once

#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_FormatOperand.hpp"
#include "core/kernels/Sporos_TeamRows.hpp"
#include "policies/formats/Sporos_LanePerRowRule.hpp"

namespace sporos {
namespace detail {

/// \brief Raw pointers to the arrays of an EllMatrix.
template <class Value, class Column>
struct EllArrays {
  using value_type = Value;
  using column_type = Column;

  std::int64_t num_rows;
  std::int64_t stride;
  int width;
  const Column* columns;
  const Value* values;
  const std::int32_t* row_lengths;  // null: all rows have the width of the matrix
};

template <class Operand, class Epilogue>
struct EllKernel {
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  using Value = typename Operand::Arrays::value_type;
  using Column = typename Operand::Arrays::column_type;
  static constexpr bool on_host = is_host_execution<typename Operand::execution_space>;
  static constexpr int rows_at_once = ell_loads(on_host).rows;
  static constexpr int entries_at_once = ell_loads(on_host).entries;

  Operand a;
  Epilogue epilogue;
  std::int64_t rows;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * rows;
    const std::int64_t last = first + rows < a.matrix.num_rows ? first + rows : a.matrix.num_rows;
    if constexpr (on_host) {
      in_noticed_parts(epilogue, first, last, [&](std::int64_t row, std::int64_t to) { run(row, to, rows_at_once); });
    } else {
      run(first + member.team_rank() * rows_at_once, last, member.team_size() * rows_at_once);
    }
  }

  /// \brief See TeamDotsKernel.
  KOKKOS_FORCEINLINE_FUNCTION TeamRows rows_of_team(int team, int) const {
    return TeamRows::equal(team, rows, a.matrix.num_rows);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void run(std::int64_t row, std::int64_t last, int step) const {
    for (; row < last; row += step) {
      Sum sums[rows_at_once] = {};
      const int end = length_at(row);
      int entry = 0;
      for (; entry + entries_at_once <= end; entry += entries_at_once) add<entries_at_once>(row, entry, sums);
      if constexpr (entries_at_once > 1) {
        for (; entry < end; ++entry) add<1>(row, entry, sums);
      }
      const std::int64_t count = last - row < rows_at_once ? last - row : rows_at_once;
      for (std::int64_t i = 0; i < count; ++i) epilogue(row + i, sums[i]);
    }
  }

  // The length of the longest of the rows that are taken at once; rows of padding have length 0.
  KOKKOS_FORCEINLINE_FUNCTION int length_at(std::int64_t row) const {
    if (a.matrix.row_lengths == nullptr) return a.matrix.width;
    int longest = 0;
    for (int i = 0; i < rows_at_once; ++i) {
      const int length = Load::load(a.matrix.row_lengths + row + i);
      longest = length > longest ? length : longest;
    }
    return longest;
  }

  // Adds `Entries` entries from `entry` on, of the rows from `row` on. All are loaded before any is added.
  template <int Entries>
  KOKKOS_FORCEINLINE_FUNCTION void add(std::int64_t row, int entry, Sum* sums) const {
    Column loaded_columns[Entries * rows_at_once];
    Value loaded_values[Entries * rows_at_once];
    for (int e = 0; e < Entries; ++e) {
      const std::int64_t slot = (entry + e) * a.matrix.stride + row;
      for (int i = 0; i < rows_at_once; ++i) {
        loaded_columns[e * rows_at_once + i] = a.load_once(a.matrix.columns + slot + i);
        loaded_values[e * rows_at_once + i] = a.load_once(a.matrix.values + slot + i);
      }
    }
    for (int e = 0; e < Entries; ++e) {
      for (int i = 0; i < rows_at_once; ++i) {
        const Column column = loaded_columns[e * rows_at_once + i];
        if (column >= 0) sums[i] += Operand::product(loaded_values[e * rows_at_once + i], a.x_of(column));
      }
    }
  }
};

}  // namespace detail
}  // namespace sporos
