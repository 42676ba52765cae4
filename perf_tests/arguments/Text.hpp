// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Lists in text.
#pragma once

#include <string>
#include <vector>

namespace sporos::perf {

inline std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

/// \brief The parts between separators; n separators make n + 1 parts, some of them empty perhaps.
inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = text.find(separator); end != std::string::npos; end = text.find(separator, begin)) {
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

}  // namespace sporos::perf
