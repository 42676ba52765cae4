// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief AVX-512: eight rows in one vector, x gathered.
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
  const int log_height = __builtin_ctz(static_cast<unsigned>(height));
  std::int64_t slot = run.slice_offsets[slice];
  for (const std::int64_t end = slice + count; slice < end; ++slice) {
    const std::int64_t next = run.slice_offsets[slice + 1];
    const std::int64_t length = (next - slot) >> log_height;
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

}  // namespace detail
}  // namespace sporos
#endif
