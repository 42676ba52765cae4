// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief AVX-512: rows in vectors of eight numbers, x gathered.
///
/// As Sporos_RowSums_Fours.hpp, but masked lanes of x are not read.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_EIGHT)
#include "core/device/host/Sporos_RowSums_Fours.hpp"

namespace sporos {
namespace detail {

typedef std::int32_t EightColumns __attribute__((vector_size(32)));

/// \brief Eight numbers, and masks of them.
template <class X>
struct EightOf;
template <>
struct EightOf<double> {
  typedef double Numbers __attribute__((vector_size(64)));
  typedef std::int64_t Mask __attribute__((vector_size(64)));
  static constexpr std::int64_t masks[15] = {-1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
};
template <>
struct EightOf<float> {
  typedef float Numbers __attribute__((vector_size(32)));
  typedef std::int32_t Mask __attribute__((vector_size(32)));
  static constexpr std::int32_t masks[15] = {-1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
};

template <class X, class Value>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline typename EightOf<X>::Numbers load_eight(
    const Value* from) {
  typename EightOf<Value>::Numbers numbers;
  std::memcpy(&numbers, from, sizeof(numbers));
  if constexpr (std::is_same<X, Value>::value) {
    return numbers;
  } else {
    return __builtin_convertvector(numbers, typename EightOf<X>::Numbers);
  }
}

/// \brief The elements of x for the columns whose bits are set, else zeros.
template <class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline typename EightOf<X>::Numbers gather_eight(
    const X* x, EightColumns indices, unsigned bits) {
  const typename EightOf<X>::Numbers zero = {};
  if constexpr (sizeof(X) == 8) {
    return __builtin_ia32_gathersiv8df(zero, x, indices, static_cast<unsigned char>(bits), 8);
  } else {
    return __builtin_ia32_gather3siv8sf(zero, x, indices, static_cast<unsigned char>(bits), 4);
  }
}

template <class X>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline typename EightOf<X>::Numbers gather_eight(
    const X* x, const int* columns, unsigned bits) {
  EightColumns indices;
  std::memcpy(&indices, columns, sizeof(indices));
  return gather_eight(x, indices, bits);
}

/// \brief The numbers from `from` on, one after the other in the lanes whose bits are set, else zeros.
template <class Value>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline auto spread_eight(const Value* from, unsigned bits) {
  using Numbers = std::conditional_t<std::is_same<Value, int>::value, EightColumns,
                                     typename EightOf<std::conditional_t<sizeof(Value) == 8, double, float>>::Numbers>;
  const auto mask = static_cast<unsigned char>(bits);
  const auto* const numbers = reinterpret_cast<const Numbers*>(from);
  const Numbers zero = {};
  if constexpr (std::is_same<Value, int>::value) {
    return __builtin_ia32_expandloadsi256_mask(numbers, zero, mask);
  } else if constexpr (sizeof(Value) == 8) {
    return __builtin_ia32_expandloaddf512_mask(numbers, zero, mask);
  } else {
    return __builtin_ia32_expandloadsf256_mask(numbers, zero, mask);
  }
}

/// \brief Bits for the first 0 to 4 lanes.
inline constexpr unsigned first_lanes[5] = {0, 1, 3, 7, 15};

/// \brief The products of two rows of `first` and `second` entries, at most four each, from entry `k` on: four lanes a
/// row, padded with zeros.
template <class Run>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline auto multiply_two_rows(const Run& run, std::int64_t k,
                                                                                      std::uint64_t first,
                                                                                      std::uint64_t second) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  const unsigned bits = first_lanes[first] | first_lanes[second] << 4;
  const auto columns = spread_eight(run.columns + k, bits);
  const auto a = __builtin_convertvector(spread_eight(run.values + k, bits), typename EightOf<X>::Numbers);
  return a * gather_eight(run.x, columns, bits);
}

/// \brief The products of the last `count` entries from `k` on, fewer than eight.
/// \tparam AtEnd  whether nothing after them may be read
template <bool AtEnd, class Run>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline auto multiply_rest_of_eight(const Run& run,
                                                                                           std::int64_t k,
                                                                                           std::int64_t count) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  using Value = std::remove_const_t<std::remove_pointer_t<decltype(run.values)>>;
  using Numbers = typename EightOf<X>::Numbers;
  using Mask = typename EightOf<X>::Mask;
  const Value* values = run.values + k;
  const int* columns = run.columns + k;
  [[maybe_unused]] Value last_values[8];
  [[maybe_unused]] int last_columns[8];
  if constexpr (AtEnd) {
    for (int i = 0; i < 8; ++i) {
      last_values[i] = i < count ? values[i] : Value(0);
      last_columns[i] = i < count ? columns[i] : columns[0];
    }
    values = last_values;
    columns = last_columns;
  }
  Mask mask;
  std::memcpy(&mask, EightOf<X>::masks + 7 - count, sizeof(mask));
  const Mask a = reinterpret_cast<Mask>(load_eight<X>(values)) & mask;
  return reinterpret_cast<Numbers>(a) * gather_eight(run.x, columns, (1U << count) - 1U);
}

/// \brief Adds the products of the eight entries from `k` on.
template <class Run>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline void add_eight(
    const Run& run, std::int64_t k,
    typename EightOf<std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>>::Numbers& sums) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  sums += load_eight<X>(run.values + k) * gather_eight(run.x, run.columns + k, 255U);
}

/// \brief Four partial sums of the entries k to end - 1, kept as eight in `Vectors` vectors until then.
template <int Vectors, bool AtEnd, class Run>
__attribute__((SPOROS_VECTORS_OF_EIGHT, always_inline)) inline auto sum_in_eights(const Run& run, std::int64_t k,
                                                                                  std::int64_t end) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  using Numbers = typename EightOf<X>::Numbers;
  Numbers sum = {};
  if (run.prefetches) ask_ahead(run, k);
  if constexpr (Vectors == 4) {
    Numbers second = {};
    Numbers third = {};
    Numbers fourth = {};
    for (; k + 32 <= end; k += 32) {
      if (run.prefetches) {
        ask_ahead(run, k + 32);
        ask_ahead(run, k + 40);
        ask_ahead(run, k + 48);
        ask_ahead(run, k + 56);
      }
      add_eight(run, k, sum);
      add_eight(run, k + 8, second);
      add_eight(run, k + 16, third);
      add_eight(run, k + 24, fourth);
    }
    for (; k + 8 <= end; k += 8) add_eight(run, k, sum);
    if (k < end) fourth += multiply_rest_of_eight<AtEnd>(run, k, end - k);
    sum = (sum + second) + (third + fourth);
  } else {
    for (; k + 8 <= end; k += 8) {
      if (run.prefetches) ask_ahead(run, k + 8);
      add_eight(run, k, sum);
    }
    if (k < end) sum += multiply_rest_of_eight<AtEnd>(run, k, end - k);
  }
  return __builtin_shufflevector(sum, sum, 0, 1, 2, 3) + __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
}

