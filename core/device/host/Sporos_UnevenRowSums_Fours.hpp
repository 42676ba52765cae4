// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: rows whose lengths change so often that the processor cannot predict where they end.
///
/// The products of many rows are computed first, one entry after the other without regard to the rows, and kept in the
/// first-level cache. Then they are summed row by row in whole vectors; lanes behind a row's end are masked out. So the
/// loads of x never wait for a mispredicted branch. The idea is that of the `stream` algorithm on GPUs (Greathouse and
/// Daga, SC14).
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_ProductsOfRows.hpp"
#include "core/device/host/Sporos_RowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief Writes the products of the entries `k` to `end - 1`, and up to three numbers more.
template <class Run, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void multiply_entries(const Run& run, std::int64_t k,
                                                                                    std::int64_t end, X* products) {
  typename FourOf<X>::Numbers four;
  if (run.prefetches) {
    const std::int64_t last_asked_for = run.prefetches_x ? run.readable - x_prefetch_distance - 8 : -1;
    for (; k + 8 <= end; k += 8, products += 8) {
      ask_ahead(run, k);
      if (k <= last_asked_for) {
        for (int i = 0; i < 8; ++i) prefetch(run.x, run.columns[k + x_prefetch_distance + i]);
      }
      four = load_four<X>(run.values + k) * gather_four(run.x, run.columns + k);
      store_four(products, four);
      four = load_four<X>(run.values + k + 4) * gather_four(run.x, run.columns + k + 4);
      store_four(products + 4, four);
    }
  }
  for (; k + 4 <= end; k += 4, products += 4) {
    four = load_four<X>(run.values + k) * gather_four(run.x, run.columns + k);
    store_four(products, four);
  }
  if (k < end) {
    four = multiply_rest<true>(run, k, end - k);
    store_four(products, four);
  }
}

/// \brief The first `count` of four numbers, then zeros; `count` may be negative.
template <class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers first_of_four(
    const X* from, std::int64_t count) {
  using Mask = typename FourOf<X>::Mask;
  constexpr Mask lanes = {0, 1, 2, 3};
  const auto number = static_cast<std::remove_const_t<std::remove_reference_t<decltype(lanes[0])>>>(count);
  const Mask mask = lanes < Mask{number, number, number, number};
  return masked(load_four<X>(from), mask);
}

/// \brief The sums of four rows of which the first begins with product `from`, in the order of first_of_four().
/// \param count  the number of products, behind which four numbers more may be read
template <class Offset, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_four_of_products(const Offset* offsets,
                                                                                        const X* products,
                                                                                        std::int64_t first,
                                                                                        std::int64_t count) {
  const std::int64_t at_a = static_cast<std::int64_t>(offsets[0]) - first;
  const std::int64_t at_b = static_cast<std::int64_t>(offsets[1]) - first;
  const std::int64_t at_c = static_cast<std::int64_t>(offsets[2]) - first;
  const std::int64_t at_d = static_cast<std::int64_t>(offsets[3]) - first;
  const std::int64_t end = static_cast<std::int64_t>(offsets[4]) - first;
  auto a = first_of_four(products + at_a, at_b - at_a);
  auto b = first_of_four(products + at_b, at_c - at_b);
  auto c = first_of_four(products + at_c, at_d - at_c);
  auto d = first_of_four(products + at_d, end - at_d);
  const std::int64_t longest = longest_of(at_b - at_a, at_c - at_b, at_d - at_c, end - at_d);
  for (std::int64_t j = 4; j < longest; j += 4) {
    a += first_of_four(products + least_of(at_a + j, count), at_b - at_a - j);
    b += first_of_four(products + least_of(at_b + j, count), at_c - at_b - j);
    c += first_of_four(products + least_of(at_c + j, count), at_d - at_c - j);
    d += first_of_four(products + least_of(at_d + j, count), end - at_d - j);
  }
  // A sum of -0.0 would become 0.0 only where a longer row is beside it.
  const typename FourOf<X>::Numbers zero = {};
  return sums_over(a, b, c, d) + zero;
}

/// \brief The rows' products first, then their sums.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void uneven_row_sums_fours(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  alignas(64) X products[leaf_products + 4];
  for (std::int64_t row = 0; row < run.rows;) {
    const auto first = static_cast<std::int64_t>(run.offsets[row]);
    const std::int64_t next = rows_of_products(run, row);
    if (next == row) {
      const auto sum = sum_in_fours<4, true>(run, first, static_cast<std::int64_t>(run.offsets[row + 1]));
      sums[row++] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
      continue;
    }
    const std::int64_t count = static_cast<std::int64_t>(run.offsets[next]) - first;
    multiply_entries(run, first, first + count, products);
    for (; row + 4 <= next; row += 4) {
      const auto four = sum_four_of_products(run.offsets + row, products, first, count);
      store_four(sums + row, four);
    }
    for (; row < next; ++row) {
      const Offset end = run.offsets[row + 1];
      const Offset alone[5] = {run.offsets[row], end, end, end, end};
      sums[row] = sum_four_of_products(alone, products, first, count)[0];
    }
  }
}

}  // namespace detail
}  // namespace sporos
#endif
