// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Numbers out of text.
///
/// The functions read from `at` up to a blank or '\n', which must be there, and move `at` after what they read.
/// Real numbers may be written as C and Fortran do: `1`, `+.5`, `-1.e3`, `1.0D+03`, `1.0-103`, `inf`, `NaN`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "formats/matrix_market/Sporos_Decimal.hpp"

namespace sporos::detail {

inline const char* skip_blanks(const char* at) {
  while (*at != '\n' && ends_word(*at)) ++at;
  return at;
}

enum class Parsed { number, nothing, too_large };

/// \brief An unsigned decimal integer, a leading '+' allowed; too_large where it exceeds 63 bits.
inline Parsed parse_count(const char*& at, std::int64_t& value) {
  const char* p = at + (*at == '+' ? 1 : 0);
  if (!is_digit(*p)) return Parsed::nothing;
  while (*p == '0') ++p;
  const char* const first = p;
  std::uint64_t number = 0;
  for (; is_digit(*p); ++p) number = 10 * number + static_cast<std::uint64_t>(*p - '0');
  if (!ends_word(*p)) return Parsed::nothing;
  constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
  constexpr std::ptrdiff_t digits_that_fit = 19;
  if (p - first > digits_that_fit || number > largest) return Parsed::too_large;
  value = static_cast<std::int64_t>(number);
  at = p;
  return Parsed::number;
}

/// \brief True where the word at `at` is a sign, or none, and digits.
inline bool is_integer_word(const char* at) {
  if (*at == '+' || *at == '-') ++at;
  if (!is_digit(*at)) return false;
  while (is_digit(*at)) ++at;
  return ends_word(*at);
}

/// \brief Whether the word at `at` is `lower_case`, in any case; moves `at` after it if so.
inline bool take_word(const char*& at, const char* lower_case) {
  const char* p = at;
  for (; *lower_case; ++p, ++lower_case) {
    const char lower = *p >= 'A' && *p <= 'Z' ? static_cast<char>(*p - 'A' + 'a') : *p;
    if (lower != *lower_case) return false;
  }
  if (!ends_word(*p)) return false;
  at = p;
  return true;
}

/// \brief A real number, correctly rounded; too_large where it is finite but its rounding is not.
template <class Real>
Parsed parse_real(const char*& at, Real& value) {
  static_assert(std::is_same<Real, float>::value || std::is_same<Real, double>::value, "float or double");
  const bool negative = *at == '-';
  const char* p = at + (negative || *at == '+' ? 1 : 0);
  Decimal decimal;
  if (scan_decimal(p, decimal)) {
    if (!round_exactly(decimal, value)) value = round_by_library<Real>(decimal);
    if (value > std::numeric_limits<Real>::max()) return Parsed::too_large;
    p = decimal.end;
  } else if (take_word(p, "inf") || take_word(p, "infinity")) {
    value = std::numeric_limits<Real>::infinity();
  } else if (take_word(p, "nan")) {
    value = std::numeric_limits<Real>::quiet_NaN();
  } else {
    return Parsed::nothing;
  }
  if (negative) value = -value;
  at = p;
  return Parsed::number;
}

}  // namespace sporos::detail
