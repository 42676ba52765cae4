// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: rows in vectors of four numbers.
///
/// Elements of x are loaded one by one and combined into vectors, since gathers are slower on these processors (on AMD,
/// and on Intel since its microcode fixes). Columns are read two at a time. The last one to three entries of a row are
/// multiplied in a whole vector with the entries that follow them, whose products are masked out. The code uses the
/// vector types of g++ and clang++, since <immintrin.h> takes half a second to compile.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include <cstring>

#include "core/device/Sporos_Prefetch.hpp"
#include "core/device/host/Sporos_RowSums.hpp"
#include "core/device/instance/Sporos_TwoAndTwo.hpp"
#include "policies/crs/Sporos_PrefetchRule.hpp"

namespace sporos {
namespace detail {

/// \brief Four numbers, and masks of them.
template <class X>
struct FourOf;
template <>
struct FourOf<double> {
#if defined(__aarch64__) && !defined(__clang__)
  using Numbers = TwoAndTwo<double>;
  using Mask = TwoAndTwo<std::int64_t>;
#else
  typedef double Numbers __attribute__((vector_size(32)));
  typedef std::int64_t Mask __attribute__((vector_size(32)));
#endif
  static constexpr std::int64_t masks[8] = {-1, -1, -1, -1, 0, 0, 0, 0};
};
template <>
struct FourOf<float> {
  typedef float Numbers __attribute__((vector_size(16)));
  typedef std::int32_t Mask __attribute__((vector_size(16)));
  static constexpr std::int32_t masks[8] = {-1, -1, -1, -1, 0, 0, 0, 0};
};

/// \brief The numbers in another type.
template <class To, class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline To converted(const Numbers& numbers) {
  if constexpr (std::is_class<To>::value) {
    return To(numbers);
  } else {
    return __builtin_convertvector(numbers, To);
  }
}

/// \brief Four elements of `a` (0 to 3) and `b` (4 to 7).
template <int I, int J, int K, int L, class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline Numbers shuffled(const Numbers& a, const Numbers& b) {
  if constexpr (std::is_class<Numbers>::value) {
    return {a.template picked<I>(b), a.template picked<J>(b), a.template picked<K>(b), a.template picked<L>(b)};
  } else {
    return __builtin_shufflevector(a, b, I, J, K, L);
  }
}

/// \brief The numbers whose lanes are set in the mask, else zeros.
template <class Numbers, class Mask>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline Numbers masked(const Numbers& numbers, const Mask& mask) {
  if constexpr (std::is_class<Numbers>::value) {
    return numbers.masked(mask);
  } else {
    return reinterpret_cast<Numbers>(reinterpret_cast<Mask>(numbers) & mask);
  }
}

/// \brief Four numbers, or a mask of them, from where they need not be aligned.
template <class Numbers, class Number>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline Numbers load_whole(const Number* from) {
  if constexpr (std::is_class<Numbers>::value) {
    return Numbers::load(from);
  } else {
    Numbers numbers;
    std::memcpy(&numbers, from, sizeof(numbers));
    return numbers;
  }
}

template <class X, class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void store_four(X* to, const Numbers& numbers) {
  if constexpr (std::is_class<Numbers>::value) {
    numbers.store(to);
  } else {
    std::memcpy(to, &numbers, sizeof(numbers));
  }
}

template <class X, class Value>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers load_four(const Value* from) {
  const auto numbers = load_whole<typename FourOf<Value>::Numbers>(from);
  if constexpr (std::is_same<X, Value>::value) {
    return numbers;
  } else {
    return converted<typename FourOf<X>::Numbers>(numbers);
  }
}

template <class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers gather_four(
    const X* x, const int* columns) {
  std::uint64_t first;
  std::uint64_t second;
  std::memcpy(&first, columns, sizeof(first));
  std::memcpy(&second, columns + 2, sizeof(second));
  return typename FourOf<X>::Numbers{x[static_cast<std::uint32_t>(first)], x[first >> 32],
                                     x[static_cast<std::uint32_t>(second)], x[second >> 32]};
}

/// \brief `sums += a * b`, rounded once. Left to itself, g++ decides by the code around it whether it rounds twice, so
/// that the bits of a row would depend on its neighbours (g++ 13 does; clang++ decides by the expression alone).
template <class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_product(Numbers& sums, const Numbers& a,
                                                                               const Numbers& b) {
#if defined(__x86_64__) && !defined(__clang__)
  if constexpr (std::is_same<Numbers, typename FourOf<double>::Numbers>::value) {
    sums = __builtin_ia32_vfmaddpd256(a, b, sums);
  } else if constexpr (sizeof(Numbers) == 32) {
    sums = __builtin_ia32_vfmaddps256(a, b, sums);
  } else {
    sums = __builtin_ia32_vfmaddps(a, b, sums);
  }
#else
  sums += a * b;
#endif
}

/// \brief The products of `count` entries from `k` on, at most four, padded with zeros.
/// \tparam AtEnd  whether nothing after them may be read
template <bool AtEnd, class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto multiply_rest(const Run& run, std::int64_t k,
                                                                                 std::int64_t count) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  using Value = std::remove_const_t<std::remove_pointer_t<decltype(run.values)>>;
  using Numbers = typename FourOf<X>::Numbers;
  using Mask = typename FourOf<X>::Mask;
  const Value* values = run.values + k;
  const int* columns = run.columns + k;
  [[maybe_unused]] Value last_values[4];
  [[maybe_unused]] int last_columns[4];
  if constexpr (AtEnd) {
    for (int i = 0; i < 4; ++i) {
      last_values[i] = i < count ? values[i] : Value(0);
      last_columns[i] = i < count ? columns[i] : columns[0];
    }
    values = last_values;
    columns = last_columns;
  }
  const Mask mask = load_whole<Mask>(FourOf<X>::masks + 4 - count);
  const Numbers products = load_four<X>(values) * gather_four(run.x, columns);
  return masked(products, mask);
}

template <class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void ask_ahead(const Run& run, std::int64_t k) {
  prefetch(run.values, k + leaf_prefetch_distance);
  prefetch(run.columns, k + leaf_prefetch_distance);
}

/// \brief Adds the products of the four entries from `k` on.
template <class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_four(
    const Run& run, std::int64_t k,
    typename FourOf<std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>>::Numbers& sums) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  add_product(sums, load_four<X>(run.values + k), gather_four(run.x, run.columns + k));
}

