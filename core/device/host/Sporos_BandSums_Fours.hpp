// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: four rows in four lanes, for bands: rows with the columns of the row above, shifted by one.
/// Other four rows of one to three entries each leave no lane idle.
///
/// In bands x is read in whole vectors, and the values are transposed in registers. As long as a band goes on, only
/// its values and x are read: its columns and its length are known from its first row.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_ShortRowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief Of the four entries from `j` on, adds the products of entries `First` to `Last - 1`, in order, for four rows.
template <int First, int Last, class Run, class Value, class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_columns(const Run& run, const Value* values,
                                                                               const int* columns, std::int64_t length,
                                                                               std::int64_t j, Numbers& sums) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  const Numbers a = load_four<X>(values + j);
  const Numbers b = load_four<X>(values + length + j);
  const Numbers c = load_four<X>(values + 2 * length + j);
  const Numbers d = load_four<X>(values + 3 * length + j);
  const Numbers ab_even = shuffled<0, 4, 2, 6>(a, b);
  const Numbers ab_odd = shuffled<1, 5, 3, 7>(a, b);
  const Numbers cd_even = shuffled<0, 4, 2, 6>(c, d);
  const Numbers cd_odd = shuffled<1, 5, 3, 7>(c, d);
  const Numbers first = shuffled<0, 1, 4, 5>(ab_even, cd_even);
  const Numbers second = shuffled<0, 1, 4, 5>(ab_odd, cd_odd);
  const Numbers third = shuffled<2, 3, 6, 7>(ab_even, cd_even);
  const Numbers fourth = shuffled<2, 3, 6, 7>(ab_odd, cd_odd);
  if constexpr (First == 0) add_product(sums, first, load_four<X>(run.x + columns[j]));
  if constexpr (First <= 1 && Last > 1) add_product(sums, second, load_four<X>(run.x + columns[j + 1]));
  if constexpr (First <= 2 && Last > 2) add_product(sums, third, load_four<X>(run.x + columns[j + 2]));
  if constexpr (Last > 3) add_product(sums, fourth, load_four<X>(run.x + columns[j + 3]));
}

/// \brief The sums of four rows of `length` entries, the first of which is `k`.
///
/// The last one to three entries are loaded with the entries before them, four at a time; in rows with fewer than four
/// entries, with those after them, if so many may be read.
template <class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_band(const Run& run, std::int64_t k,
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
      add_product(sums, entries, load_four<X>(run.x + columns[j]));
    }
  }
  return sums;
}

/// \brief The sums of `fours` times four rows of a band, of which the first begins with entry `k`.
/// \tparam Length  the entries of each row; 0 is any number, `length`
template <int Length, class Run, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void sum_band_of_length(const Run& run, std::int64_t k,
                                                                                      std::int64_t length,
                                                                                      std::int64_t fours, X* sums) {
  const std::int64_t entries = 4 * (Length > 0 ? Length : length);
  Run moved = run;
  for (std::int64_t i = 0; i < fours; ++i) {
    if (run.prefetches) {
      for (std::int64_t j = 0; j < entries; j += 8) prefetch(moved.values, k + j + leaf_prefetch_distance);
    }
    const auto four = sum_band(moved, k, entries / 4);
    store_four(sums + 4 * i, four);
    moved.values += entries;
    moved.x += 4;
    moved.readable -= entries;
  }
}

/// \brief Sums rows that are one band; compiled for the lengths that stencils have.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void whole_band_sums_fours(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const auto k = static_cast<std::int64_t>(run.offsets[0]);
  const std::int64_t length = static_cast<std::int64_t>(run.offsets[1]) - k;
  const std::int64_t fours = run.rows / 4;
  // The columns of what follows: nothing before it reads them.
  if (run.prefetches) prefetch(run.columns, k + run.rows * length);
  switch (length) {
    case 1:
      sum_band_of_length<1>(run, k, length, fours, sums);
      break;
    case 3:
      sum_band_of_length<3>(run, k, length, fours, sums);
      break;
    case 5:
      sum_band_of_length<5>(run, k, length, fours, sums);
      break;
    case 7:
      sum_band_of_length<7>(run, k, length, fours, sums);
      break;
    default:
      sum_band_of_length<0>(run, k, length, fours, sums);
      break;
  }
}

