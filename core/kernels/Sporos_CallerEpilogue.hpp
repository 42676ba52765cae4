// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Hands the sum of each row to a function of the caller's: `f(row, sum)`, of several columns `f(row, column,
/// sum)`.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/device/Sporos_Columns.hpp"
#include "core/kernels/Sporos_SumType.hpp"

namespace sporos {
namespace detail {

template <class F, class Value, class X, class = void>
struct SumForFunction {
  using type = sum_type<Value, X, X>;
};
template <class F, class Value, class X>
struct SumForFunction<F, Value, X, std::void_t<typename F::sum_t>> {
  using type = typename F::sum_t;
  static_assert(std::is_same<type, sum_type<Value, X, type>>::value,
                "sporos::Plan::apply_with: the sum_t of the function is narrower than the matrix or x");
};

/// \brief The type in which rows are summed for `f`: its `sum_t` if it has one, otherwise the widest of the matrix and
/// x.
template <class F, class Value, class X>
using sum_for_function = typename SumForFunction<F, Value, X>::type;

template <class F, class = void>
inline constexpr bool gets_ready = false;
template <class F>
inline constexpr bool gets_ready<F, std::void_t<decltype(std::declval<const F&>().ready())>> = true;

/// \brief Whether `F` is a function of the library that must be told which rows are finished (StepWithDots).
template <class F>
inline constexpr bool gets_finished = false;

/// \brief Calls `f(row, column, sum)` for N columns from `first` on, or only `count` of them.
template <class F, class T, int N>
struct CallerColumnsEpilogue {
  using sum_t = columns_type<T, N>;

  F f;
  std::int64_t first;
  int count;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const sum_t& sum) const {
    for (int c = 0; c < N; ++c) {
      if (c < count) f(row, first + c, number_of_column(sum, c));
    }
  }

  template <class Loop>
  KOKKOS_FORCEINLINE_FUNCTION void resolve(const Loop& loop) const {
    loop(*this);
  }

  /// \brief As ColumnsEpilogue has them.
  template <int Some>
  KOKKOS_FORCEINLINE_FUNCTION CallerColumnsEpilogue<F, T, Some> columns_from(int from) const {
    const int left = count - from;
    return {f, first + from, left < Some ? left : Some};
  }
  CallerColumnsEpilogue of_no_product() const { return *this; }
};

/// \brief Calls `f(row, sum)`. If the function has a `ready()`, loops of a single thread call that first and use its
/// result.
template <class F, class Sum>
struct CallerEpilogue {
  using sum_t = Sum;
  static constexpr bool is_told = gets_finished<F>;

  F f;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const Sum& sum) const { f(row, sum); }

  /// \brief See notices_rows.
  KOKKOS_FORCEINLINE_FUNCTION void finished([[maybe_unused]] std::int64_t own, [[maybe_unused]] std::int64_t from,
                                            [[maybe_unused]] std::int64_t to) const {
    if constexpr (is_told) f.finished(own, from, to);
  }

  template <class Loop>
  KOKKOS_FORCEINLINE_FUNCTION void resolve(const Loop& loop) const {
    if constexpr (gets_ready<F>) {
      const auto ready = f.ready();
      loop(CallerEpilogue<std::decay_t<decltype(ready)>, Sum>{ready});
    } else {
      loop(*this);
    }
  }

  /// \brief For N columns from `first` on, or those of them that there are.
  template <int N>
  CallerColumnsEpilogue<F, Sum, N> of_columns(std::int64_t first, int count) const {
    return {f, first, count};
  }
};

}  // namespace detail
}  // namespace sporos
