// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief One way to say that an argument is wrong.
#pragma once

#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace sporos {
namespace detail {

/// \brief Joins anything printable into one string; numbers are the same in every locale, for files and programs.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  (text << ... << parts);
  return text.str();
}

/// \brief Throws `std::invalid_argument("sporos::<function>: <parts...>")` unless `condition` holds.
///
/// The parts name the argument and both values; they are only put together when the condition fails.
template <class... Parts>
void require(bool condition, const char* function, const Parts&... parts) {
  if (!condition) throw std::invalid_argument(concat("sporos::", function, ": ", parts...));
}

/// \brief Refuses an array whose elements do not lie side by side.
template <class View>
void require_contiguous(const char* function, const char* what, const View& view) {
  static_assert(static_cast<int>(View::rank) == 1, "sporos: rank-1 Views are wanted");
  require(view.span() == view.extent(0), function, what, " must be contiguous, but its ", view.extent(0),
          " elements span ", view.span());
}

}  // namespace detail
}  // namespace sporos
