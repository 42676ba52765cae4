// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: four rows in four lanes, for bands: rows with the columns of the row above, shifted by one;
/// in `float` eight rows of a band in eight lanes, if it has as many. Other four rows of one to three entries each
/// leave no lane idle.
///
/// In bands x is read in whole vectors, and the values are transposed in registers. Of a band only the values and x are
/// read: its columns and its length are known from its pattern or its first row.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_BandRows_Fours.hpp"
#include "core/device/host/Sporos_ShortRowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief Some rows of a band.
template <class Value, class X>
struct Band {
  std::int64_t rows;
  std::int64_t before;       ///< rows of the band before these
  std::int64_t first_entry;  ///< of these rows
  std::int64_t length;       ///< of each row
  const int* columns;        ///< of the first of these rows
  const X* x;                ///< to which `columns` refer
};

/// \brief The sums of a band.
/// \tparam Length  the entries of each row; 0 is any number, `band.length`
///
/// The last one to three rows are summed together with rows before them; where there are none, with rows after them.
template <int Length, class Run, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void sum_band_of_length(const Run& run,
                                                                                      const Band<Value, X>& band,
                                                                                      X* sums) {
  const std::int64_t length = Length > 0 ? Length : band.length;
  // The columns in registers, since the compiler cannot know that `sums` are no columns.
  std::int64_t few[Length > 0 ? Length : 1];
  for (int j = 0; j < Length; ++j) few[j] = band.columns[j];
  const auto columns = [&] {
    if constexpr (Length > 0) {
      return static_cast<const std::int64_t*>(few);
    } else {
      return band.columns;
    }
  }();
  const auto sums_from = [&](auto fours, std::int64_t row) __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) {
    constexpr int rows = 4 * decltype(fours)::value;
    const std::int64_t k = band.first_entry + row * length;
    // Short rows gain by it from a second-level cache, too (3 to 7 % on one core of a Xeon; 27 entries lost up to 9 %).
    if (Length > 0 || run.prefetches) {
      for (std::int64_t j = 0; j < rows * length; j += 8) prefetch(run.values, k + j + leaf_prefetch_distance);
    }
    return sum_rows_of_band<rows / 4>(run.values + k, columns, band.x + row, length,
                                      k + (rows - 1) * length + 4 <= run.readable);
  };
  constexpr int most = most_fours<X>;
  std::int64_t row = 0;
  for (; row + 4 * most <= band.rows; row += 4 * most) {
    store_four(sums + row, sums_from(std::integral_constant<int, most>(), row));
  }
  while (row < band.rows) {
    if (row > band.rows - 4) row = band.rows - 4;
    if (row < -band.before) row = -band.before;
    const auto four = sums_from(std::integral_constant<int, 1>(), row);
    if (row >= 0 && row + 4 <= band.rows) {
      store_four(sums + row, four);
    } else {
      for (std::int64_t i = 0; i < band.rows; ++i) sums[i] = four[i - row];
    }
    row += 4;
  }
}

/// \brief The same, compiled for the lengths that stencils have.
template <class Run, class Value, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void sum_band(const Run& run, const Band<Value, X>& band,
                                                                            X* sums) {
  switch (band.length) {
    case 1:
      return sum_band_of_length<1>(run, band, sums);
    case 3:
      return sum_band_of_length<3>(run, band, sums);
    case 4:
      return sum_band_of_length<4>(run, band, sums);
    case 5:
      return sum_band_of_length<5>(run, band, sums);
    case 6:
      return sum_band_of_length<6>(run, band, sums);
    case 7:
      return sum_band_of_length<7>(run, band, sums);
    case 8:
      return sum_band_of_length<8>(run, band, sums);
    case 9:
      return sum_band_of_length<9>(run, band, sums);
    default:
      return sum_band_of_length<0>(run, band, sums);
  }
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

/// \brief Sums the rows `row` to `end - 1`; whole vectors may be loaded in those before `inside`.
/// \param sum_four  `sum_four(row)` is the sums of the four rows from `row` on
template <class Run, class SumFour, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void sum_other_rows(const Run& run, std::int64_t row,
                                                                                  std::int64_t end, std::int64_t inside,
                                                                                  X* sums, const SumFour& sum_four) {
  const std::int64_t whole = end < inside ? end : inside;
  for (; row + 4 <= whole; row += 4) store_four(sums + row, sum_four(row));
  for (; row < whole; ++row) sums[row] = sum_row<false>(run, row);
  for (; row < end; ++row) sums[row] = sum_row<true>(run, row);
}

/// \brief The leaf for rows whose stretches a plan has found.
///
/// One function, not one for each kind of stretch: stretches are often short.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void band_sums_fours(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 4);
  const RowStretch* stretch = run.stretch;
  for (std::int64_t row = 0; row < run.rows; ++stretch) {
    const std::int64_t behind = stretch[1].first_row - run.first_row;
    const std::int64_t end = behind < run.rows ? behind : run.rows;
    const auto first = static_cast<std::int64_t>(run.offsets[row]);
    const std::int64_t length = static_cast<std::int64_t>(run.offsets[row + 1]) - first;
    if (stretch->columns == RowStretch::loose) {
      sum_other_rows(
          run, row, end, inside, sums, [&](std::int64_t four) __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) {
            return sum_four_rows(run, four);
          });
    } else if (stretch->columns == RowStretch::equal) {
      sum_other_rows(
          run, row, end, inside, sums, [&](std::int64_t four) __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) {
            const std::int64_t k = first + (four - row) * length;
            if (run.prefetches) ask_ahead(run, k);
            const typename FourOf<X>::Numbers zero = {};
            return (length == 3 ? sum_threes(run, k) : sum_pairs(run, k, length)) + zero;
          });
    } else {
      const bool has_pattern = stretch->columns >= 0;
      const std::int64_t here = run.first_row + row;
      sum_band(run,
               Band<Value, X>{end - row, here - stretch->first_row, first, length,
                              has_pattern ? run.patterns + stretch->columns : run.columns + first,
                              has_pattern ? run.x + here : run.x},
               sums + row);
    }
    row = end;
  }
}

}  // namespace detail
}  // namespace sporos
#endif
