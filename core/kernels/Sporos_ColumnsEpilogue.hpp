// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Epilogues for a y with several columns, or whose elements are not contiguous.
#pragma once

#include <cstdint>

#include "core/device/Sporos_Columns.hpp"

namespace sporos {
namespace detail {

/// \brief ColumnsEpilogue for N contiguous columns that are all written, which the compiler vectorises.
template <class Y, class T, int N>
struct SideBySideEpilogue {
  using sum_t = columns_type<T, N>;

  Y* y;
  std::int64_t row_stride;
  T alpha;
  T beta;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const sum_t& sum) const {
    Y* const first = y + row * row_stride;
    if (beta == T(0)) {
      for (int c = 0; c < N; ++c) first[c] = static_cast<Y>(alpha * number_of_column(sum, c));
    } else {
      for (int c = 0; c < N; ++c) {
        first[c] = static_cast<Y>(alpha * number_of_column(sum, c) + beta * static_cast<T>(first[c]));
      }
    }
  }
};

/// \brief LinearEpilogue for N columns, of which the first `count` are written.
template <class Y, class T, int N>
struct ColumnsEpilogue {
  using sum_t = columns_type<T, N>;

  Y* y;
  std::int64_t row_stride;
  std::int64_t column_stride;
  int count;
  T alpha;
  T beta;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const sum_t& sum) const {
    Y* const first = y + row * row_stride;
    if (count >= N && beta == T(0)) {  // most products; no branch for each number
      for (int c = 0; c < N; ++c) first[c * column_stride] = static_cast<Y>(alpha * number_of_column(sum, c));
      return;
    }
    for (int c = 0; c < N; ++c) {
      if (c >= count) return;
      Y* const element = first + c * column_stride;
      if (beta == T(0)) {
        *element = static_cast<Y>(alpha * number_of_column(sum, c));
      } else {
        *element = static_cast<Y>(alpha * number_of_column(sum, c) + beta * static_cast<T>(*element));
      }
    }
  }

  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void resolve(const F& f) const {
    if (column_stride == 1 && count >= N) {
      f(SideBySideEpilogue<Y, T, N>{y, row_stride, alpha, beta});
    } else {
      f(*this);
    }
  }

  /// \brief An epilogue for `Some` columns from `first` on, or as many as there are.
  template <int Some>
  KOKKOS_FORCEINLINE_FUNCTION ColumnsEpilogue<Y, T, Some> columns_from(int first) const {
    const int left = count - first;
    return {y + first * column_stride, row_stride, column_stride, left < Some ? left : Some, alpha, beta};
  }

  /// \brief As in LinearEpilogue.
  ColumnsEpilogue of_second_part() const { return {y, row_stride, column_stride, count, alpha, T(1)}; }
  bool leaves_y_alone() const { return beta == T(1); }
  ColumnsEpilogue of_no_product() const { return {y, row_stride, column_stride, count, T(0), beta}; }
};

}  // namespace detail
}  // namespace sporos
