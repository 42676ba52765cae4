// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The exact product in wide arithmetic on the host, and how far an answer may be from it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "core/kernels/Sporos_SumType.hpp"
#include "perf_tests/support/HostThreads.hpp"

namespace sporos::perf {

/// \brief The product as exact as `long double` gives it, row by row, with the rounding bound of each row.
///
/// The bound of row i is `(n_i + 2) eps (|alpha| |A| |x| + |beta| |y|)_i`, where n_i is the number of entries of the
/// row and eps the machine epsilon (twice the unit roundoff) of the type in which rows are summed. Any order of
/// summation stays within it. Complex products, with moduli in the bound, need sqrt(5) units where real ones need one;
/// since eps is twice the unit roundoff, it covers that for every n_i without another factor. The possible error of
/// underflow is added: the smallest positive number for every operation. A row whose terms exceed the largest number of
/// the type cannot be judged.
template <class Sum>
class WideReference {
 public:
  /// \param matrix,x,y  on the host; `y` is what is there before the product
  template <class Matrix, class X, class Y>
  WideReference(const Matrix& matrix, const X& x, const Y& y, Sum alpha, Sum beta) {
    const auto rows = static_cast<std::size_t>(matrix.num_rows);
    exact_.resize(rows);
    bound_.resize(rows);
    on_host_threads(rows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) set_row(matrix, x, y, widen(alpha), widen(beta), row);
    });
  }

  /// \brief The largest error of a row relative to its bound: up to 1 the answer is right. For NaN in an answer it is
  /// infinite.
  template <class Y>
  double error_in_bounds(const Y& answer) const {
    double worst = 0;
    std::mutex mutex;
    on_host_threads(exact_.size(), [&](std::size_t begin, std::size_t end) {
      double worst_here = 0;
      for (std::size_t row = begin; row < end; ++row) {
        worst_here = std::max(worst_here, row_error(row, widen(answer(row))));
      }
      const std::lock_guard<std::mutex> lock(mutex);
      worst = std::max(worst, worst_here);
    });
    return worst;
  }

  /// \brief The same for `sum over i of conj(w_i) y_i`, where y is the product. The bound includes the possible error
  /// of y, and the rounding of all terms.
  template <class W>
  double dot_error_in_bounds(const W& w, const Sum& answer) const {
    return dot_error(
        widen(answer), [&](std::size_t row) { return widen(w(row)); }, [](std::size_t) { return 0.0L; });
  }

  /// \brief The same for the sum of the squared magnitudes of the product.
  double norm_error_in_bounds(const Sum& answer) const {
    return dot_error(
        widen(answer), [&](std::size_t row) { return exact_[row]; }, [&](std::size_t row) { return bound_[row]; });
  }

 private:
  struct Wide {
    long double real = 0;
    long double imaginary = 0;
  };
  using Real = typename sporos::detail::real_part<Sum>::type;
  static constexpr long double epsilon = std::numeric_limits<Real>::epsilon();
  static constexpr long double smallest = std::numeric_limits<Real>::denorm_min();
  static constexpr long double largest = std::numeric_limits<Real>::max();
  static constexpr bool is_complex = sporos::detail::is_complex<Sum>::value;

  template <class T>
  static Wide widen(const T& number) {
    if constexpr (sporos::detail::is_complex<T>::value) {
      return {number.real(), number.imag()};
    } else if constexpr (sporos::detail::is_narrow_value<T>) {
      return {static_cast<float>(number), 0};
    } else {
      return {number, 0};
    }
  }
  static Wide add(const Wide& a, const Wide& b) { return {a.real + b.real, a.imaginary + b.imaginary}; }
  static Wide multiply(const Wide& a, const Wide& b) {
    if constexpr (is_complex) {
      return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
    } else {
      return {a.real * b.real, 0};
    }
  }
  static long double modulus(const Wide& a) {
    if constexpr (is_complex) {
      return std::hypot(a.real, a.imaginary);
    } else {
      return std::abs(a.real);
    }
  }
  static bool is_zero(const Wide& a) { return a.real == 0 && a.imaginary == 0; }

  template <class Matrix, class X, class Y>
  void set_row(const Matrix& matrix, const X& x, const Y& y, const Wide& scale, const Wide& keep, std::size_t row) {
    Wide sum;
    long double magnitude = 0;
    const auto begin = static_cast<std::int64_t>(matrix.row_offsets(row));
    const auto end = static_cast<std::int64_t>(matrix.row_offsets(row + 1));
    for (std::int64_t k = begin; k < end; ++k) {
      const Wide value = widen(matrix.values(k));
      const Wide factor = widen(x(matrix.columns(k)));
      sum = add(sum, multiply(value, factor));
      magnitude += modulus(value) * modulus(factor);
    }
    Wide result = is_zero(scale) ? Wide{} : multiply(scale, sum);
    long double terms = is_zero(scale) ? 0 : modulus(scale) * magnitude;
    if (!is_zero(keep)) {
      const Wide old = widen(y(row));
      result = add(result, multiply(keep, old));
      terms += modulus(keep) * modulus(old);
    }
    const auto operations = static_cast<long double>(end - begin + 2);
    const bool anything = terms > 0;
    const long double underflow = anything ? smallest * std::max(1.0L, modulus(scale)) : 0;
    exact_[row] = result;
    bound_[row] =
        terms > largest ? std::numeric_limits<long double>::infinity() : operations * (epsilon * terms + underflow);
  }

  // `doubt` is the possible error of `factor` itself.
  template <class Factor, class Doubt>
  double dot_error(const Wide& answer, const Factor& factor, const Doubt& doubt) const {
    Wide sum;
    long double bound = 0;
    const auto operations = static_cast<long double>(exact_.size() + 2);
    for (std::size_t row = 0; row < exact_.size(); ++row) {
      const Wide w = factor(row);
      sum = add(sum, multiply({w.real, -w.imaginary}, exact_[row]));
      const long double most_w = modulus(w) + doubt(row);
      const long double most_y = modulus(exact_[row]) + bound_[row];
      bound += modulus(w) * bound_[row] + doubt(row) * most_y + operations * (epsilon * most_w * most_y + smallest);
    }
    return error_over(answer, sum, bound);
  }

  double row_error(std::size_t row, const Wide& answer) const { return error_over(answer, exact_[row], bound_[row]); }

  static double error_over(const Wide& answer, const Wide& exact, long double bound) {
    if (!std::isfinite(bound)) return 0;
    const long double error = modulus({answer.real - exact.real, answer.imaginary - exact.imaginary});
    if (error == 0) return 0;
    const auto ratio = static_cast<double>(error / bound);
    return std::isnan(ratio) ? std::numeric_limits<double>::infinity() : ratio;
  }

  std::vector<Wide> exact_;
  std::vector<long double> bound_;
};

}  // namespace sporos::perf
