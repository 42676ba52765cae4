// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Decimal numbers taken apart and rounded: always correctly, whatever the locale.
///
/// Up to 19 digits with a small power of ten are one exact product or quotient (W. D. Clinger, How to read floating
/// point numbers accurately, PLDI 1990); the standard library rounds the rest.
#pragma once

#include <cfloat>
#include <charconv>
#include <clocale>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <type_traits>

namespace sporos::detail {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool ends_word(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// \brief The parts of an unsigned decimal number: `digits` decimal digits with the value `mantissa` (modulo 2^64),
/// times 10^`exponent`.
struct Decimal {
  const char* begin = nullptr;
  const char* mantissa_end = nullptr;
  const char* end = nullptr;
  std::uint64_t mantissa = 0;
  std::ptrdiff_t digits = 0;
  std::ptrdiff_t exponent = 0;
};

/// \brief Takes the number at `at` apart; false where there is none.
inline bool scan_decimal(const char* at, Decimal& decimal) {
  const char* p = at;
  std::uint64_t mantissa = 0;
  for (; is_digit(*p); ++p) mantissa = 10 * mantissa + static_cast<std::uint64_t>(*p - '0');
  std::ptrdiff_t digits = p - at;
  std::ptrdiff_t fraction_digits = 0;
  const bool has_point = *p == '.';
  if (has_point) {
    const char* const fraction = ++p;
    for (; is_digit(*p); ++p) mantissa = 10 * mantissa + static_cast<std::uint64_t>(*p - '0');
    fraction_digits = p - fraction;
    digits += fraction_digits;
  }
  if (digits == 0) return false;
  decimal.mantissa_end = p;
  std::ptrdiff_t exponent = 0;
  if (!ends_word(*p)) {
    const bool has_letter = *p == 'e' || *p == 'E' || *p == 'd' || *p == 'D';
    if (has_letter) ++p;
    const bool has_sign = *p == '+' || *p == '-';
    // Fortran drops the letter of exponents with three digits, but never the point.
    if (!has_letter && !(has_sign && has_point)) return false;
    const bool negative = *p == '-';
    if (has_sign) ++p;
    if (!is_digit(*p)) return false;
    constexpr std::ptrdiff_t beyond_every_type = 100'000'000;
    for (; is_digit(*p); ++p) exponent = exponent < beyond_every_type ? 10 * exponent + (*p - '0') : exponent;
    if (!ends_word(*p)) return false;
    if (negative) exponent = -exponent;
  }
  decimal.begin = at;
  decimal.end = p;
  decimal.mantissa = mantissa;
  decimal.digits = digits;
  decimal.exponent = exponent - fraction_digits;
  return true;
}

/// \brief The number as one exact floating-point operation, where that is possible.
template <class Real>
bool round_exactly(const Decimal& decimal, Real& value) {
  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;
  if (FLT_EVAL_METHOD != 0 || decimal.digits > 19 || decimal.mantissa > largest_exact || decimal.exponent < -22 ||
      decimal.exponent > 22) {
    return false;
  }
  const auto mantissa = static_cast<double>(decimal.mantissa);
  const double rounded =
      decimal.exponent < 0 ? mantissa / powers[-decimal.exponent] : mantissa * powers[decimal.exponent];
  value = static_cast<Real>(rounded);
  if constexpr (std::is_same<Real, float>::value) {
    // A double halfway between two floats may itself have been rounded there: rounding it again could go wrong.
    std::uint64_t bits;
    std::memcpy(&bits, &rounded, sizeof bits);
    constexpr std::uint64_t below_float = (std::uint64_t{1} << 29) - 1;
    constexpr std::uint64_t halfway = std::uint64_t{1} << 28;
    return (bits & below_float) != halfway && (rounded == 0 || rounded >= FLT_MIN);
  }
  return true;
}

/// \brief The number by strtod, with the point that the current locale wants; infinite where it is too large.
template <class Real>
Real round_by_strtod(const std::string& number) {
  std::string local = number;
  const std::size_t point = local.find('.');
  if (point != std::string::npos) local.replace(point, 1, std::localeconv()->decimal_point);
  if constexpr (std::is_same<Real, float>::value) {
    return std::strtof(local.c_str(), nullptr);
  } else {
    return std::strtod(local.c_str(), nullptr);
  }
}

/// \brief The number by the standard library; infinite where it is too large.
template <class Real>
Real round_by_library(const Decimal& decimal) {
  std::string number(decimal.begin, decimal.mantissa_end);
  if (decimal.end != decimal.mantissa_end) {
    const char first = *decimal.mantissa_end;
    number += 'e';
    number.append(decimal.mantissa_end + (first == '+' || first == '-' ? 0 : 1), decimal.end);
  }
#ifdef __cpp_lib_to_chars
  Real value = 0;
  const auto outcome = std::from_chars(number.data(), number.data() + number.size(), value);
  if (outcome.ec == std::errc()) return value;
#endif
  return round_by_strtod<Real>(number);
}

}  // namespace sporos::detail
