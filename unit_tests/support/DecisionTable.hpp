// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Decisions as lines of text, for comparison with a committed file.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Require.hpp"

namespace sporos_test {

/// \brief Plain columns, one line per decision, sorted: first the arguments of the rule, then its result.
///
/// A column is as wide as its title with the spaces after it, so that a line does not depend on other lines.
class DecisionTable {
 public:
  /// \param name  of the file, without its ending
  DecisionTable(std::string name, std::string titles) : name_(std::move(name)), titles_(std::move(titles)) {
    for (std::size_t at = titles_.find_first_not_of(' '); at != std::string::npos;) {
      begins_.push_back(at);
      at = titles_.find(' ', at);
      at = titles_.find_first_not_of(' ', at);
    }
  }

  /// \brief Adds a line. A value that is not limited, INT64_MAX, becomes a dash.
  template <class... Cells>
  void add(const Cells&... cells) {
    const std::vector<std::string> texts{text_of(cells)...};
    sporos::detail::require(texts.size() == begins_.size(), "DecisionTable::add", name_, " has ", begins_.size(),
                            " columns, but the line has ", texts.size());
    std::string line;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!line.empty()) line += ' ';
      if (line.size() < begins_[i]) line.resize(begins_[i], ' ');
      line += texts[i];
    }
    lines_.push_back(std::move(line));
  }

  const std::string& name() const { return name_; }

  /// \brief The titles, then the lines, each once, sorted by their words and numbers.
  std::vector<std::string> lines() const {
    std::vector<std::string> all = lines_;
    std::sort(all.begin(), all.end(), is_before);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    all.insert(all.begin(), titles_);
    return all;
  }

 private:
  static std::string text_of(const char* text) { return text; }
  static std::string text_of(const std::string& text) { return text; }
  static std::string text_of(bool answer) { return answer ? "yes" : "no"; }
  static std::string text_of(std::int64_t number) { return number == INT64_MAX ? "-" : std::to_string(number); }
  static std::string text_of(int number) { return std::to_string(number); }

  // Numbers are compared by value, everything else by letters.
  static bool is_before(const std::string& a, const std::string& b) {
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
      if (is_digit(a[i]) && is_digit(b[j])) {
        const std::string one = digits(a, i);
        const std::string other = digits(b, j);
        if (one.size() != other.size()) return one.size() < other.size();
        if (one != other) return one < other;
        i += one.size();
        j += other.size();
      } else {
        if (a[i] != b[j]) return a[i] < b[j];
        ++i;
        ++j;
      }
    }
    return a.size() - i < b.size() - j;
  }
  static std::string digits(const std::string& text, std::size_t begin) {
    return text.substr(begin, std::min(text.find_first_not_of("0123456789", begin), text.size()) - begin);
  }

  std::string name_;
  std::string titles_;
  std::vector<std::size_t> begins_;
  std::vector<std::string> lines_;
};

/// \brief The lines that only one of two tables has, with `-` before those of the first and `+` before those of the
/// second.
inline std::string difference(const std::vector<std::string>& committed, const std::vector<std::string>& computed,
                              std::size_t max_lines = 40) {
  std::string text;
  std::size_t count = 0;
  const auto add_missing = [&](const auto& lines, const auto& others, char mark) {
    for (const std::string& line : lines) {
      if (std::find(others.begin(), others.end(), line) != others.end()) continue;
      if (++count <= max_lines) text += sporos::detail::concat(mark, ' ', line, '\n');
    }
  };
  add_missing(committed, computed, '-');
  add_missing(computed, committed, '+');
  if (count > max_lines) text += sporos::detail::concat("and ", count - max_lines, " more lines\n");
  if (count == 0 && committed != computed) text = "the same lines in another order or number\n";
  return text;
}

}  // namespace sporos_test
