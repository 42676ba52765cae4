// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief FusedSteps for several columns: functions of a row, a column and its sum.
#pragma once

#include "core/kernels/Sporos_FusedSteps.hpp"

namespace sporos {
namespace detail {

/// \brief Where the elements of a rank-2 View are.
template <class T>
struct ColumnElements {
  T* data;
  std::int64_t row_stride;
  std::int64_t column_stride;

  KOKKOS_FORCEINLINE_FUNCTION T* at(std::int64_t row, std::int64_t column) const {
    return data + row * row_stride + column * column_stride;
  }
};

/// \brief LinearStep, column by column.
template <class Y, class Sum, class Alpha, class Beta>
struct LinearColumnsStep {
  using sum_t = Sum;

  ColumnElements<Y> y;
  Alpha alpha;
  Beta beta;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, std::int64_t column, const Sum& sum) const {
    LinearStep<Y, Sum, Alpha, Beta>{y.at(0, column), alpha, beta}(row * y.row_stride, sum);
  }
};

/// \brief ResidualStep, column by column.
template <class B, class R, class Sum>
struct ResidualColumnsStep {
  using sum_t = Sum;

  ColumnElements<const B> b;
  ColumnElements<R> r;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, std::int64_t column, const Sum& sum) const {
    *r.at(row, column) = static_cast<R>(static_cast<Sum>(*b.at(row, column)) - sum);
  }
};

/// \brief `result = sum over i of conj(w_i) y_i` with one column of w.
template <class W, class Result>
struct ColumnDotTerm {
  const W* w;
  std::int64_t stride;
  Result* result;

  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION Sum term(std::int64_t i, const Sum& y) const {
    return conjugate_of(static_cast<Sum>(w[i * stride])) * y;
  }
};

/// \brief Dot products with N columns of y: elements for FoldKernel, one a row.
/// \tparam Dots  a DotList
template <class Y, class Sum, class Dots, int N>
struct ColumnDotElements {
  using sum_t = Sum;
  static constexpr int num_sums = N * Dots::count;

  ColumnElements<const Y> y;
  Dots dots[N];  ///< of each column

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, Sum* terms) const {
    for (int c = 0; c < N; ++c) dots[c].terms(row, static_cast<Sum>(*y.at(row, c)), terms + c * Dots::count);
  }
  KOKKOS_FORCEINLINE_FUNCTION const ColumnDotElements& ready() const { return *this; }
  KOKKOS_FORCEINLINE_FUNCTION void put(int k, const Sum& sum) const { dots[k / Dots::count].put(k % Dots::count, sum); }
};

}  // namespace detail
}  // namespace sporos
