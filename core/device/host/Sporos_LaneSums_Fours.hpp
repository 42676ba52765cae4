// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: eight rows in two vectors; for diagonals, 32 rows in eight vectors, or in four of eight
/// floats.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_LaneSums.hpp"
#include "core/device/host/Sporos_RowSums_Fours.hpp"

namespace sporos {
namespace detail {

template <class Numbers, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_product(Numbers& numbers, int lane, X a, X b) {
  if constexpr (std::is_class<Numbers>::value) {
    numbers.add_product(lane, a, b);
  } else {
    numbers[lane] += a * b;
  }
}

/// \brief Adds the products of four neighbouring slots; for padding it adds nothing.
template <class Value, class X, class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_four_slots(const Value* values,
                                                                                  const int* columns, const X* x,
                                                                                  Numbers& sums) {
  std::uint64_t pairs[2];
  std::memcpy(pairs, columns, sizeof(pairs));
  constexpr std::uint64_t signs = 0x8000000080000000U;
  if (((pairs[0] | pairs[1]) & signs) == 0) {
    sums += load_four<X>(values) * gather_four(x, columns);
  } else {
    for (int i = 0; i < 4; ++i) {
      if (columns[i] >= 0) add_product(sums, i, static_cast<X>(values[i]), x[columns[i]]);
    }
  }
}

/// \brief The sums of eight rows of up to `length` entries: entry `j` of the first is `slot + j * step`.
/// \param ahead  the prefetch distance in slots
template <class Run, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void sum_eight_rows(const Run& run, std::int64_t slot,
                                                                                  std::int64_t step,
                                                                                  std::int64_t length,
                                                                                  std::int64_t ahead, X* sums) {
  typename FourOf<X>::Numbers low = {};
  typename FourOf<X>::Numbers high = {};
  for (std::int64_t j = 0; j < length; ++j, slot += step) {
    if (run.prefetches) {
      prefetch(run.values, slot + ahead);
      prefetch(run.columns, slot + ahead);
    }
    add_four_slots(run.values + slot, run.columns + slot, run.x, low);
    add_four_slots(run.values + slot + 4, run.columns + slot + 4, run.x, high);
  }
  store_four(sums, low);
  store_four(sums + 4, high);
}

template <class Unit, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void slice_sums_fours(const SliceRun<Value, X>& given,
                                                                                     std::int64_t slice,
                                                                                     std::int64_t count, X* sums) {
  const SliceRun<Value, X> run = given;
  const int height = run.slice_height;
  std::int64_t slot = run.slice_offsets[slice];
  for (const std::int64_t end = slice + count; slice < end; ++slice) {
    const std::int64_t next = run.slice_offsets[slice + 1];
    const std::int64_t length = (next - slot) / height;
    for (int lane = 0; lane < height; lane += lane_group, sums += lane_group) {
      sum_eight_rows(run, slot + lane, height, length, leaf_prefetch_distance, sums);
    }
    slot = next;
  }
}

template <class Unit, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void ell_sums_fours(const EllRun<Value, X>& given,
                                                                                   std::int64_t row, std::int64_t count,
                                                                                   X* sums) {
  const EllRun<Value, X> run = given;
  for (const std::int64_t end = row + count; row < end; row += lane_group, sums += lane_group) {
    const std::int64_t length = longest_of_group(run, row);
    sum_eight_rows(run, row, run.stride, length, ell_prefetch_rows, sums);
  }
}

/// \brief Adds a diagonal that does not cover all of the 32 rows from `row` on.
template <class Run, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_part_of_diagonal(const Run& run, int d,
                                                                                        std::int64_t row,
                                                                                        std::int64_t count, X* sums) {
  const std::int64_t column = row + run.offsets[d];
  const std::int64_t slot = run.slot(d, row);
  const std::int64_t end = run.num_columns - column < count ? run.num_columns - column : count;
  for (std::int64_t i = column < 0 ? -column : 0; i < end; ++i)
    sums[i] += static_cast<X>(run.values[slot + i]) * run.x[column + i];
}

template <class Value>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void prefetch_diagonal(const Value* slots) {
  for (int ahead = 0; ahead < dia_leaf_rows; ahead += 64 / static_cast<int>(sizeof(Value))) {
    prefetch(slots, dia_prefetch_rows + ahead);
  }
}

/// \brief Whether a vector holds eight numbers of float.
inline constexpr bool has_eight_floats = !std::is_class<typename FourOf<double>::Numbers>::value;

typedef float DiagonalFloats __attribute__((vector_size(32)));

/// \brief add_diagonals() of floats, in vectors of eight.
template <bool adds, class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_diagonals_of_floats(
    const Run& run, int from, int to, std::int64_t row, float* sums, typename FourOf<float>::Numbers& whole) {
  DiagonalFloats a = {}, b = {}, c = {}, e = {};
  if (adds) {
    a = load_whole<DiagonalFloats>(sums);
    b = load_whole<DiagonalFloats>(sums + 8);
    c = load_whole<DiagonalFloats>(sums + 16);
    e = load_whole<DiagonalFloats>(sums + 24);
  }
  for (int d = from; d < to; ++d) {
    const float* const slots = run.values + run.slot(d, row);
    const float* const x = run.x + row + run.offsets[d];
    if (run.prefetches_diagonal(d)) prefetch_diagonal(slots);
    a += load_whole<DiagonalFloats>(slots) * load_whole<DiagonalFloats>(x);
    b += load_whole<DiagonalFloats>(slots + 8) * load_whole<DiagonalFloats>(x + 8);
    c += load_whole<DiagonalFloats>(slots + 16) * load_whole<DiagonalFloats>(x + 16);
    e += load_whole<DiagonalFloats>(slots + 24) * load_whole<DiagonalFloats>(x + 24);
  }
  store_four(sums, a);
  store_four(sums + 8, b);
  store_four(sums + 16, c);
  store_four(sums + 24, e);
  const DiagonalFloats together = (a + b) + (c + e);
  typename FourOf<float>::Numbers halves[2];
  std::memcpy(halves, &together, sizeof(together));
  whole += halves[0] + halves[1];
}

/// \brief Adds diagonals `from` to `to - 1`, which cover all of the 32 rows from `row` on.
/// \tparam adds   whether to begin with `sums`, not with zeros
/// \param whole  to which all sums are added: if one is NaN, so is this
template <bool adds, class Run, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_diagonals(const Run& run, int from, int to,
                                                                                 std::int64_t row, X* sums,
                                                                                 typename FourOf<X>::Numbers& whole) {
  if constexpr (has_eight_floats && std::is_same<X, float>::value &&
                std::is_same<std::decay_t<decltype(*run.values)>, float>::value) {
    return add_diagonals_of_floats<adds>(run, from, to, row, sums, whole);
  }
  using Numbers = typename FourOf<X>::Numbers;
  Numbers a = {}, b = {}, c = {}, e = {}, f = {}, g = {}, h = {}, i = {};
  if (adds) {
    a = load_four<X>(sums);
    b = load_four<X>(sums + 4);
    c = load_four<X>(sums + 8);
    e = load_four<X>(sums + 12);
    f = load_four<X>(sums + 16);
    g = load_four<X>(sums + 20);
    h = load_four<X>(sums + 24);
    i = load_four<X>(sums + 28);
  }
  for (int d = from; d < to; ++d) {
    const auto* const slots = run.values + run.slot(d, row);
    const X* const x = run.x + row + run.offsets[d];
    if (run.prefetches_diagonal(d)) prefetch_diagonal(slots);
    a += load_four<X>(slots) * load_four<X>(x);
    b += load_four<X>(slots + 4) * load_four<X>(x + 4);
    c += load_four<X>(slots + 8) * load_four<X>(x + 8);
    e += load_four<X>(slots + 12) * load_four<X>(x + 12);
    f += load_four<X>(slots + 16) * load_four<X>(x + 16);
    g += load_four<X>(slots + 20) * load_four<X>(x + 20);
    h += load_four<X>(slots + 24) * load_four<X>(x + 24);
    i += load_four<X>(slots + 28) * load_four<X>(x + 28);
  }
  store_four(sums, a);
  store_four(sums + 4, b);
  store_four(sums + 8, c);
  store_four(sums + 12, e);
  store_four(sums + 16, f);
  store_four(sums + 20, g);
  store_four(sums + 24, h);
  store_four(sums + 28, i);
  whole += a;
  whole += b;
  whole += c;
  whole += e;
  whole += f;
  whole += g;
  whole += h;
  whole += i;
}

template <class Unit, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) bool dia_sums_fours(const DiaRun<Value, X>& given,
                                                                                   std::int64_t row, std::int64_t count,
                                                                                   X* sums) {
  const DiaRun<Value, X> run = given;
  const DiaInside<Value, X> inside(run);
  typename FourOf<X>::Numbers whole = {};
  X of_tiles = 0;
  for (const std::int64_t end = row + count; row < end; row += dia_leaf_rows, sums += dia_leaf_rows) {
    if (inside.has(row) && row + dia_leaf_rows <= end) {
      add_diagonals<false>(run, 0, run.num_diagonals(), row, sums, whole);
      continue;
    }
    alignas(64) X tile[dia_leaf_rows] = {};
    const DiaTile at = dia_tile(run, row, end);
    for (int d = 0; d < at.from; ++d) add_part_of_diagonal(run, d, row, at.rows, tile);
    add_diagonals<true>(run, at.from, at.to, row, tile, whole);
    for (int d = at.to; d < run.num_diagonals(); ++d) add_part_of_diagonal(run, d, row, at.rows, tile);
    std::memcpy(sums, tile, static_cast<std::size_t>(at.rows) * sizeof(X));
    for (const X& sum : tile) of_tiles += sum;
  }
  X lanes[4];
  store_four(lanes, whole);
  return is_nan(of_tiles + lanes[0] + lanes[1] + lanes[2] + lanes[3]);
}

}  // namespace detail
}  // namespace sporos
#endif
