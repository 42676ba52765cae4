// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: four rows in four lanes, for bands: rows with the columns of the row above, shifted by one.
/// Other four rows of one to three entries each leave no lane idle.
///
/// In bands x is read in whole vectors, and the values are transposed in registers. If a band has a pattern, or goes on
/// for a whole run, only its values and x are read: its columns and its length are known from the pattern or its first
/// row.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_ShortRowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief Of the four entries from `j` on, adds the products of entries `First` to `Last - 1`, in order, for four rows.
template <int First, int Last, class Value, class X, class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_columns(const Value* values, const int* columns,
                                                                               const X* x, std::int64_t length,
                                                                               std::int64_t j, Numbers& sums) {
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
  if constexpr (First == 0) add_product(sums, first, load_four<X>(x + columns[j]));
  if constexpr (First <= 1 && Last > 1) add_product(sums, second, load_four<X>(x + columns[j + 1]));
  if constexpr (First <= 2 && Last > 2) add_product(sums, third, load_four<X>(x + columns[j + 2]));
  if constexpr (Last > 3) add_product(sums, fourth, load_four<X>(x + columns[j + 3]));
}

/// \brief The sums of four rows of `length` entries.
/// \param values,columns  of the first entry
/// \param has_four        whether four entries of the last row may be read, or what follows them
///
/// The last one to three entries are loaded with the entries before them, four at a time; in rows with fewer than four
/// entries, with those after them, if so many may be read.
template <class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_band(const Value* values, const int* columns,
                                                                            const X* x, std::int64_t length,
                                                                            bool has_four) {
  using Numbers = typename FourOf<X>::Numbers;
  Numbers sums = {};
  std::int64_t j = 0;
  for (; j + 4 <= length; j += 4) add_columns<0, 4>(values, columns, x, length, j, sums);
  const std::int64_t left = length - j;
  if (j > 0 && left == 3) {
    add_columns<1, 4>(values, columns, x, length, length - 4, sums);
  } else if (j > 0 && left == 2) {
    add_columns<2, 4>(values, columns, x, length, length - 4, sums);
  } else if (j == 0 && left == 3 && has_four) {
    add_columns<0, 3>(values, columns, x, length, 0, sums);
  } else if (j == 0 && left == 2 && has_four) {
    add_columns<0, 2>(values, columns, x, length, 0, sums);
  } else {
    for (; j < length; ++j) {
      const Numbers entries = {static_cast<X>(values[j]), static_cast<X>(values[length + j]),
                               static_cast<X>(values[2 * length + j]), static_cast<X>(values[3 * length + j])};
      add_product(sums, entries, load_four<X>(x + columns[j]));
    }
  }
  return sums;
}

/// \brief A band of `fours` times four rows.
template <class Value, class X>
struct Band {
  std::int64_t first_entry;
  const int* columns;  ///< of the first row
  const X* x;          ///< to which `columns` refer
  std::int64_t length;
  std::int64_t fours;
};

/// \brief The sums of a band.
/// \tparam Length  the entries of each row; 0 is any number, `band.length`
template <int Length, class Run, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void sum_band_of_length(const Run& run,
                                                                                      const Band<Value, X>& band,
                                                                                      X* sums) {
  const std::int64_t length = Length > 0 ? Length : band.length;
  std::int64_t k = band.first_entry;
  const X* x = band.x;
  for (std::int64_t i = 0; i < band.fours; ++i, k += 4 * length, x += 4) {
    if (run.prefetches) {
      for (std::int64_t j = 0; j < 4 * length; j += 8) prefetch(run.values, k + j + leaf_prefetch_distance);
    }
    store_four(sums + 4 * i, sum_band(run.values + k, band.columns, x, length, k + 3 * length + 4 <= run.readable));
  }
}

/// \brief Sums rows that are one band; compiled for the lengths that stencils have.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void whole_band_sums_fours(
    const RowRun<Value, X, Offset>& given, const Band<Value, X>& band, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  switch (band.length) {
    case 1:
      return sum_band_of_length<1>(run, band, sums);
    case 3:
      return sum_band_of_length<3>(run, band, sums);
    case 5:
      return sum_band_of_length<5>(run, band, sums);
    case 7:
      return sum_band_of_length<7>(run, band, sums);
    default:
      return sum_band_of_length<0>(run, band, sums);
  }
}

/// \brief The band that begins with the row `row` of the run.
/// \tparam HasPattern  whether `mark` is that of a pattern
template <bool HasPattern, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline Band<Value, X> band_of(
    const RowRun<Value, X, Offset>& run, std::int64_t row, std::int64_t fours, [[maybe_unused]] BandMark mark) {
  const auto first = static_cast<std::int64_t>(run.offsets[row]);
  // The pattern has the length, too, but its address is known later.
  const std::int64_t length = static_cast<std::int64_t>(run.offsets[row + 1]) - first;
  if constexpr (HasPattern) {
    const int start = run.bands.starts[static_cast<int>(mark) - static_cast<int>(BandMark::first_pattern)];
    return {first, run.bands.columns + start, run.x + run.first_row + row, length, fours};
  } else {
    return {first, run.columns + first, run.x, length, fours};
  }
}

/// \brief The sums of the four rows of a band.
template <class Run, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_one_band(const Run& run,
                                                                                const Band<Value, X>& band) {
  return sum_band(run.values + band.first_entry, band.columns, band.x, band.length,
                  band.first_entry + 3 * band.length + 4 <= run.readable);
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
/// \tparam HasPatterns  whether any band has a pattern
template <class Unit, bool HasPatterns, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void mixed_band_sums_fours(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 4);
  std::int64_t row = 0;
  for (; row + 4 <= run.rows; row += 4) {
    typename FourOf<X>::Numbers four;
    const BandMark mark = run.bands.marks[row / 4];
    if (HasPatterns && mark >= BandMark::first_pattern) {
      four = sum_one_band(run, band_of<true>(run, row, 1, mark));
    } else if (mark >= BandMark::band) {
      const Band<Value, X> band = band_of<false>(run, row, 1, mark);
      if (run.prefetches) {
        for (std::int64_t i = 0; i < 4 * band.length; i += 8) ask_ahead(run, band.first_entry + i);
      }
      four = sum_one_band(run, band);
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
  const BandMark* const marks = run.bands.marks;
  const std::int64_t fours = run.rows / 4;
  const bool is_whole = run.rows % 4 == 0 && fours > 1;
  if (is_whole && marks[0] >= BandMark::first_pattern && are_all(marks + 1, fours - 1, marks[0])) {
    whole_band_sums_fours<Unit>(run, band_of<true>(run, 0, fours, marks[0]), sums);
  } else if (is_whole && marks[0] >= BandMark::band && are_all(marks + 1, fours - 1, BandMark::continued)) {
    const Band<Value, X> band = band_of<false>(run, 0, fours, marks[0]);
    // The columns of what follows: nothing before it reads them.
    if (run.prefetches) prefetch(run.columns, band.first_entry + run.rows * band.length);
    whole_band_sums_fours<Unit>(run, band, sums);
  } else if (is_whole && are_all(marks, fours, BandMark::equal) && rows_inside(run, 4) == run.rows) {
    equal_row_sums_fours<Unit>(run, sums);
  } else if (run.bands.columns != nullptr) {
    mixed_band_sums_fours<Unit, true>(run, sums);
  } else {
    mixed_band_sums_fours<Unit, false>(run, sums);
  }
}

}  // namespace detail
}  // namespace sporos
#endif
