// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief AVX-512: eight rows in one vector, x gathered; for diagonals, 32 rows in four vectors.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_EIGHT)
#include "core/device/host/Sporos_LaneSums_Fours.hpp"
#include "core/device/host/Sporos_RowSums_Avx512.hpp"

namespace sporos {
namespace detail {

/// \brief As sum_eight_rows() in Sporos_LaneSums_Fours.hpp. x is not read for padding, whose value is 0.
template <class Run, class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline void sum_eight_lanes(const Run& run, std::int64_t slot,
                                                                                    std::int64_t step,
                                                                                    std::int64_t length,
                                                                                    std::int64_t ahead, X* sums) {
  typename EightOf<X>::Numbers sum = {};
  for (std::int64_t j = 0; j < length; ++j, slot += step) {
    if (run.prefetches) {
      prefetch(run.values, slot + ahead);
      prefetch(run.columns, slot + ahead);
    }
    typename EightOf<float>::Numbers signs;
    std::memcpy(&signs, run.columns + slot, sizeof(signs));
    const unsigned padding = static_cast<unsigned>(__builtin_ia32_movmskps256(signs));
    sum += load_eight<X>(run.values + slot) * gather_eight(run.x, run.columns + slot, ~padding & 255U);
  }
  std::memcpy(sums, &sum, sizeof(sum));
}

template <class Unit, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, noinline, aligned(64))) void slice_sums_avx512(const SliceRun<Value, X>& given,
                                                                                       std::int64_t slice,
                                                                                       std::int64_t count, X* sums) {
  const SliceRun<Value, X> run = given;
  const int height = run.slice_height;
  std::int64_t slot = run.slice_offsets[slice];
  for (const std::int64_t end = slice + count; slice < end; ++slice) {
    const std::int64_t next = run.slice_offsets[slice + 1];
    const std::int64_t length = (next - slot) / height;
    for (int lane = 0; lane < height; lane += lane_group, sums += lane_group) {
      sum_eight_lanes(run, slot + lane, height, length, leaf_prefetch_distance, sums);
    }
    slot = next;
  }
}

template <class Unit, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, noinline, aligned(64))) void ell_sums_avx512(const EllRun<Value, X>& given,
                                                                                     std::int64_t row,
                                                                                     std::int64_t count, X* sums) {
  const EllRun<Value, X> run = given;
  for (const std::int64_t end = row + count; row < end; row += lane_group, sums += lane_group) {
    const std::int64_t length = longest_of_group(run, row);
    sum_eight_lanes(run, row, run.stride, length, ell_prefetch_rows, sums);
  }
}

/// \brief As add_diagonals() in Sporos_LaneSums_Fours.hpp.
template <bool adds, class Run, class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline void add_diagonals_in_eights(
    const Run& run, int from, int to, std::int64_t row, X* sums, typename EightOf<X>::Numbers& whole) {
  using Numbers = typename EightOf<X>::Numbers;
  Numbers a = {}, b = {}, c = {}, e = {};
  if (adds) {
    a = load_eight<X>(sums);
    b = load_eight<X>(sums + 8);
    c = load_eight<X>(sums + 16);
    e = load_eight<X>(sums + 24);
  }
  for (int d = from; d < to; ++d) {
    const auto* const slots = run.values + run.slot(d, row);
    const X* const x = run.x + row + run.offsets[d];
    if (run.prefetches_diagonal(d)) prefetch_diagonal(slots);
    a += load_eight<X>(slots) * load_eight<X>(x);
    b += load_eight<X>(slots + 8) * load_eight<X>(x + 8);
    c += load_eight<X>(slots + 16) * load_eight<X>(x + 16);
    e += load_eight<X>(slots + 24) * load_eight<X>(x + 24);
  }
  std::memcpy(sums, &a, sizeof(a));
  std::memcpy(sums + 8, &b, sizeof(b));
  std::memcpy(sums + 16, &c, sizeof(c));
  std::memcpy(sums + 24, &e, sizeof(e));
  whole += (a + b) + (c + e);
}

template <class Unit, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, noinline, aligned(64))) bool dia_sums_avx512(const DiaRun<Value, X>& given,
                                                                                     std::int64_t row,
                                                                                     std::int64_t count, X* sums) {
  const DiaRun<Value, X> run = given;
  const DiaInside<Value, X> inside(run);
  typename EightOf<X>::Numbers whole = {};
  X of_tiles = 0;
  for (const std::int64_t end = row + count; row < end; row += dia_leaf_rows, sums += dia_leaf_rows) {
    if (inside.has(row) && row + dia_leaf_rows <= end) {
      add_diagonals_in_eights<false>(run, 0, run.num_diagonals(), row, sums, whole);
      continue;
    }
    alignas(64) X tile[dia_leaf_rows] = {};
    const DiaTile at = dia_tile(run, row, end);
    for (int d = 0; d < at.from; ++d) add_part_of_diagonal(run, d, row, at.rows, tile);
    add_diagonals_in_eights<true>(run, at.from, at.to, row, tile, whole);
    for (int d = at.to; d < run.num_diagonals(); ++d) add_part_of_diagonal(run, d, row, at.rows, tile);
    std::memcpy(sums, tile, static_cast<std::size_t>(at.rows) * sizeof(X));
    for (const X& sum : tile) of_tiles += sum;
  }
  for (int i = 0; i < 8; ++i) of_tiles += whole[i];
  return is_nan(of_tiles);
}

}  // namespace detail
}  // namespace sporos
#endif
