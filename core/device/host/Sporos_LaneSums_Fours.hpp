// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: eight rows in two vectors.
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
  const int log_height = __builtin_ctz(static_cast<unsigned>(height));
  std::int64_t slot = run.slice_offsets[slice];
  for (const std::int64_t end = slice + count; slice < end; ++slice) {
    const std::int64_t next = run.slice_offsets[slice + 1];
    const std::int64_t length = (next - slot) >> log_height;
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

}  // namespace detail
}  // namespace sporos
#endif
