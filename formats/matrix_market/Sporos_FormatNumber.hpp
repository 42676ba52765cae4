// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Numbers as text that reads back as the same number, whatever the locale.
#pragma once

#include <charconv>
#include <clocale>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

namespace sporos::detail {

/// \brief No number that this file writes takes more characters.
inline constexpr std::size_t longest_number = 32;

template <class Integer>
char* format_integer(char* to, Integer value) {
  return std::to_chars(to, to + longest_number, value).ptr;
}

/// \brief The number with as many digits as any of its type may need; `to` has room for longest_number characters.
template <class Real>
char* format_by_printf(char* to, Real value) {
  const int size =
      std::snprintf(to, longest_number, "%.*g", std::numeric_limits<Real>::max_digits10, static_cast<double>(value));
  std::string text(to, static_cast<std::size_t>(size));
  const char* const local_point = std::localeconv()->decimal_point;
  const std::size_t point = text.find(local_point);
  if (point != std::string::npos) text.replace(point, std::strlen(local_point), ".");
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

/// \brief The shortest text that reads back as `value`; `to` has room for longest_number characters.
template <class Real>
char* format_real(char* to, Real value) {
  static_assert(std::is_same<Real, float>::value || std::is_same<Real, double>::value, "float or double");
#ifdef __cpp_lib_to_chars
  return std::to_chars(to, to + longest_number, value).ptr;
#else
  return format_by_printf(to, value);
#endif
}

}  // namespace sporos::detail
