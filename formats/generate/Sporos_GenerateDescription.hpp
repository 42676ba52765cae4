// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The one-line description of a generated matrix, taken apart: `NAME:SIZE[,parameter=value...]`.
///
/// SIZE is one to three positive whole numbers joined by `x`. A generator asks for the parameters that it knows and
/// then calls finish(), which refuses the others. Nothing is rounded, trimmed or guessed: every number that is not
/// plainly right ends in `std::invalid_argument` naming the description, the parameter and the number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "formats/common/Sporos_Require.hpp"

namespace sporos {
namespace detail {

class GeneratorDescription {
 public:
  /// \param syntax  that messages end with
  explicit GeneratorDescription(const std::string& text, const std::string& syntax = "")
      : text_(text), syntax_(syntax) {
    const std::size_t comma = text.find(',');
    const std::string head = text.substr(0, comma);
    const std::size_t colon = head.find(':');
    name_ = head.substr(0, colon);
    if (colon != std::string::npos) size_ = head.substr(colon + 1);
    for (std::size_t begin = comma; begin != std::string::npos;) {
      const std::size_t end = text.find(',', begin + 1);
      add_parameter(text.substr(begin + 1, end == std::string::npos ? end : end - begin - 1));
      begin = end;
    }
    std::string seed = "1";
    take("seed", seed);
    seed_ = digits("seed", seed);
  }

  const std::string& name() const { return name_; }

  /// \brief Throws `std::invalid_argument` with the description and the parts unless `condition` holds.
  template <class... Parts>
  void check(bool condition, const Parts&... parts) const {
    if (syntax_.empty()) require(condition, "generate", '"', text_, "\": ", parts...);
    require(condition, "generate", '"', text_, "\": ", parts..., "; it is ", syntax_);
  }

  /// \brief SIZE as `count` numbers; a single one stands for all of them where `repeat` says so.
  std::vector<std::int64_t> sizes(std::size_t count, bool repeat) const {
    check(!size_.empty(), "the size is missing: ", name_, ":SIZE");
    std::vector<std::int64_t> result = numbers("size", size_);
    if (repeat && result.size() == 1) result.assign(count, result.front());
    check(result.size() == count, "the size ", size_, " has ", result.size(), " parts, ", name_, " takes ",
          repeat && count > 1 ? "1 or " : "", count);
    return result;
  }

  /// \brief A positive whole number.
  std::int64_t whole(const std::string& key, std::int64_t otherwise) {
    std::string value;
    return take(key, value) ? number(key, value) : otherwise;
  }

  /// \brief Positive whole numbers joined by `x`.
  std::vector<std::int64_t> list(const std::string& key, const std::vector<std::int64_t>& otherwise) {
    std::string value;
    return take(key, value) ? numbers(key, value) : otherwise;
  }

  /// \brief One of two words; true for the second one, false for the first, which is the default.
  bool is_second_word(const std::string& key, const std::string& first, const std::string& second) {
    std::string value = first;
    take(key, value);
    check(value == first || value == second, key, '=', value, " is neither ", first, " nor ", second);
    return value == second;
  }

  /// \brief A positive decimal number that is a multiple of 1/32, in 32nds: `2.15625` is 69.
  std::int64_t thirty_seconds(const std::string& key, std::int64_t otherwise) {
    std::string value;
    if (!take(key, value)) return otherwise;
    const std::size_t point = value.find('.');
    const std::string whole = value.substr(0, point);
    std::string fraction = point == std::string::npos ? "0" : value.substr(point + 1);
    const bool has_digits =
        !whole.empty() && !fraction.empty() && (whole + fraction).find_first_not_of("0123456789") == std::string::npos;
    check(has_digits, key, '=', value, " is not a decimal number");
    check(fraction.size() <= 5, key, '=', value, " has more than five decimals");
    fraction.resize(5, '0');
    const std::uint64_t whole_part = digits(key, whole);
    check(whole_part <= 1000, key, '=', value, " is larger than 1000");
    const std::uint64_t scaled = whole_part * 100000 + digits(key, fraction);
    check(scaled > 0 && scaled % 3125 == 0, key, '=', value, " is not a positive multiple of 1/32 = 0.03125");
    return static_cast<std::int64_t>(scaled / 3125);
  }

  /// \brief Any unsigned 64-bit number; 1 where none is given.
  std::uint64_t seed() const { return seed_; }

  /// \brief Refuses parameters that nobody has asked for.
  void finish() const {
    if (parameters_.empty()) return;
    std::string known;
    for (const std::string& key : known_keys_) known += (known.empty() ? "" : ", ") + key;
    check(false, "there is no parameter ", parameters_.begin()->first, "; ", name_, " has ", known);
  }

  /// \brief The product of positive numbers, or an error where it does not fit 64 bits.
  std::int64_t product(const std::vector<std::int64_t>& factors) const {
    std::int64_t result = 1;
    for (const std::int64_t factor : factors) {
      check(result <= std::numeric_limits<std::int64_t>::max() / factor, "the size ", size_, " is too large: ", result,
            " * ", factor, " overflows 64 bits");
      result *= factor;
    }
    return result;
  }

 private:
  void add_parameter(const std::string& parameter) {
    const std::size_t equals = parameter.find('=');
    check(equals != std::string::npos && equals > 0, '"', parameter, "\" is not of the form parameter=value");
    const bool is_new = parameters_.emplace(parameter.substr(0, equals), parameter.substr(equals + 1)).second;
    check(is_new, parameter.substr(0, equals), " is given twice");
  }

  bool take(const std::string& key, std::string& value) {
    known_keys_.push_back(key);
    const auto found = parameters_.find(key);
    if (found == parameters_.end()) return false;
    value = found->second;
    parameters_.erase(found);
    return true;
  }

  std::uint64_t digits(const std::string& key, const std::string& value) const {
    check(!value.empty(), key, " needs a whole number, but there is none");
    check(value.find_first_not_of("0123456789") == std::string::npos, key, " \"", value,
          "\" is not a whole number of 0 or more");
    const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t result = 0;
    for (const char character : value) {
      const auto digit = static_cast<std::uint64_t>(character - '0');
      check(result <= (largest - digit) / 10, key, ' ', value, " is larger than ", largest);
      result = result * 10 + digit;
    }
    return result;
  }

  std::int64_t number(const std::string& key, const std::string& value) const {
    const std::uint64_t result = digits(key, value);
    const auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    check(result > 0, key, ' ', value, " must be at least 1");
    check(result <= largest, key, ' ', value, " is larger than ", largest);
    return static_cast<std::int64_t>(result);
  }

  std::vector<std::int64_t> numbers(const std::string& key, const std::string& value) const {
    std::vector<std::int64_t> result;
    for (std::size_t begin = 0; begin <= value.size();) {
      const std::size_t end = std::min(value.find('x', begin), value.size());
      check(begin < end || value.empty(), key, " \"", value, "\" lacks a whole number before or behind an x");
      result.push_back(number(key, value.substr(begin, end - begin)));
      begin = end + 1;
    }
    return result;
  }

  std::string text_;
  std::string syntax_;
  std::string name_;
  std::string size_;
  std::uint64_t seed_ = 1;
  std::map<std::string, std::string> parameters_;
  std::vector<std::string> known_keys_;
};

}  // namespace detail
}  // namespace sporos