/// \brief Four rows at a time.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_EIGHT, noinline, aligned(64))) void row_sums_avx512(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 8);
  std::int64_t row = 0;
  for (; row + 4 <= inside; row += 4) {
    const auto a = sum_in_eights<1, false>(run, run.offsets[row], run.offsets[row + 1]);
    const auto b = sum_in_eights<1, false>(run, run.offsets[row + 1], run.offsets[row + 2]);
    const auto c = sum_in_eights<1, false>(run, run.offsets[row + 2], run.offsets[row + 3]);
    const auto d = sum_in_eights<1, false>(run, run.offsets[row + 3], run.offsets[row + 4]);
    const auto four = sums_over(a, b, c, d);
    std::memcpy(sums + row, &four, sizeof(four));
  }
  for (; row < run.rows; ++row) {
    const auto a = sum_in_eights<1, true>(run, run.offsets[row], run.offsets[row + 1]);
    sums[row] = (a[0] + a[1]) + (a[2] + a[3]);
  }
}

/// \brief Four rows at a time, for rows that mostly have at most four entries; the sums equal those of
/// short_row_sums_fours() bit for bit.
///
/// Time over that of short_row_sums_fours(), double / float, one core of a Xeon with 2 MB of second-level cache, least
/// of 0.4 seconds, twice (a trial program that is not committed): 60,000 rows of four with columns at random 1.0 / 1.0,
/// near the diagonal 0.97 / 0.84; 60,000 rows of one to four 0.86 / 0.78; 800,000 rows of three 0.91 / 0.83.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_EIGHT, noinline, aligned(64))) void short_row_sums_avx512(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 4);
  std::int64_t row = 0;
  for (; row + 4 <= inside; row += 4) {
    const auto begin = static_cast<std::int64_t>(run.offsets[row]);
    const auto of_row = [&](std::int64_t i) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(run.offsets[i]) - begin);
    };
    const std::uint64_t b = of_row(row + 1);
    const std::uint64_t c = of_row(row + 2);
    const std::uint64_t d = of_row(row + 3);
    const std::uint64_t end = of_row(row + 4);
    // One branch for all four rows.
    const bool are_short =
        (unsigned(b <= 4) & unsigned(c - b <= 4) & unsigned(d - c <= 4) & unsigned(end - d <= 4)) != 0;
    typename FourOf<X>::Numbers four = {};
    if (are_short) {
      if (run.prefetches) ask_ahead(run, begin);
      const auto ab = multiply_two_rows(run, begin, b, c - b);
      const auto cd = multiply_two_rows(run, begin + static_cast<std::int64_t>(c), d - c, end - d);
      const auto pairs = __builtin_shufflevector(ab, cd, 0, 8, 2, 10, 4, 12, 6, 14) +
                         __builtin_shufflevector(ab, cd, 1, 9, 3, 11, 5, 13, 7, 15);
      four += __builtin_shufflevector(pairs, pairs, 0, 4, 1, 5) + __builtin_shufflevector(pairs, pairs, 2, 6, 3, 7);
    } else {
      four = sum_four_rows(run, row);
    }
    std::memcpy(sums + row, &four, sizeof(four));
  }
  sum_last_rows(run, row, sums);
}

/// \brief One row at a time, in 32 partial sums.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_EIGHT, noinline, aligned(64))) void long_row_sums_avx512(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 8);
  for (std::int64_t row = 0; row < inside; ++row) {
    const auto a = sum_in_eights<4, false>(run, run.offsets[row], run.offsets[row + 1]);
    sums[row] = (a[0] + a[1]) + (a[2] + a[3]);
  }
  for (std::int64_t row = inside; row < run.rows; ++row) {
    const auto a = sum_in_eights<4, true>(run, run.offsets[row], run.offsets[row + 1]);
    sums[row] = (a[0] + a[1]) + (a[2] + a[3]);
  }
}

}  // namespace detail
}  // namespace sporos
#endif
