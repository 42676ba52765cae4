// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: the rows of delta CRS in vectors of four numbers, as in Sporos_RowSums_Fours.hpp.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_DeltaSums.hpp"
#include "core/device/host/Sporos_RowSums_Fours.hpp"

namespace sporos {
namespace detail {

template <class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers gather_deltas(
    const X* x, const ShortDeltas& columns, std::int64_t k) {
  std::uint64_t four;
  std::memcpy(&four, columns.lows + k, sizeof(four));
  return
      typename FourOf<X>::Numbers{x[four & 0xFFFFU], x[four >> 16 & 0xFFFFU], x[four >> 32 & 0xFFFFU], x[four >> 48]};
}

template <class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers gather_deltas(
    const X* x, const WideDeltas& columns, std::int64_t k) {
  return typename FourOf<X>::Numbers{x[delta_at(columns, k)], x[delta_at(columns, k + 1)], x[delta_at(columns, k + 2)],
                                     x[delta_at(columns, k + 3)]};
}

/// \brief The same for the first `count` entries, one to three; the others, which may be of a tile that counts from
/// another column, count as the first column of this tile or the column of entry `k`.
template <class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers gather_first_deltas(
    const X* x, const ShortDeltas& columns, std::int64_t k, std::int64_t count) {
  std::uint64_t four;
  std::memcpy(&four, columns.lows + k, sizeof(four));
  four &= (std::uint64_t{1} << 16 * count) - 1;
  return typename FourOf<X>::Numbers{x[four & 0xFFFFU], x[four >> 16 & 0xFFFFU], x[four >> 32], x[0]};
}

template <class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers gather_first_deltas(
    const X* x, const WideDeltas& columns, std::int64_t k, std::int64_t count) {
  const X first = x[delta_at(columns, k)];
  return typename FourOf<X>::Numbers{first, x[delta_at(columns, count > 1 ? k + 1 : k)],
                                     x[delta_at(columns, count > 2 ? k + 2 : k)], first};
}

template <class X, class Value>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers load_numbers(
    const Value* numbers, std::int64_t k) {
  return load_four<X>(numbers + k);
}

template <class X, class Value>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers load_numbers(
    const TableNumbers<Value>& numbers, std::int64_t k) {
  std::uint32_t four;
  std::memcpy(&four, numbers.codes + k, sizeof(four));
  const Value* const table = numbers.table;
  return typename FourOf<X>::Numbers{static_cast<X>(table[four & 0xFFU]), static_cast<X>(table[four >> 8 & 0xFFU]),
                                     static_cast<X>(table[four >> 16 & 0xFFU]), static_cast<X>(table[four >> 24])};
}

/// \brief The forms for delta CRS of the functions that sum_in_fours() calls.
template <class Columns, class Numbers, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_four(
    const DeltaRun<Columns, Numbers, X, Offset>& run, std::int64_t k, typename FourOf<X>::Numbers& sums) {
  add_product(sums, load_numbers<X>(run.numbers, k), gather_deltas(run.x, run.columns, k));
}
template <bool AtEnd, class Columns, class Numbers, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers multiply_rest(
    const DeltaRun<Columns, Numbers, X, Offset>& run, std::int64_t k, std::int64_t count) {
  static_assert(!AtEnd, "the last rows are summed one entry at a time");
  using Four = typename FourOf<X>::Numbers;
  using Mask = typename FourOf<X>::Mask;
  const Mask mask = load_whole<Mask>(FourOf<X>::masks + 4 - count);
  const Four products = load_numbers<X>(run.numbers, k) * gather_first_deltas(run.x, run.columns, k, count);
  return masked(products, mask);
}
template <class Columns, class Numbers, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void ask_ahead(
    const DeltaRun<Columns, Numbers, X, Offset>& run, std::int64_t k) {
  prefetch(run.columns.lows, k + leaf_prefetch_distance);
  if constexpr (std::is_pointer<Numbers>::value) prefetch(run.numbers, k + leaf_prefetch_distance);
}

/// \brief Four rows at a time, or one at a time in sixteen partial sums. The last rows of the matrix are summed one
/// entry at a time, since vectors would read beyond the arrays.
template <class Unit, class Columns, class Numbers, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void delta_sums_fours(
    const DeltaRun<Columns, Numbers, X, Offset>& given, X* sums) {
  const DeltaRun<Columns, Numbers, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 4);
  std::int64_t row = 0;
  if (run.are_long) {
    for (; row < inside; ++row) {
      const auto a = sum_in_fours<4, false>(run, run.offsets[row], run.offsets[row + 1]);
      sums[row] = (a[0] + a[1]) + (a[2] + a[3]);
    }
  } else {
    for (; row + 4 <= inside; row += 4) {
      const auto four = sum_four_rows(run, row);
      store_four(sums + row, four);
    }
    for (; row < inside; ++row) {
      const auto a = sum_in_fours<1, false>(run, run.offsets[row], run.offsets[row + 1]);
      sums[row] = (a[0] + a[1]) + (a[2] + a[3]);
    }
  }
  for (; row < run.rows; ++row) {
    X sum(0);
    const auto end = static_cast<std::int64_t>(run.offsets[row + 1]);
    for (auto k = static_cast<std::int64_t>(run.offsets[row]); k < end; ++k) {
      sum += static_cast<X>(number_at(run.numbers, k)) * run.x[delta_at(run.columns, k)];
    }
    sums[row] = sum;
  }
}

}  // namespace detail
}  // namespace sporos
#endif
