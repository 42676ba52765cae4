// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: four rows with the same distances at a time, as in stencils, or four neighbouring columns of
/// a row, as with several unknowns per node; all else one entry at a time.
///
/// Of four rows, the entries at one distance are a vector. Its products with x of their columns are added to the sums
/// of the rows, and those with x of their rows to the window. A load that overlaps a store of a moment ago in part has
/// to wait for it, so the mirror images of up to three neighbouring distances are shifted and added in registers first:
///
///     distance d      a b c d          in the window, from d on
///     distance d + 1    e f g h
///     distance d + 2      i j k l
///                     `-----' `---- a second vector, which the next four rows find where they add their first
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_HalfSums.hpp"
#include "core/device/host/Sporos_RowSums_Fours.hpp"
#include "policies/formats/Sporos_SymmetricRule.hpp"

namespace sporos {
namespace detail {

template <class X, class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_to_window(X* window, const Numbers& added) {
  const Numbers sums = load_four<X>(window) + added;
  store_four(window, sums);
}

/// \brief Whether the four rows from `row` on have as many entries each, at the same distances.
template <class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline bool are_alike(const HalfRun<Value, X, Offset>& run,
                                                                             std::int64_t row) {
  const auto begin = static_cast<std::int64_t>(run.offsets[row]);
  const std::int64_t length = static_cast<std::int64_t>(run.offsets[row + 1]) - begin;
  const bool same_length = static_cast<std::int64_t>(run.offsets[row + 2]) == begin + 2 * length &&
                           static_cast<std::int64_t>(run.offsets[row + 3]) == begin + 3 * length &&
                           static_cast<std::int64_t>(run.offsets[row + 4]) == begin + 4 * length;
  if (!same_length || length == 0) return false;
  const std::uint16_t* const distances = run.distances + begin;
  if (distances[length - 1] != distances[4 * length - 1]) return false;
  std::int64_t j = 0;
  for (; j + 4 <= length; j += 4) {
    std::uint64_t words[4];
    for (int i = 0; i < 4; ++i) std::memcpy(words + i, distances + i * length + j, sizeof(std::uint64_t));
    if (((words[0] ^ words[1]) | (words[0] ^ words[2]) | (words[0] ^ words[3])) != 0) return false;
  }
  for (; j < length; ++j) {
    const int distance = distances[j];
    if (distance != distances[length + j] || distance != distances[2 * length + j] ||
        distance != distances[3 * length + j]) {
      return false;
    }
  }
  return true;
}

/// \brief The sums of four rows: from their own entries, from mirror images of each other, and what is needed for both.
template <class X>
struct FourHalfRows {
  using Numbers = typename FourOf<X>::Numbers;

  Numbers sums;
  Numbers own_x;
  const X* x;
  X* window;

