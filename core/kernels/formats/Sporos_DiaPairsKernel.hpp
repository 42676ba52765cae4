// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*A*x + beta*y` for A in DIA storage of narrow numbers, on a GPU.
///
/// Who computes what: as DiaKernel, but each thread takes two neighbouring rows at once, whose values it loads
/// together. So a load has twice the bytes.
///
/// The launch must give an even number of rows to each team. No diagonal may mirror another, and rows and columns
/// together must be a number of type int: wider ones take registers, without which loads would be spilled. Filling and
/// bytes: see DiaKernel.
#pragma once

#include "core/kernels/formats/Sporos_DiaKernel.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue>
struct DiaPairsKernel : DiaKernel<Operand, Epilogue> {
  using Single = DiaKernel<Operand, Epilogue>;
  using Sum = typename Single::Sum;
  using Load = typename Single::Load;
  using Value = typename Single::Value;
  using Single::a;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const TeamRows team = Single::rows_of_team(member.league_rank(), member.team_size());
    for (std::int64_t row = team.first + 2 * member.team_rank(); row < team.last; row += 2 * member.team_size()) {
      Sum sums[2] = {};
      const int end = a.matrix.num_diagonals();
      int d = 0;
      for (; end - d > dia_pairs_at_once; d += dia_pairs_at_once) add<dia_pairs_at_once>(d, row, sums);
      add_last<dia_pairs_at_once>(d, end, row, sums);
      Single::epilogue(row, Single::without_filling(row, sums[0]));
      if (row + 1 < team.last) Single::epilogue(row + 1, Single::without_filling(row + 1, sums[1]));
    }
  }

 private:
  template <int Count>
  KOKKOS_FORCEINLINE_FUNCTION void add_last(int d, int end, std::int64_t row, Sum* sums) const {
    if constexpr (Count > 0) {
      if (end - d == Count) {
        add<Count>(d, row, sums);
      } else {
        add_last<Count - 1>(d, end, row, sums);
      }
    }
  }

  // Adds `Count` diagonals from `diagonal` on. All values are loaded before any is used.
  template <int Count>
  KOKKOS_FORCEINLINE_FUNCTION void add(int diagonal, std::int64_t row, Sum* sums) const {
    int column[Count];
    Value loaded[2 * Count];
    for (int i = 0; i < Count; ++i) {
      column[i] = static_cast<int>(row + Load::load(a.matrix.offsets + diagonal + i));
      const Value* const two = a.matrix.values + a.matrix.slots.of_stored(diagonal + i) + row;
      Load::load_two_once(two, a.evicts_first, loaded + 2 * i);
    }
    for (int i = 0; i < Count; ++i) {
      for (int j = 0; j < 2; ++j) {
        const int of_x = column[i] + j;
        if (of_x >= 0 && of_x < static_cast<int>(a.matrix.num_columns))
          sums[j] += Operand::product(loaded[2 * i + j], a.x_of(of_x));
      }
    }
  }
};

}  // namespace detail
}  // namespace sporos