inline bool are_all(const BandMark* marks, std::int64_t count, BandMark mark) {
  std::int64_t i = 0;
  while (i < count && marks[i] == mark) ++i;
  return i == count;
}

/// \brief The sums of four rows of three entries each, from entry `k` on, in three vectors without an idle lane.
template <class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_threes(const Run& run, std::int64_t k) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  const auto a = load_four<X>(run.values + k) * gather_four(run.x, run.columns + k);
  const auto b = load_four<X>(run.values + k + 4) * gather_four(run.x, run.columns + k + 4);
  const auto c = load_four<X>(run.values + k + 8) * gather_four(run.x, run.columns + k + 8);
  // The rows are a0 a1 a2, a3 b0 b1, b2 b3 c0 and c1 c2 c3.
  const auto b_beside_c = shuffled<2, 3, 4, 5>(b, c);                                                // b2 b3 c0 c1
  const auto a_beside_b = shuffled<2, 3, 4, 5>(a, b);                                                // a2 a3 b0 b1
  const auto first = shuffled<0, 3, 4, 7>(a, b_beside_c);                                            // a0 a3 b2 c1
  const auto second = shuffled<0, 1, 4, 5>(shuffled<1, 4, 1, 4>(a, b), shuffled<3, 6, 3, 6>(b, c));  // a1 b0 b3 c2
  const auto third =
      shuffled<0, 1, 4, 5>(shuffled<0, 3, 0, 3>(a_beside_b, b), shuffled<0, 3, 0, 3>(c, c));  // a2 b1 c0 c3
  return (first + second) + third;
}

/// \brief Sums rows every four of which are equally short.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void equal_row_sums_fours(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const typename FourOf<X>::Numbers zero = {};
  for (std::int64_t row = 0; row < run.rows; row += 4) {
    const auto begin = static_cast<std::int64_t>(run.offsets[row]);
    const std::int64_t length = static_cast<std::int64_t>(run.offsets[row + 1]) - begin;
    if (run.prefetches) ask_ahead(run, begin);
    const auto four = (length == 3 ? sum_threes(run, begin) : sum_pairs(run, begin, length)) + zero;
    store_four(sums + row, four);
  }
}

/// \brief Sums four rows at a time, bands or not.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void mixed_band_sums_fours(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 4);
  std::int64_t row = 0;
  for (; row + 4 <= run.rows; row += 4) {
    typename FourOf<X>::Numbers four;
    const auto begin = static_cast<std::int64_t>(run.offsets[row]);
    if (run.bands[row / 4] >= BandMark::band) {
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
    store_four(sums + row, four);
  }
  sum_last_rows(run, row, sums);
}

/// \brief The leaf for rows that a plan has marked.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void band_sums_fours(const RowRun<Value, X, Offset>& run,
                                                                                    X* sums) {
  const BandMark first = run.bands[0];
  const std::int64_t fours = run.rows / 4;
  const bool is_whole = run.rows % 4 == 0 && fours > 1;
  if (is_whole && first >= BandMark::band && are_all(run.bands + 1, fours - 1, BandMark::continued)) {
    whole_band_sums_fours<Unit>(run, sums);
  } else if (is_whole && are_all(run.bands, fours, BandMark::equal) && rows_inside(run, 4) == run.rows) {
    equal_row_sums_fours<Unit>(run, sums);
  } else {
    mixed_band_sums_fours<Unit>(run, sums);
  }
}

}  // namespace detail
}  // namespace sporos
#endif