  /// Adds up to three neighbouring distances, from `distance` on. The entries of the rows are in `a` to `d`.
  template <int Count>
  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) void add(int distance, const Numbers& a, const Numbers& b,
                                                                  const Numbers& c, const Numbers& d) {
    constexpr Numbers zeros = {};
    const Numbers even_ab = shuffled<0, 4, 2, 6>(a, b);
    const Numbers even_cd = shuffled<0, 4, 2, 6>(c, d);
    const Numbers first = shuffled<0, 1, 4, 5>(even_ab, even_cd);
    sums += first * load_four<X>(x + distance);
    // An entry on the diagonal has no mirror image.
    Numbers low = distance == 0 ? zeros : first * own_x;
    Numbers high = zeros;
    if constexpr (Count > 1) {
      const Numbers second = shuffled<0, 1, 4, 5>(shuffled<1, 5, 3, 7>(a, b), shuffled<1, 5, 3, 7>(c, d));
      sums += second * load_four<X>(x + distance + 1);
      const Numbers mirrored = second * own_x;
      low += shuffled<4, 0, 1, 2>(mirrored, zeros);
      high += shuffled<3, 4, 4, 4>(mirrored, zeros);
    }
    if constexpr (Count > 2) {
      const Numbers third = shuffled<2, 3, 6, 7>(even_ab, even_cd);
      sums += third * load_four<X>(x + distance + 2);
      const Numbers mirrored = third * own_x;
      low += shuffled<4, 4, 0, 1>(mirrored, zeros);
      high += shuffled<2, 3, 4, 4>(mirrored, zeros);
    }
    if (distance == 0) {
      sums += low;
    } else {
      add_to_window(window + distance, low);
    }
    if constexpr (Count > 1) add_to_window(window + distance + 4, high);
  }
};

/// \brief The sums of four rows for which are_alike() is true. The entry after theirs must be readable if `length` is
/// no multiple of four.
template <class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void sum_four_alike(const HalfRun<Value, X, Offset>& run,
                                                                                  std::int64_t row, X* window,
                                                                                  X* sums) {
  using Numbers = typename FourOf<X>::Numbers;
  const auto begin = static_cast<std::int64_t>(run.offsets[row]);
  const std::int64_t length = static_cast<std::int64_t>(run.offsets[row + 1]) - begin;
  const Value* const values = run.values + begin;
  const std::uint16_t* const distances = run.distances + begin;
  if (run.prefetches) {
    constexpr int line = 64 / static_cast<int>(sizeof(Value));
    for (std::int64_t i = 0; i < 4 * length; i += line) prefetch(values, i + leaf_prefetch_distance);
    for (std::int64_t i = 0; i < 4 * length; i += 32) prefetch(distances, i + leaf_prefetch_distance);
  }
  FourHalfRows<X> rows{Numbers{}, load_four<X>(run.x + row), run.x + row, window};
  for (std::int64_t j = 0; j < length;) {
    const int distance = distances[j];
    const Value* const at = values + j;
    const Numbers a = load_four<X>(at);
    const Numbers b = load_four<X>(at + length);
    const Numbers c = load_four<X>(at + 2 * length);
    const Numbers d = load_four<X>(at + 3 * length);
    if (j + 2 < length && distances[j + 2] == distance + 2) {
      rows.template add<3>(distance, a, b, c, d);
      j += 3;
    } else if (j + 1 < length && distances[j + 1] == distance + 1) {
      rows.template add<2>(distance, a, b, c, d);
      j += 2;
    } else {
      rows.template add<1>(distance, a, b, c, d);
      j += 1;
    }
  }
  const Numbers all = rows.sums + load_four<X>(window);
  store_four(sums, all);
  constexpr Numbers zeros = {};
  store_four(window, zeros);
}

/// \brief The sum of one row.
/// \tparam AtEnd  whether the three entries after the row may not be read
///
/// Whether four columns are neighbours and whether four entries are left is one question: where rows end cannot be
/// predicted, but that columns are scattered can.
template <bool AtEnd, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline X sum_half_row(const HalfRun<Value, X, Offset>& run,
                                                                             std::int64_t row, X* window) {
  using Numbers = typename FourOf<X>::Numbers;
  const X own_x = run.x[row];
  const X* const x = run.x + row;
  auto k = static_cast<std::int64_t>(run.offsets[row]);
  const auto end = static_cast<std::int64_t>(run.offsets[row + 1]);
  Numbers sums = {};
  X sum = window[0];
  if (run.prefetches) {
    prefetch(run.values, k + leaf_prefetch_distance);
    prefetch(run.distances, k + leaf_prefetch_distance);
  }
  X odd(0);
  // The columns of a row are all different, so the sums of two entries can be loaded before either is stored.
  while (k + 2 <= end) {
    const std::uint16_t* const distances = run.distances + k;
    const int distance = distances[0];
    bool are_neighbours = false;
    if constexpr (!AtEnd) are_neighbours = (distances[3] == distance + 3) & (k + 4 <= end);
    if (are_neighbours) {
      const Numbers four = load_four<X>(run.values + k);
      sums += four * load_four<X>(x + distance);
      add_to_window(window + distance, four * own_x);
      k += 4;
    } else {
      const int other = distances[1];
      const X value = static_cast<X>(run.values[k]);
      const X other_value = static_cast<X>(run.values[k + 1]);
      const X mirrored = window[distance] + value * own_x;
      const X other_mirrored = window[other] + other_value * own_x;
      sum += value * x[distance];
      odd += other_value * x[other];
      window[distance] = mirrored;
      window[other] = other_mirrored;
      k += 2;
    }
  }
  if (k < end) {
    const int distance = run.distances[k];
    const X value = static_cast<X>(run.values[k]);
    sum += value * x[distance];
    window[distance] += value * own_x;
  }
  // This also removes what the entry on the diagonal has added, which has no mirror image.
  window[0] = X(0);
  return (sum + odd) + ((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void half_sums_fours(
    const HalfRun<Value, X, Offset>& given, std::int64_t row, std::int64_t count, X* window, X* sums) {
  const HalfRun<Value, X, Offset> run = given;
  const std::int64_t end = row + count;
  std::int64_t inside = end;
  while (inside > row && static_cast<std::int64_t>(run.offsets[inside]) + 4 > run.num_near) --inside;
  int misses = 0;
  while (row < inside) {
    if (row + 4 <= inside && are_alike(run, row)) {
      sum_four_alike(run, row, window, sums);
      row += 4;
      window += 4;
      sums += 4;
      misses = 0;
      continue;
    }
    ++misses;
    const std::int64_t several = row + (misses < half_leaf_misses ? 1 : half_leaf_retries);
    for (const std::int64_t stop = several < inside ? several : inside; row < stop; ++row) {
      *sums++ = sum_half_row<false>(run, row, window++);
    }
  }
  for (; row < end; ++row) *sums++ = sum_half_row<true>(run, row, window++);
}

}  // namespace detail
}  // namespace sporos
#endif
