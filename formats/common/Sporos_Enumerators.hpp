// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The names of enumerators, and how functions refuse numbers and names that are none.
#pragma once

#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "formats/common/Sporos_Require.hpp"

namespace sporos {
namespace detail {

/// \brief An enumerator and its name.
template <class Enum>
struct Enumerator {
  Enum value;
  const char* name;
};

/// \brief Specialised beside each enumeration: its name `type`, and the array `all` of its enumerators.
template <class Enum>
struct Enumerators;

/// \brief The name of an enumerator; nullptr if the number is none of them.
template <class Enum>
constexpr const char* find_name(Enum value) {
  for (const Enumerator<Enum>& one : Enumerators<Enum>::all) {
    if (one.value == value) return one.name;
  }
  return nullptr;
}

/// \brief The enumerator of a name, if there is one.
template <class Enum>
constexpr std::optional<Enum> find_enumerator(std::string_view name) {
  for (const Enumerator<Enum>& one : Enumerators<Enum>::all) {
    if (name == one.name) return one.value;
  }
  return std::nullopt;
}

/// \brief All names for a message, except the last few.
template <class Enum>
std::string listed_names(std::size_t left_out = 0) {
  std::string names;
  for (std::size_t i = 0; i + left_out < std::size(Enumerators<Enum>::all); ++i) {
    names += concat(i == 0 ? "" : ", ", Enumerators<Enum>::all[i].name);
  }
  return names;
}

template <class Enum>
[[noreturn]] void refuse_number(const char* function, const char* argument, Enum value) {
  throw std::invalid_argument(concat("sporos::", Caller::of(function), ": ", argument, " = ",
                                     static_cast<long long>(value), " is no sporos::", Enumerators<Enum>::type,
                                     "; there are ", listed_names<Enum>()));
}

/// \brief Refuses a number that is none of the enumerators, as a cast may make it.
template <class Enum>
constexpr void require_known(const char* function, const char* argument, Enum value) {
  if (find_name(value) == nullptr) refuse_number(function, argument, value);
}
template <class Enum>
constexpr void require_known(const char* function, const char* argument, const std::optional<Enum>& value) {
  if (value) require_known(function, argument, *value);
}

/// \brief What the functions `name` return.
/// \throws std::invalid_argument where the number is none of the enumerators
template <class Enum>
constexpr const char* enumerator_name(Enum value) {
  require_known("name", "its argument", value);
  return find_name(value);
}

}  // namespace detail
}  // namespace sporos
