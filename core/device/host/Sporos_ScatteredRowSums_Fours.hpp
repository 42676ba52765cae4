// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: rows that read x at random.
///
/// The sums are those of row_sums_fours() bit for bit. There the loop over a row is compiled four times, here once, for
/// sixteen entries at a time, and no cache line is prefetched twice. Presumably processors prefetch what an instruction
/// reads at regular distances, which the copies of a loop that each take every fourth row do not; and where every
/// element of x misses the caches, it is the number of instructions between them that counts.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_RowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief As sum_in_fours() with one vector.
template <class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_scattered_row(const Run& run, std::int64_t k,
                                                                                     std::int64_t end) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  typename FourOf<X>::Numbers sums = {};
  for (; k + 16 <= end; k += 16) {
    if (run.prefetches) {
      ask_ahead(run, k);
      prefetch(run.values, k + 8 + leaf_prefetch_distance);
    }
    add_four(run, k, sums);
    add_four(run, k + 4, sums);
    add_four(run, k + 8, sums);
    add_four(run, k + 12, sums);
  }
  if (k + 8 <= end) {
    if (run.prefetches) ask_ahead(run, k);
    add_four(run, k, sums);
    add_four(run, k + 4, sums);
    k += 8;
  }
  if (k < end) {
    if (run.prefetches) ask_ahead(run, k);
    if (k + 4 <= end) {
      add_four(run, k, sums);
      k += 4;
    }
    if (k < end) sums += multiply_rest<false>(run, k, end - k);
  }
  return sums;
}

template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void scattered_row_sums_fours(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 4);
  std::int64_t row = 0;
  for (; row + 4 <= inside; row += 4) {
    typename FourOf<X>::Numbers parts[4];
    for (int i = 0; i < 4; ++i) parts[i] = sum_scattered_row(run, run.offsets[row + i], run.offsets[row + i + 1]);
    const auto four = sums_over(parts[0], parts[1], parts[2], parts[3]);
    store_four(sums + row, four);
  }
  sum_last_rows(run, row, sums);
}

}  // namespace detail
}  // namespace sporos
#endif
