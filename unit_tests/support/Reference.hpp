// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The serial reference, simple and right, and the allowed difference from it.
///
/// The bound is that of the standard model of rounding, row by row. With `n` entries in row i and `eps` of the type in
/// which rows are summed, `|y - y_ref|_i <= (n + 2) eps (|alpha| |A| |x| + |beta| |y|)_i`. It holds for any order of
/// summation and, since eps is twice the unit roundoff, also for complex products. Storing into a narrower y adds one
/// rounding of that type.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/kernels/Sporos_SumType.hpp"

namespace sporos_test {

using Wide = std::complex<long double>;

template <class T>
Wide widen(const T& value) {
  return {static_cast<long double>(value), 0};
}
template <class T>
Wide widen(const Kokkos::complex<T>& value) {
  return {value.real(), value.imag()};
}

// The loops over entries and rows are optimised, without sanitizers, in Reference.cpp; otherwise tests would spend most
// of their time here. Numbers have `parts` elements in memory, one if they are real; as long double always two.

std::vector<long double> zeros(std::size_t count);

long double magnitude_of(long double real, long double imaginary);

template <class Real>
void widen_all(const Real* from, int parts, std::int64_t stride, std::int64_t count, long double* to) {
  for (std::int64_t i = 0; i < count; ++i) {
    to[2 * i] = from[parts * stride * i];
    to[2 * i + 1] = parts == 2 ? from[parts * stride * i + 1] : 0;
  }
}

/// \brief The elements of a rank-1 View, two long doubles each.
template <class View>
std::vector<long double> wide_elements(const View& view) {
  using Value = typename View::non_const_value_type;
  using Real = typename sporos::detail::real_part<Value>::type;
  auto wide = zeros(2 * view.extent(0));
  widen_all(reinterpret_cast<const Real*>(view.data()), sizeof(Value) / sizeof(Real),
            static_cast<std::int64_t>(view.stride(0)), static_cast<std::int64_t>(view.extent(0)), wide.data());
  return wide;
}

/// \brief The sum of each row of A*x, and the sum of the magnitudes of its terms.
struct ReferenceSums {
  struct Row {
    long double real = 0;
    long double imaginary = 0;
    long double magnitude = 0;
    std::int64_t entries = 0;
  };
  std::vector<Row> rows;
};

ReferenceSums empty_sums(std::size_t num_rows);

template <class Real, class Column, class Offset>
void sum_rows(const Real* values, int parts, const Column* columns, const Offset* row_offsets, const long double* x,
              std::int64_t num_rows, ReferenceSums::Row* rows) {
  for (std::int64_t i = 0; i < num_rows; ++i) {
    ReferenceSums::Row row;
    const auto begin = static_cast<std::int64_t>(row_offsets[i]);
    const auto end = static_cast<std::int64_t>(row_offsets[i + 1]);
    for (std::int64_t k = begin; k < end; ++k) {
      const long double a = values[parts * k];
      const long double b = parts == 2 ? values[parts * k + 1] : 0;
      const long double* const element = x + 2 * static_cast<std::int64_t>(columns[k]);
      const long double c = element[0];
      const long double d = element[1];
      const long double real = a * c - b * d;
      const long double imaginary = a * d + b * c;
      row.real += real;
      row.imaginary += imaginary;
      row.magnitude += magnitude_of(real, imaginary);
    }
    row.entries = end - begin;
    rows[i] = row;
  }
}

// `KIND` is template or extern template.
#define SPOROS_TEST_SUM_ROWS(KIND, Real, Column, Offset)                                               \
  KIND void sum_rows(const Real*, int, const Column*, const Offset*, const long double*, std::int64_t, \
                     ReferenceSums::Row*);
#define SPOROS_TEST_REFERENCE_OF(KIND, Real)                                       \
  KIND void widen_all(const Real*, int, std::int64_t, std::int64_t, long double*); \
  SPOROS_TEST_SUM_ROWS(KIND, Real, int, int)                                       \
  SPOROS_TEST_SUM_ROWS(KIND, Real, int, std::size_t)                               \
  SPOROS_TEST_SUM_ROWS(KIND, Real, std::int64_t, int)                              \
  SPOROS_TEST_SUM_ROWS(KIND, Real, std::int64_t, std::size_t)
SPOROS_TEST_REFERENCE_OF(extern template, double)
SPOROS_TEST_REFERENCE_OF(extern template, float)

template <class Matrix, class X>
ReferenceSums reference_sums(const Matrix& matrix, const X& x) {
  using Value = typename Matrix::value_type;
  using Real = typename sporos::detail::real_part<Value>::type;
  const auto wide_x = wide_elements(x);
  ReferenceSums sums = empty_sums(static_cast<std::size_t>(matrix.num_rows));
  sum_rows(reinterpret_cast<const Real*>(matrix.values.data()), sizeof(Value) / sizeof(Real), matrix.columns.data(),
           matrix.row_offsets.data(), wide_x.data(), matrix.num_rows, sums.rows.data());
  return sums;
}

/// \brief The right y (two long doubles per row), and the largest allowed error, for each row.
struct Reference {
  std::vector<long double> y;
  std::vector<long double> bound;
};

/// \param y  the old y, or null if it is not read
void finish_rows(const ReferenceSums::Row* rows, std::int64_t num_rows, Wide alpha, Wide beta, const long double* y,
                 long double eps, long double y_eps, long double* wanted, long double* bound);

/// \brief Computes the reference from the sums of the rows of a matrix, whose values have type Value.
template <class Value, class X, class Y, class Scalar>
Reference reference_of_sums(const ReferenceSums& sums, Scalar alpha, Scalar beta, const Y& y) {
  using Sum = sporos::detail::sum_type<Value, typename X::non_const_value_type, typename Y::non_const_value_type>;
  using Real = typename sporos::detail::real_part<Sum>::type;
  using YReal = typename sporos::detail::real_part<typename Y::non_const_value_type>::type;
  constexpr long double eps = std::numeric_limits<Real>::epsilon();
  constexpr long double y_eps = sizeof(YReal) < sizeof(Real) ? std::numeric_limits<YReal>::epsilon() : 0;
  Reference reference{zeros(2 * sums.rows.size()), zeros(sums.rows.size())};
  std::vector<long double> wide_y;
  if (beta != Scalar(0)) wide_y = wide_elements(y);
  finish_rows(sums.rows.data(), static_cast<std::int64_t>(sums.rows.size()), widen(alpha), widen(beta),
              beta != Scalar(0) ? wide_y.data() : nullptr, eps, y_eps, reference.y.data(), reference.bound.data());
  return reference;
}

template <class Matrix, class X, class Y, class Scalar>
Reference reference_product(const Matrix& matrix, Scalar alpha, const X& x, Scalar beta, const Y& y) {
  return reference_of_sums<typename Matrix::value_type, X>(reference_sums(matrix, x), alpha, beta, y);
}

/// \brief The first row that is too far, or -1.
std::int64_t first_too_far(const long double* wanted, const long double* bound, const long double* found,
                           std::int64_t num_rows);

/// \brief The first row that is further from the reference than allowed, or -1. NaN is always wrong.
template <class Y>
std::int64_t first_wrong_row(const Reference& reference, const Y& y) {
  if (y.extent(0) < reference.bound.size()) return static_cast<std::int64_t>(y.extent(0));
  const auto found = wide_elements(y);
  return first_too_far(reference.y.data(), reference.bound.data(), found.data(),
                       static_cast<std::int64_t>(reference.bound.size()));
}

}  // namespace sporos_test