/// \brief Four partial sums of the entries `k` to `end - 1`; four vectors of partial sums are combined in the end.
///
/// There is one prefetch per row, for short rows, and one for each cache line of values. No loop runs over the vectors,
/// since compilers that do not unroll it keep them in memory.
template <int Vectors, bool AtEnd, class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_in_fours(const Run& run, std::int64_t k,
                                                                                std::int64_t end) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  using Numbers = typename FourOf<X>::Numbers;
  Numbers sums = {};
  if (run.prefetches) ask_ahead(run, k);
  if constexpr (Vectors == 4) {
    Numbers second = {};
    Numbers third = {};
    Numbers fourth = {};
    for (; k + 16 <= end; k += 16) {
      if (run.prefetches) {
        ask_ahead(run, k + 16);
        ask_ahead(run, k + 24);
      }
      add_four(run, k, sums);
      add_four(run, k + 4, second);
      add_four(run, k + 8, third);
      add_four(run, k + 12, fourth);
    }
    for (; k + 4 <= end; k += 4) add_four(run, k, sums);
    if (k < end) fourth += multiply_rest<AtEnd>(run, k, end - k);
    sums = (sums + second) + (third + fourth);
  } else {
    for (; k + 8 <= end; k += 8) {
      if (run.prefetches) ask_ahead(run, k + 8);
      add_four(run, k, sums);
      add_four(run, k + 4, sums);
    }
    for (; k + 4 <= end; k += 4) add_four(run, k, sums);
    if (k < end) sums += multiply_rest<AtEnd>(run, k, end - k);
  }
  return sums;
}

/// \brief The horizontal sums of four vectors, in a vector.
template <class Numbers>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline Numbers sums_over(Numbers a, Numbers b, Numbers c,
                                                                                Numbers d) {
  const Numbers ab = shuffled<0, 4, 2, 6>(a, b) + shuffled<1, 5, 3, 7>(a, b);
  const Numbers cd = shuffled<0, 4, 2, 6>(c, d) + shuffled<1, 5, 3, 7>(c, d);
  return shuffled<0, 1, 4, 5>(ab, cd) + shuffled<2, 3, 6, 7>(ab, cd);
}

/// \brief The sums of the four rows from `row` on, in a vector.
template <class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_four_rows(const Run& run, std::int64_t row) {
  const auto a = sum_in_fours<1, false>(run, run.offsets[row], run.offsets[row + 1]);
  const auto b = sum_in_fours<1, false>(run, run.offsets[row + 1], run.offsets[row + 2]);
  const auto c = sum_in_fours<1, false>(run, run.offsets[row + 2], run.offsets[row + 3]);
  const auto d = sum_in_fours<1, false>(run, run.offsets[row + 3], run.offsets[row + 4]);
  return sums_over(a, b, c, d);
}

/// \brief The sum of a row of the run.
/// \tparam AtEnd  whether nothing after its entries may be read
template <bool AtEnd, class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_row(const Run& run, std::int64_t row) {
  const auto a = sum_in_fours<1, AtEnd>(run, run.offsets[row], run.offsets[row + 1]);
  return (a[0] + a[1]) + (a[2] + a[3]);
}

/// \brief Sums the rows from `row` on, one at a time, without reading beyond the entries that may be read.
template <class Run, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void sum_last_rows(const Run& run, std::int64_t row,
                                                                                 X* sums) {
  for (; row < run.rows; ++row) sums[row] = sum_row<true>(run, row);
}

/// \brief Four rows at a time.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void row_sums_fours(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 4);
  std::int64_t row = 0;
  for (; row + 4 <= inside; row += 4) {
    const auto four = sum_four_rows(run, row);
    store_four(sums + row, four);
  }
  sum_last_rows(run, row, sums);
}

/// \brief One row at a time, in sixteen partial sums.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void long_row_sums_fours(
    const RowRun<Value, X, Offset>& given, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  const std::int64_t inside = rows_inside(run, 4);
  for (std::int64_t row = 0; row < inside; ++row) {
    const auto a = sum_in_fours<4, false>(run, run.offsets[row], run.offsets[row + 1]);
    sums[row] = (a[0] + a[1]) + (a[2] + a[3]);
  }
  for (std::int64_t row = inside; row < run.rows; ++row) {
    const auto a = sum_in_fours<4, true>(run, run.offsets[row], run.offsets[row + 1]);
    sums[row] = (a[0] + a[1]) + (a[2] + a[3]);
  }
}

}  // namespace detail
}  // namespace sporos
#endif
