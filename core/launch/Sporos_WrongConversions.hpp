// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What the compiler says if the arguments of to_crs() or update_values(), which every format has, are wrong.
#pragma once

#include "core/launch/Sporos_FormatLaunch.hpp"
#include "formats/common/Sporos_Arguments.hpp"

namespace sporos {
namespace detail {

// A matrix that has a to_crs() and update_values() beside it, or whose format misses them and has its own message.
struct AFormat {};
template <class T>
inline constexpr bool is_of_kind<AFormat, T> = is_format<T> || is_any_matrix<T>;

}  // namespace detail

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AFormat>, Given...>>
auto to_crs(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_crs: the arguments are exec, A; A is in a storage format, since compressed rows need no "
                "conversion");
  return detail::NoCrsView();
}

/// \brief Refuses other arguments at compile time; values that are not a View have a message of their own.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<3, detail::AnInstance, detail::AFormat, detail::AView>, Given...>,
          class = std::enable_if_t<
              (sizeof...(Given) != 3) ||
              detail::Suit<detail::Parameters<3, detail::AMatrix, detail::AMatrix, detail::AMatrix>, Given...>::value ||
              detail::Suit<detail::Parameters<3, detail::AnInstance, detail::AMatrix, detail::AView>, Given...>::value>>
void update_values(const Given&...) {
  static_assert(
      detail::are_right<Given...>,
      "sporos::update_values: the arguments are exec, A, values; A is in a storage format (in compressed rows "
      "write the numbers into its array), and values is a rank-1 View");
}

}  // namespace sporos
