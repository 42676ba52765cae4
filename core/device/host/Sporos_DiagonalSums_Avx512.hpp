// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Diagonals in vectors of eight, as in Sporos_DiagonalSums_Fours.hpp.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_EIGHT)
#include "core/device/host/Sporos_DiagonalSums_Fours.hpp"
#include "core/device/host/Sporos_RowSums_Avx512.hpp"

namespace sporos {
namespace detail {

template <int Count, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline bool add_diagonals_in_eights(const DiaRun<Value, X>& run,
                                                                                            int first, std::int64_t row,
                                                                                            std::int64_t rows,
                                                                                            X* sums) {
  const DiagonalRuns<Count, Value, X> diagonals(run, first, row);
  typename EightOf<X>::Numbers whole = {};
  std::int64_t i = 0;
  for (; i + 16 <= rows; i += 16) {
    auto low = load_eight<X>(sums + i);
    auto high = load_eight<X>(sums + i + 8);
    for (int d = 0; d < Count; ++d) {
      low += load_eight<X>(diagonals.slots[d] + i) * load_eight<X>(diagonals.x[d] + i);
      high += load_eight<X>(diagonals.slots[d] + i + 8) * load_eight<X>(diagonals.x[d] + i + 8);
    }
    std::memcpy(sums + i, &low, sizeof(low));
    std::memcpy(sums + i + 8, &high, sizeof(high));
    whole += low + high;
  }
  X all(0);
  for (int lane = 0; lane < 8; ++lane) all += whole[lane];
  return diagonals.add_rest(i, rows, sums) || is_nan(all);
}

template <int Count, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline bool add_counted_diagonals_in_eights(
    const DiaRun<Value, X>& run, int first, int count, std::int64_t row, std::int64_t rows, X* sums) {
  if constexpr (Count > 1) {
    if (count < Count) return add_counted_diagonals_in_eights<Count - 1>(run, first, count, row, rows, sums);
  }
  return add_diagonals_in_eights<Count>(run, first, row, rows, sums);
}

template <class Unit, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, noinline, aligned(64))) bool diagonal_sums_avx512(const DiaRun<Value, X>& run,
                                                                                          int first, int count,
                                                                                          std::int64_t row,
                                                                                          std::int64_t rows, X* sums) {
  return add_counted_diagonals_in_eights<dia_at_once>(run, first, count, row, rows, sums);
}

}  // namespace detail
}  // namespace sporos
#endif
