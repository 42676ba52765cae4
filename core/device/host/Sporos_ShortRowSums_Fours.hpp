// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: four rows at a time, for rows that mostly have at most four entries.
///
/// Four such rows need no loop, so no branch is mispredicted when their lengths differ. If all have one or two entries,
/// no lane of a vector is idle. The sums equal those of row_sums_fours() bit for bit. For that, 0.0, with which the
/// sums there begin, is added at the end, because it turns -0.0 into 0.0.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_RowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief The sums of four rows of `length` entries each, 0, 1 or 2, from entry `k` on.
template <class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_pairs(const Run& run, std::int64_t k,
                                                                             std::int64_t length) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  typename FourOf<X>::Numbers sums = {};
  if (length == 0) return sums;
  sums = load_four<X>(run.values + k) * gather_four(run.x, run.columns + k);
  if (length == 1) return sums;
  const auto others = load_four<X>(run.values + k + 4) * gather_four(run.x, run.columns + k + 4);
  return shuffled<0, 2, 4, 6>(sums, others) + shuffled<1, 3, 5, 7>(sums, others);
}

template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void short_row_sums_fours(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 4);
  std::int64_t row = 0;
  for (; row + 4 <= inside; row += 4) {
    std::int64_t begins[4];
    std::int64_t lengths[4];
    for (int i = 0; i < 4; ++i) {
      begins[i] = static_cast<std::int64_t>(run.offsets[row + i]);
      lengths[i] = static_cast<std::int64_t>(run.offsets[row + i + 1]) - begins[i];
    }
    const bool are_equal = lengths[0] == lengths[1] && lengths[0] == lengths[2] && lengths[0] == lengths[3];
    // One branch for all four rows.
    const bool are_short = (unsigned(lengths[0] <= 4) & unsigned(lengths[1] <= 4) & unsigned(lengths[2] <= 4) &
                            unsigned(lengths[3] <= 4)) != 0;
    typename FourOf<X>::Numbers four = {};
    if (are_equal && lengths[0] <= 2) {
      if (run.prefetches) ask_ahead(run, begins[0]);
      four += sum_pairs(run, begins[0], lengths[0]);
    } else if (are_short) {
      if (run.prefetches) ask_ahead(run, begins[0]);
      four +=
          sums_over(multiply_rest<false>(run, begins[0], lengths[0]), multiply_rest<false>(run, begins[1], lengths[1]),
                    multiply_rest<false>(run, begins[2], lengths[2]), multiply_rest<false>(run, begins[3], lengths[3]));
    } else {
      four = sum_four_rows(run, row);
    }
    store_four(sums + row, four);
  }
  sum_last_rows(run, row, sums);
}

}  // namespace detail
}  // namespace sporos
#endif
