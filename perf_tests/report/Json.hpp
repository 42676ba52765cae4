// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Text and numbers in the form that JSON requires.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>

#include "formats/common/Sporos_JsonText.hpp"

namespace sporos::perf {

using sporos::detail::json_text;

/// \brief Nine significant digits. JSON has no infinity, so that becomes the text "infinite".
inline std::string json_number(double number) {
  if (!std::isfinite(number)) return json_text("infinite");
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", number);
  return text;
}

}  // namespace sporos::perf
