// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief AVX-512: as Sporos_UnevenRowSums_Fours.hpp, in vectors of eight numbers.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_EIGHT)
#include "core/device/host/Sporos_ProductsOfRows.hpp"
#include "core/device/host/Sporos_RowSums_Avx512.hpp"
#include "core/device/host/Sporos_UnevenRowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief Writes the products of the entries `k` to `end - 1`, and up to seven numbers more.
template <class Run, class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline void multiply_entries_in_eights(const Run& run,
                                                                                               std::int64_t k,
                                                                                               std::int64_t end,
                                                                                               X* products) {
  typename EightOf<X>::Numbers eight;
  for (; k + 8 <= end; k += 8, products += 8) {
    if (run.prefetches) ask_ahead(run, k);
    eight = load_eight<X>(run.values + k) * gather_eight(run.x, run.columns + k, 255U);
    std::memcpy(products, &eight, sizeof(eight));
  }
  if (k < end) {
    eight = multiply_rest_of_eight<true>(run, k, end - k);
    std::memcpy(products, &eight, sizeof(eight));
  }
}

/// \brief The first `count` of eight numbers, then zeros; `count` may be negative.
template <class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline typename EightOf<X>::Numbers first_of_eight(
    const X* from, std::int64_t count) {
  using Mask = typename EightOf<X>::Mask;
  constexpr Mask lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  const auto n = static_cast<std::remove_const_t<std::remove_reference_t<decltype(lanes[0])>>>(count);
  const typename EightOf<X>::Numbers zero = {};
  return lanes < Mask{n, n, n, n, n, n, n, n} ? load_eight<X>(from) : zero;
}

template <class Numbers>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline auto halves_added(Numbers sum) {
  return __builtin_shufflevector(sum, sum, 0, 1, 2, 3) + __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
}

/// \brief As sum_four_of_products(); eight numbers more may be read.
template <class Offset, class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline auto sum_four_in_eights(const Offset* offsets,
                                                                                       const X* products,
                                                                                       std::int64_t first,
                                                                                       std::int64_t count) {
  const std::int64_t at_a = static_cast<std::int64_t>(offsets[0]) - first;
  const std::int64_t at_b = static_cast<std::int64_t>(offsets[1]) - first;
  const std::int64_t at_c = static_cast<std::int64_t>(offsets[2]) - first;
  const std::int64_t at_d = static_cast<std::int64_t>(offsets[3]) - first;
  const std::int64_t end = static_cast<std::int64_t>(offsets[4]) - first;
  auto a = first_of_eight(products + at_a, at_b - at_a);
  auto b = first_of_eight(products + at_b, at_c - at_b);
  auto c = first_of_eight(products + at_c, at_d - at_c);
  auto d = first_of_eight(products + at_d, end - at_d);
  const std::int64_t longest = longest_of(at_b - at_a, at_c - at_b, at_d - at_c, end - at_d);
  for (std::int64_t j = 8; j < longest; j += 8) {
    a += first_of_eight(products + least_of(at_a + j, count), at_b - at_a - j);
    b += first_of_eight(products + least_of(at_b + j, count), at_c - at_b - j);
    c += first_of_eight(products + least_of(at_c + j, count), at_d - at_c - j);
    d += first_of_eight(products + least_of(at_d + j, count), end - at_d - j);
  }
  const typename FourOf<X>::Numbers zero = {};
  return sums_over(halves_added(a), halves_added(b), halves_added(c), halves_added(d)) + zero;
}

/// \brief The rows' products first, then their sums.
/// \tparam Gathers  whether x is read by the processor's gather
template <class Unit, bool Gathers, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_EIGHT, noinline, aligned(64))) void uneven_row_sums_avx512(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  alignas(64) X products[leaf_products + 8];
  for (std::int64_t row = 0; row < run.rows;) {
    const auto first = static_cast<std::int64_t>(run.offsets[row]);
    const std::int64_t next = rows_of_products(run, row);
    if (next == row) {
      const auto sum = sum_in_eights<4, true>(run, first, static_cast<std::int64_t>(run.offsets[row + 1]));
      sums[row++] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
      continue;
    }
    const std::int64_t count = static_cast<std::int64_t>(run.offsets[next]) - first;
    if constexpr (Gathers) {
      multiply_entries_in_eights(run, first, first + count, products);
    } else {
      multiply_entries(run, first, first + count, products);
    }
    for (; row + 4 <= next; row += 4) {
      const auto four = sum_four_in_eights(run.offsets + row, products, first, count);
      std::memcpy(sums + row, &four, sizeof(four));
    }
    for (; row < next; ++row) {
      const Offset end = run.offsets[row + 1];
      const Offset alone[5] = {run.offsets[row], end, end, end, end};
      sums[row] = sum_four_in_eights(alone, products, first, count)[0];
    }
  }
}

}  // namespace detail
}  // namespace sporos
#endif
