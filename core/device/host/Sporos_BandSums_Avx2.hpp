// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief AVX2: four rows in four lanes, for bands (rows with the columns of the row above, shifted by one).
///
/// Because of the shift, x is read in whole vectors, and the columns of three of the four rows are not read at all. The
/// values are transposed in registers.
#pragma once

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && (defined(__clang__) || __GNUC__ >= 12)
#include "core/device/host/Sporos_RowSums_Avx2.hpp"

namespace sporos {
namespace detail {

/// \brief Of the four entries from `j` on, adds the products of entries `First` to `Last - 1`, in order, for four rows.
template <int First, int Last, class Run, class Value, class Numbers>
__attribute__((target("avx2,fma"), always_inline)) inline void add_columns(const Run& run, const Value* values,
                                                                           const int* columns, std::int64_t length,
                                                                           std::int64_t j, Numbers& sums) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  const Numbers a = load_four<X>(values + j);
  const Numbers b = load_four<X>(values + length + j);
  const Numbers c = load_four<X>(values + 2 * length + j);
  const Numbers d = load_four<X>(values + 3 * length + j);
  const Numbers ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Numbers ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Numbers cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Numbers cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  const Numbers first = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  const Numbers second = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  const Numbers third = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  const Numbers fourth = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
  if constexpr (First == 0) sums += first * load_four<X>(run.x + columns[j]);
  if constexpr (First <= 1 && Last > 1) sums += second * load_four<X>(run.x + columns[j + 1]);
  if constexpr (First <= 2 && Last > 2) sums += third * load_four<X>(run.x + columns[j + 2]);
  if constexpr (Last > 3) sums += fourth * load_four<X>(run.x + columns[j + 3]);
}

/// \brief The sums of four rows of `length` entries, the first of which is `k`.
///
/// The last one to three entries are loaded with the entries before them, four at a time; in rows with fewer than four
/// entries, with those after them, if so many may be read.
template <class Run>
__attribute__((target("avx2,fma"), always_inline)) inline auto sum_band(const Run& run, std::int64_t k,
                                                                        std::int64_t length) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  using Numbers = typename FourOf<X>::Numbers;
  const auto* const values = run.values + k;
  const int* const columns = run.columns + k;
  Numbers sums = {};
  std::int64_t j = 0;
  for (; j + 4 <= length; j += 4) add_columns<0, 4>(run, values, columns, length, j, sums);
  const std::int64_t left = length - j;
  const bool has_four = k + 3 * length + 4 <= run.readable;
  if (j > 0 && left == 3) {
    add_columns<1, 4>(run, values, columns, length, length - 4, sums);
  } else if (j > 0 && left == 2) {
    add_columns<2, 4>(run, values, columns, length, length - 4, sums);
  } else if (j == 0 && left == 3 && has_four) {
    add_columns<0, 3>(run, values, columns, length, 0, sums);
  } else if (j == 0 && left == 2 && has_four) {
    add_columns<0, 2>(run, values, columns, length, 0, sums);
  } else {
    for (; j < length; ++j) {
      const Numbers entries = {static_cast<X>(values[j]), static_cast<X>(values[length + j]),
                               static_cast<X>(values[2 * length + j]), static_cast<X>(values[3 * length + j])};
      sums += entries * load_four<X>(run.x + columns[j]);
    }
  }
  return sums;
}

/// \brief Sums four rows at a time; those marked in `run.bands` as bands.
template <class Unit, class Value, class X, class Offset>
__attribute__((target("avx2,fma"), noinline, aligned(64))) void band_sums_avx2(const RowRun<Value, X, Offset>& given,
                                                                               X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 4);
  std::int64_t row = 0;
  for (; row + 4 <= run.rows; row += 4) {
    typename FourOf<X>::Numbers four;
    const auto begin = static_cast<std::int64_t>(run.offsets[row]);
    if (run.bands[row / 4] != 0) {
      const std::int64_t length = static_cast<std::int64_t>(run.offsets[row + 1]) - begin;
      if (run.prefetches) {
        for (std::int64_t i = 0; i < 4 * length; i += 8) ask_ahead(run, begin + i);
      }
      four = sum_band(run, begin, length);
    } else if (row + 4 <= inside) {
      four = sum_four_rows(run, row);
    } else {
      break;
    }
    std::memcpy(sums + row, &four, sizeof(four));
  }
  sum_last_rows(run, row, sums);
}

}  // namespace detail
}  // namespace sporos
#endif
