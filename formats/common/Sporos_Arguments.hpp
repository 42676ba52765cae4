// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Whether the arguments of a call are those of a function. Each public function has an overload for all others,
/// which the compiler refuses with one sentence, instead of a list of the overloads that do not match.
#pragma once

#include <cstdint>
#include <type_traits>

#include "formats/common/Sporos_ViewTypes.hpp"

namespace sporos {
namespace detail {

/// \brief The kinds of parameters; another type stands for what converts to it.
struct AnInstance {};
struct AMatrix {};  ///< anything but an instance: whatever else is wrong has its own message
struct AView {};

template <class Kind, class T>
inline constexpr bool is_of_kind = std::is_convertible<const T&, Kind>::value;
template <class T>
inline constexpr bool is_of_kind<AnInstance, T> = Kokkos::is_execution_space<T>::value;
template <class T>
inline constexpr bool is_of_kind<AMatrix, T> = !Kokkos::is_execution_space<T>::value;
template <class T>
inline constexpr bool is_of_kind<AView, T> = are_views<T>;

/// \brief The kinds of the parameters of a function, of which the first `required` must be there.
template <int required, class... Kinds>
struct Parameters;

template <class Wanted, class... Given>
struct Suit : std::false_type {};  // more are given than wanted
template <int required, class... Kinds>
struct Suit<Parameters<required, Kinds...>> : std::integral_constant<bool, required <= 0> {};
template <int required, class Kind, class... Kinds, class T, class... Given>
struct Suit<Parameters<required, Kind, Kinds...>, T, Given...>
    : std::integral_constant<bool, is_of_kind<Kind, T> && Suit<Parameters<required - 1, Kinds...>, Given...>::value> {};

/// \brief Enables the overload for wrong arguments.
template <class Wanted, class... Given>
using if_wrong = std::enable_if_t<!Suit<Wanted, Given...>::value>;

/// \brief Keeps a function template from taking anything else as its instance.
template <class T>
using if_space = std::enable_if_t<Kokkos::is_execution_space<T>::value>;

/// \brief False: for assertions that must depend on the arguments.
template <class... Given>
inline constexpr bool are_right = sizeof...(Given) == SIZE_MAX;

}  // namespace detail
}  // namespace sporos
