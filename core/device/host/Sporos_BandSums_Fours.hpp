// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: four rows in four lanes, for bands: rows with the columns of the row above, shifted by one;
/// in `float` eight rows of a band in eight lanes, if it has as many. Other four rows of one to three entries each
/// leave no lane idle.
///
/// In bands x is read in whole vectors, and the values are transposed in registers. If a band has a pattern, or goes on
/// for a whole run, only its values and x are read: its columns and its length are known from the pattern or its first
/// row.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_BandRows_Fours.hpp"
#include "core/device/host/Sporos_ShortRowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief A band, by its first row.
template <class Value, class X>
struct Band {
  std::int64_t first_entry;
  const int* columns;  ///< of the first row
  const X* x;          ///< to which `columns` refer
  std::int64_t length;
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
  const auto sum_next = [&](auto fours) __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) {
    constexpr int rows = 4 * decltype(fours)::value;
    if (run.prefetches) {
      for (std::int64_t j = 0; j < rows * length; j += 8) prefetch(run.values, k + j + leaf_prefetch_distance);
    }
    store_four(sums, sum_rows_of_band<rows / 4>(run.values + k, band.columns, x, length,
                                                k + (rows - 1) * length + 4 <= run.readable));
    k += rows * length;
    x += rows;
    sums += rows;
  };
  constexpr int most = most_fours<X>;
  std::int64_t row = 0;
  for (; row + 4 * most <= run.rows; row += 4 * most) sum_next(std::integral_constant<int, most>());
  for (; row < run.rows; row += 4) sum_next(std::integral_constant<int, 1>());
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
    const RowRun<Value, X, Offset>& run, std::int64_t row, [[maybe_unused]] BandMark mark) {
  const auto first = static_cast<std::int64_t>(run.offsets[row]);
  // The pattern has the length, too, but its address is known later.
  const std::int64_t length = static_cast<std::int64_t>(run.offsets[row + 1]) - first;
  if constexpr (HasPattern) {
    const int start = run.bands.starts[static_cast<int>(mark) - static_cast<int>(BandMark::first_pattern)];
    return {first, run.bands.columns + start, run.x + run.first_row + row, length};
  } else {
    return {first, run.columns + first, run.x, length};
  }
}

/// \brief Writes the sums of the first `Fours` times four rows of a band.
template <int Fours, class Run, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void sum_begin_of_band(const Run& run,
                                                                                     const Band<Value, X>& band,
                                                                                     X* sums) {
  constexpr int rows = 4 * Fours;
  store_four(sums, sum_rows_of_band<Fours>(run.values + band.first_entry, band.columns, band.x, band.length,
                                           band.first_entry + (rows - 1) * band.length + 4 <= run.readable));
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
  while (row + 4 <= run.rows) {
    const BandMark mark = run.bands.marks[row / 4];
    if (mark >= BandMark::band) {
      const bool has_pattern = HasPatterns && mark >= BandMark::first_pattern;
      const Band<Value, X> band = has_pattern ? band_of<HasPatterns>(run, row, mark) : band_of<false>(run, row, mark);
      constexpr int most = most_fours<X>;
      static_assert(most <= 2, "one mark tells whether a band goes on for two fours");
      const BandMark goes_on = has_pattern ? mark : BandMark::continued;
      const bool sums_most = most > 1 && row + 4 * most <= run.rows && run.bands.marks[row / 4 + 1] == goes_on;
      const int rows = sums_most ? 4 * most : 4;
      if (run.prefetches) {
        const std::int64_t end = band.first_entry + rows * band.length;
        for (std::int64_t k = band.first_entry; k < end; k += 8) {
          prefetch(run.values, k + leaf_prefetch_distance);
          if (!has_pattern) prefetch(run.columns, k + leaf_prefetch_distance);
        }
      }
      if (sums_most) {
        sum_begin_of_band<most>(run, band, sums + row);
      } else {
        sum_begin_of_band<1>(run, band, sums + row);
      }
      row += rows;
    } else if (row + 4 <= inside) {
      store_four(sums + row, sum_four_rows(run, row));
      row += 4;
    } else {
      break;
    }
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
    whole_band_sums_fours<Unit>(run, band_of<true>(run, 0, marks[0]), sums);
  } else if (is_whole && marks[0] >= BandMark::band && are_all(marks + 1, fours - 1, BandMark::continued)) {
    const Band<Value, X> band = band_of<false>(run, 0, marks[0]);
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
