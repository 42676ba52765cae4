// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Reads the lines of a text file and reports errors with their position.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "formats/common/Sporos_Require.hpp"
#include "formats/matrix_market/Sporos_ParseNumber.hpp"
#include "formats/matrix_market/Sporos_TextSource.hpp"

namespace sporos::detail {

/// \brief The word at `at` for an error message: quoted, cut where it is long, unprintable bytes as `\xNN`.
inline std::string quote_word(const char* at) {
  constexpr int longest = 40;
  constexpr char digits[] = "0123456789abcdef";
  std::string word = "'";
  for (int i = 0; !ends_word(*at); ++i, ++at) {
    if (i == longest) return word + "...'";
    const auto byte = static_cast<unsigned char>(*at);
    if (byte >= ' ' && byte < 127) {
      word += *at;
    } else {
      word += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    }
  }
  return word + "'";
}

/// \brief The lines of a file in order. Each line ends with '\n', so readers may rely on it as a sentinel.
class LineCursor {
 public:
  /// \param function  who reads, for the messages
  /// \throws std::runtime_error "sporos::<function>: <path>: <reason>" where the file cannot be opened
  LineCursor(const char* function, const std::string& path) try
      : origin_(concat("sporos::", function, ": ", path)), source_(path) {
  } catch (const std::runtime_error& reason) {
    throw std::runtime_error(concat("sporos::", function, ": ", of_file(path), reason.what()));
  }

  /// \brief The next line as it is; null at the end of the file.
  const char* next_line() {
    if (at_ == end_ && !refill()) return nullptr;
    ++line_;
    return at_;
  }

  /// \brief The first word of the next line that is neither blank nor a comment; null at the end of the file.
  const char* next_content() {
    while (const char* at = next_line()) {
      at = skip_blanks(at);
      if (*at != '\n' && *at != '%') return at;
      skip_line(at);
    }
    return nullptr;
  }

  /// \brief Ends the current line; fails where more than blanks follow `at`.
  void finish_line(const char* at) {
    at = skip_blanks(at);
    if (*at != '\n') fail("unexpected ", quote_word(at), " at the end of the line");
    at_ = at + 1;
  }

  std::int64_t line() const { return line_; }
  const TextSource& source() const { return source_; }

  /// \throws std::runtime_error "sporos::<function>: <path>:<line>: <parts...>", always
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    fail_at(line_, parts...);
  }
  template <class... Parts>
  [[noreturn]] void fail_at(std::int64_t line, const Parts&... parts) const {
    throw std::runtime_error(concat(origin_, ":", line, ": ", parts...));
  }

 private:
  bool refill() {
    const std::string_view lines = source_.next_lines();
    if (lines.empty() && !source_.failure().empty()) fail_at(line_ + 1, source_.failure());
    at_ = lines.data();
    end_ = lines.data() + lines.size();
    return !lines.empty();
  }

  void skip_line(const char* at) {
    const auto* newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end_ - at)));
    if (std::memchr(at, '\0', static_cast<std::size_t>(newline - at))) fail("a NUL byte: this is not a text file");
    at_ = newline + 1;
  }

  std::string origin_;
  TextSource source_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::int64_t line_ = 0;
};

}  // namespace sporos::detail
