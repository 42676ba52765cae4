// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The serial reference, boring and right, and how far a product may be from it.
///
/// The bound is that of the standard model of rounding, row by row: with `n` entries in row i and `eps` of the type
/// rows are summed in, `|y - y_ref|_i <= (n + 2) eps (|alpha| |A| |x| + |beta| |y|)_i`. It holds for any order of
/// summation and, since eps is twice the unit roundoff, for complex products too. Storing into a narrower y adds
/// one rounding of that type.
#pragma once

#include <cmath>
#include <complex>
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

/// \brief What y should be, and the largest error allowed, for each row.
struct Reference {
  std::vector<Wide> y;
  std::vector<long double> bound;
};

template <class Matrix, class X, class Y, class Scalar>
Reference reference_product(const Matrix& matrix, Scalar alpha, const X& x, Scalar beta, const Y& y) {
  using Sum = sporos::detail::sum_type<typename Matrix::value_type, typename X::non_const_value_type,
                                       typename Y::non_const_value_type>;
  using Real = typename sporos::detail::real_part<Sum>::type;
  using YReal = typename sporos::detail::real_part<typename Y::non_const_value_type>::type;
  constexpr long double eps = std::numeric_limits<Real>::epsilon();
  constexpr long double y_eps = sizeof(YReal) < sizeof(Real) ? std::numeric_limits<YReal>::epsilon() : 0;
  Reference reference;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    Wide sum = 0;
    long double magnitude = 0;
    const auto begin = static_cast<std::int64_t>(matrix.row_offsets(row));
    const auto end = static_cast<std::int64_t>(matrix.row_offsets(row + 1));
    for (std::int64_t k = begin; k < end; ++k) {
      const Wide product = widen(matrix.values(k)) * widen(x(matrix.columns(k)));
      sum += product;
      magnitude += std::abs(product);
    }
    const bool reads_y = beta != Scalar(0);
    const Wide result = widen(alpha) * sum + (reads_y ? widen(beta) * widen(y(row)) : Wide(0));
    magnitude = std::abs(widen(alpha)) * magnitude + (reads_y ? std::abs(widen(beta) * widen(y(row))) : 0);
    reference.y.push_back(result);
    reference.bound.push_back(static_cast<long double>(end - begin + 2) * eps * magnitude + y_eps * std::abs(result));
  }
  return reference;
}

/// \brief The first row that is further from the reference than allowed, or -1; NaN is never right.
template <class Y>
std::int64_t first_wrong_row(const Reference& reference, const Y& y) {
  for (std::size_t row = 0; row < reference.y.size(); ++row) {
    const bool right = std::abs(widen(y(row)) - reference.y[row]) <= reference.bound[row];
    if (!right) return static_cast<std::int64_t>(row);
  }
  return -1;
}

}  // namespace sporos_test
