// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief From a format that is named at run time to the type that stores it.
#pragma once

#include <iterator>
#include <variant>
#include <vector>

#include "core/launch/Sporos_FormatTraits.hpp"

namespace sporos {
namespace detail {

template <class T>
struct Type {
  using type = T;
};

template <class Matrix>
constexpr bool stores(Format format) {
  for (const Format one : FormatTraits<Matrix>::formats) {
    if (one == format) return true;
  }
  return false;
}

/// \tparam Storage  a variant of matrices, each with its FormatTraits
template <class Storage>
struct StoredTypes;

template <class... Matrix>
struct StoredTypes<std::variant<Matrix...>> {
  template <class Wanted>
  static constexpr bool have = (std::is_same<Wanted, Matrix>::value || ...);

  /// \brief Calls `f` with each Type until it returns true.
  /// \return whether it did
  template <class F>
  static bool find(const F& f) {
    return (... || f(Type<Matrix>()));
  }

  /// \brief Calls `f` with the Type that stores the format.
  /// \return whether there is one
  template <class F>
  static bool with(Format format, const F& f) {
    return (... || (stores<Matrix>(format) && (f(Type<Matrix>()), true)));
  }

  /// \brief All formats, in the order of their types.
  static std::vector<Format> formats() {
    std::vector<Format> all;
    (all.insert(all.end(), std::begin(FormatTraits<Matrix>::formats), std::end(FormatTraits<Matrix>::formats)), ...);
    return all;
  }

  /// \brief Whether each format of the library is stored in one type, and each of these formats has a name.
  static constexpr bool are_complete() {
    bool complete = true;
    for (const Format format : all_formats()) complete = complete && (int{stores<Matrix>(format)} + ...) == 1;
    return complete && (named<Matrix>() && ...);
  }

 private:
  template <class M>
  static constexpr bool named() {
    for (const Format format : FormatTraits<M>::formats) {
      bool known = format == Format::own;
      for (const Format one : all_formats()) known = known || one == format;
      if (!known) return false;
    }
    return true;
  }
};

}  // namespace detail
}  // namespace sporos
