// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Text as a JSON string.
#pragma once

#include <cstdio>
#include <string>

namespace sporos {
namespace detail {

/// \brief The text in quotes, with escapes; bytes above 127 stay as they are (UTF-8).
inline std::string json_text(const std::string& text) {
  std::string result = "\"";
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    if (character == '"' || character == '\\') {
      result += '\\';
      result += character;
    } else if (code < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned>(code));
      result += escape;
    } else {
      result += character;
    }
  }
  return result + '"';
}

}  // namespace detail
}  // namespace sporos
