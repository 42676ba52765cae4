// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which types are Views, for error messages where something else was passed.
#pragma once

#include <type_traits>
#include <utility>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

template <class T, class = void>
struct IsView : std::false_type {};
template <class T>
struct IsView<T, std::void_t<typename T::non_const_value_type, typename T::memory_space, decltype(T::rank),
                             decltype(std::declval<const T&>().data())>>  // a DualView has none
    : std::true_type {};

/// \brief Whether all types have the members of a View.
template <class... T>
inline constexpr bool are_views = (IsView<T>::value && ...);

template <class... T>
using if_views = std::enable_if_t<are_views<T...>>;

template <class View, class Values, bool = are_views<Values>>
struct IsShared : std::false_type {};
template <class View, class Values>
struct IsShared<View, Values, true>
    : std::integral_constant<
          bool,
          static_cast<int>(Values::rank) == 1 &&
              std::is_same<typename View::non_const_value_type, typename Values::non_const_value_type>::value &&
              Kokkos::SpaceAccessibility<typename View::memory_space, typename Values::memory_space>::assignable> {};

/// \brief Whether an array of type `Values` can replace the values of a matrix; refused by an error where it cannot.
template <class View, class Values>
constexpr bool are_new_values() {
  static_assert(IsShared<View, Values>::value,
                "sporos::update_values, Plan::update_values: the values are a rank-1 View of the value type of the "
                "matrix, in its memory space; of "
                "another array on the host: Kokkos::View<const double*, Kokkos::HostSpace>(pointer, size)");
  return IsShared<View, Values>::value;
}

}  // namespace detail

/// \brief The overload for values that are not a View; the compiler refuses it with a message.
template <class ExecutionSpace, class Matrix, class Values, std::enable_if_t<!detail::are_views<Values>, int> = 0>
void update_values(const ExecutionSpace&, const Matrix&, const Values&) {
  static_assert(
      detail::are_views<Values>,
      "sporos::update_values takes the numbers as a rank-1 View in the memory of the matrix; of another array "
      "on the host: Kokkos::View<const double*, Kokkos::HostSpace>(pointer, size)");
}

}  // namespace sporos
