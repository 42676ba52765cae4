// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The types that products are summed in.
#pragma once

#include <type_traits>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

template <class T>
struct is_complex : std::false_type {};
template <class T>
struct is_complex<Kokkos::complex<T>> : std::true_type {};

template <class T>
struct real_part {
  using type = T;
};
template <class T>
struct real_part<Kokkos::complex<T>> {
  using type = T;
};

}  // namespace detail

/// \brief The type in which rows are summed: the widest real part of all three, complex where any of them is.
///
/// A `float` matrix with `double` vectors sums in `double`.
template <class Value, class X, class Y>
using sum_type = std::conditional_t<
    detail::is_complex<Value>::value || detail::is_complex<X>::value || detail::is_complex<Y>::value,
    Kokkos::complex<std::common_type_t<typename detail::real_part<Value>::type, typename detail::real_part<X>::type,
                                       typename detail::real_part<Y>::type>>,
    std::common_type_t<typename detail::real_part<Value>::type, typename detail::real_part<X>::type,
                       typename detail::real_part<Y>::type>>;

}  // namespace sporos
