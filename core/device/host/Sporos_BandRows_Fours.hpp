// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: the sums of four rows of a band in four lanes, and in `float` of eight rows in eight.
///
/// x is read in whole vectors, and the values are transposed in registers. In a vector of eight, each half has a row of
/// the first four and one of the second four. So no value crosses halves, which takes longer than moving within them.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include "core/device/host/Sporos_RowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief Numbers for `Fours` times four rows.
template <class X, int Fours>
struct FoursOf {
  using Numbers = typename FourOf<X>::Numbers;
};

/// \brief The most times four rows that are summed at once: what fits into a register.
template <class X>
inline constexpr int most_fours = 1;

#if defined(__x86_64__)
template <>
struct FoursOf<float, 2> {
  typedef float Numbers __attribute__((vector_size(32)));
};
template <>
inline constexpr int most_fours<float> = 2;
#endif

/// \brief Keeps what is loaded in a register: g++ loads it twice if two instructions can read it from memory.
template <class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline Numbers in_register(Numbers numbers) {
#if defined(__x86_64__)
  asm("" : "+x"(numbers));
#endif
  return numbers;
}

/// \brief The four values from `from` on, and if there are two fours, those `distance` behind.
template <class X, int Fours, class Value>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto load_fours(const Value* from,
                                                                              [[maybe_unused]] std::int64_t distance) {
  if constexpr (Fours == 1) {
    return load_four<X>(from);
  } else {
    return __builtin_shufflevector(load_four<X>(from), load_four<X>(from + distance), 0, 1, 2, 3, 4, 5, 6, 7);
  }
}

/// \brief shuffled() in each four.
template <int Fours, int I, int J, int K, int L, class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline Numbers shuffled_fours(const Numbers& a,
                                                                                     const Numbers& b) {
  if constexpr (Fours == 1) {
    return shuffled<I, J, K, L>(a, b);
  } else {
    constexpr auto at = [](int i) { return i < 4 ? i : i + 4; };
    return __builtin_shufflevector(a, b, at(I), at(J), at(K), at(L), at(I) + 4, at(J) + 4, at(K) + 4, at(L) + 4);
  }
}

/// \brief Of the four entries from `j` on, adds the products of entries `First` to `Last - 1`, in order, for
/// `Fours` times four rows.
template <int Fours, int First, int Last, class Value, class Column, class X, class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_columns(const Value* values,
                                                                               const Column* columns, const X* x,
                                                                               std::int64_t length, std::int64_t j,
                                                                               Numbers& sums) {
  const Numbers a = in_register(load_fours<X, Fours>(values + j, 4 * length));
  const Numbers b = in_register(load_fours<X, Fours>(values + length + j, 4 * length));
  const Numbers c = in_register(load_fours<X, Fours>(values + 2 * length + j, 4 * length));
  const Numbers d = in_register(load_fours<X, Fours>(values + 3 * length + j, 4 * length));
  const auto add = [&](int i, const Numbers& entries) __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) {
    add_product(sums, entries, load_whole<Numbers>(x + columns[j + i]));
  };
  // Of four floats, the neighbours are one instruction's, of four doubles those at equal places in the halves.
  constexpr bool neighbours = sizeof(X) == 4;
  constexpr int second = neighbours ? 1 : 2;
  constexpr int third = neighbours ? 2 : 1;
  const Numbers ab_low = shuffled_fours<Fours, 0, 4, second, 4 + second>(a, b);
  const Numbers cd_low = shuffled_fours<Fours, 0, 4, second, 4 + second>(c, d);
  const Numbers ab_high = shuffled_fours<Fours, third, 4 + third, 3, 7>(a, b);
  const Numbers cd_high = shuffled_fours<Fours, third, 4 + third, 3, 7>(c, d);
  const Numbers after_first = shuffled_fours<Fours, 2, 3, 6, 7>(ab_low, cd_low);
  const Numbers before_last = shuffled_fours<Fours, 0, 1, 4, 5>(ab_high, cd_high);
  if constexpr (First == 0) add(0, shuffled_fours<Fours, 0, 1, 4, 5>(ab_low, cd_low));
  if constexpr (First <= 1 && Last > 1) add(1, neighbours ? after_first : before_last);
  if constexpr (First <= 2 && Last > 2) add(2, neighbours ? before_last : after_first);
  if constexpr (Last > 3) add(3, shuffled_fours<Fours, 2, 3, 6, 7>(ab_high, cd_high));
}

/// \brief The sums of `Fours` times four rows of `length` entries.
/// \param values,columns  of the first entry
/// \param has_four        whether four entries of the last row may be read, or what follows them
///
/// The last one to three entries are loaded with the entries before them, four at a time; in rows with fewer than four
/// entries, with those after them, if so many may be read.
template <int Fours, class Value, class Column, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_rows_of_band(const Value* values,
                                                                                    const Column* columns, const X* x,
                                                                                    std::int64_t length,
                                                                                    bool has_four) {
  using Numbers = typename FoursOf<X, Fours>::Numbers;
  Numbers sums = {};
  std::int64_t j = 0;
  for (; j + 4 <= length; j += 4) add_columns<Fours, 0, 4>(values, columns, x, length, j, sums);
  const std::int64_t left = length - j;
  if (j > 0 && left == 3) {
    add_columns<Fours, 1, 4>(values, columns, x, length, length - 4, sums);
  } else if (j > 0 && left == 2) {
    add_columns<Fours, 2, 4>(values, columns, x, length, length - 4, sums);
  } else if (j > 0 && left == 1 && Fours > 1) {
    add_columns<Fours, 3, 4>(values, columns, x, length, length - 4, sums);
  } else if (j == 0 && left == 3 && has_four) {
    add_columns<Fours, 0, 3>(values, columns, x, length, 0, sums);
  } else if (j == 0 && left == 2 && has_four) {
    add_columns<Fours, 0, 2>(values, columns, x, length, 0, sums);
  } else {
    for (; j < length; ++j) {
      Numbers entries;
      if constexpr (Fours == 1) {
        entries = Numbers{static_cast<X>(values[j]), static_cast<X>(values[length + j]),
                          static_cast<X>(values[2 * length + j]), static_cast<X>(values[3 * length + j])};
      } else {
        for (int i = 0; i < 4 * Fours; ++i) entries[i] = static_cast<X>(values[i * length + j]);
      }
      add_product(sums, entries, load_whole<Numbers>(x + columns[j]));
    }
  }
  return sums;
}

}  // namespace detail
}  // namespace sporos
#endif
