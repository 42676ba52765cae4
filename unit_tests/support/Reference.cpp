// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/support/Reference.hpp"

#include <cmath>

namespace sporos_test {

std::vector<long double> zeros(std::size_t count) { return std::vector<long double>(count); }

ReferenceSums empty_sums(std::size_t num_rows) { return {std::vector<ReferenceSums::Row>(num_rows)}; }

long double magnitude_of(long double real, long double imaginary) {
  return imaginary != 0 ? std::hypot(real, imaginary) : std::fabs(real);
}

SPOROS_TEST_REFERENCE_OF(template, double)
SPOROS_TEST_REFERENCE_OF(template, float)

void finish_rows(const ReferenceSums::Row* rows, std::int64_t num_rows, Wide alpha, Wide beta, const long double* y,
                 long double eps, long double y_eps, long double* wanted, long double* bound) {
  const long double a[] = {alpha.real(), alpha.imag(), std::abs(alpha)};
  const long double b[] = {beta.real(), beta.imag()};
  for (std::int64_t i = 0; i < num_rows; ++i) {
    const ReferenceSums::Row& row = rows[i];
    long double& real = wanted[2 * i];
    long double& imaginary = wanted[2 * i + 1];
    real = a[0] * row.real - a[1] * row.imaginary;
    imaginary = a[0] * row.imaginary + a[1] * row.real;
    long double magnitude = a[2] * row.magnitude;
    if (y != nullptr) {
      const long double old_real = b[0] * y[2 * i] - b[1] * y[2 * i + 1];
      const long double old_imaginary = b[0] * y[2 * i + 1] + b[1] * y[2 * i];
      real += old_real;
      imaginary += old_imaginary;
      magnitude += magnitude_of(old_real, old_imaginary);
    }
    bound[i] = static_cast<long double>(row.entries + 2) * eps * magnitude;
    if (y_eps != 0) bound[i] += y_eps * magnitude_of(real, imaginary);
  }
}

std::int64_t first_too_far(const long double* wanted, const long double* bound, const long double* found,
                           std::int64_t num_rows) {
  for (std::int64_t i = 0; i < num_rows; ++i) {
    const long double real = std::fabs(found[2 * i] - wanted[2 * i]);
    const long double imaginary = std::fabs(found[2 * i + 1] - wanted[2 * i + 1]);
    const bool right = real + imaginary <= bound[i] || magnitude_of(real, imaginary) <= bound[i];
    if (!right) return i;
  }
  return -1;
}

}  // namespace sporos_test
