// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Diagonals in vectors of four, or of eight floats.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_LaneSums.hpp"
#include "core/device/host/Sporos_RowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief The slots of some diagonals, and the elements of x that they multiply, from a row on.
template <int Count, class Value, class X>
struct DiagonalRuns {
  const Value* slots[Count];
  const X* x[Count];

  DiagonalRuns(const DiaRun<Value, X>& run, int first, std::int64_t row) {
    for (int d = 0; d < Count; ++d) {
      slots[d] = run.values + run.slot(first + d, row);
      x[d] = run.x + row + run.offsets[first + d];
    }
  }

  /// Adds the products of the last rows, which fill no vector. Returns whether a sum may be NaN.
  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) bool add_rest(std::int64_t row, std::int64_t rows,
                                                                       X* sums) const {
    X whole(0);
    for (; row < rows; ++row) {
      for (int d = 0; d < Count; ++d) sums[row] += static_cast<X>(slots[d][row]) * x[d][row];
      whole += sums[row];
    }
    return is_nan(whole);
  }
};

/// \brief Vectors of sums: of four, but of eight floats if there are such vectors.
template <class Value, class X, bool HasEightFloats = !std::is_class<typename FourOf<double>::Numbers>::value>
struct DiagonalLanes {
  using Numbers = typename FourOf<X>::Numbers;
  static constexpr int count = 4;

  template <class Number>
  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) static Numbers load(const Number* from) {
    return load_four<X>(from);
  }
};
template <>
struct DiagonalLanes<float, float, true> {
  typedef float Numbers __attribute__((vector_size(32)));
  static constexpr int count = 8;

  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) static Numbers load(const float* from) {
    return load_whole<Numbers>(from);
  }
};

template <int Count, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline bool add_diagonals(const DiaRun<Value, X>& run, int first,
                                                                                 std::int64_t row, std::int64_t rows,
                                                                                 X* sums) {
  using Lanes = DiagonalLanes<Value, X>;
  constexpr int half = Lanes::count;
  const DiagonalRuns<Count, Value, X> diagonals(run, first, row);
  typename Lanes::Numbers whole = {};
  std::int64_t i = 0;
  for (; i + 2 * half <= rows; i += 2 * half) {
    auto low = Lanes::load(sums + i);
    auto high = Lanes::load(sums + i + half);
    for (int d = 0; d < Count; ++d) {
      low += Lanes::load(diagonals.slots[d] + i) * Lanes::load(diagonals.x[d] + i);
      high += Lanes::load(diagonals.slots[d] + i + half) * Lanes::load(diagonals.x[d] + i + half);
    }
    store_four(sums + i, low);
    store_four(sums + i + half, high);
    whole += low;
    whole += high;
  }
  X lanes[half];
  store_four(lanes, whole);
  X all(0);
  for (const X& lane : lanes) all += lane;
  return diagonals.add_rest(i, rows, sums) || is_nan(all);
}

template <int Count, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline bool add_counted_diagonals(const DiaRun<Value, X>& run,
                                                                                         int first, int count,
                                                                                         std::int64_t row,
                                                                                         std::int64_t rows, X* sums) {
  if constexpr (Count > 1) {
    if (count < Count) return add_counted_diagonals<Count - 1>(run, first, count, row, rows, sums);
  }
  return add_diagonals<Count>(run, first, row, rows, sums);
}

template <class Unit, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) bool diagonal_sums_fours(const DiaRun<Value, X>& run,
                                                                                        int first, int count,
                                                                                        std::int64_t row,
                                                                                        std::int64_t rows, X* sums) {
  return add_counted_diagonals<dia_at_once>(run, first, count, row, rows, sums);
}

}  // namespace detail
}  // namespace sporos
#endif
