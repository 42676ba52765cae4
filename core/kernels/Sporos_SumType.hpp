// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The types in which products are summed.
#pragma once

#include <type_traits>

#include "formats/common/Sporos_ValueTypes.hpp"

namespace sporos {
namespace detail {

template <class T>
struct is_complex : std::false_type {};
template <class T>
struct is_complex<Kokkos::complex<T>> : std::true_type {};

// For narrow values, the type in which they are multiplied; the vectors may have a wider one. For classes of others,
// which are refused, any type will do: the compiler should report one error only.
template <class T>
struct real_part {
  static constexpr bool is_no_number = std::is_class<T>::value && !is_std_complex<T>;
  using type = std::conditional_t<is_narrow_value<T>, float, std::conditional_t<is_no_number, double, T>>;
};
template <class T>
struct real_part<Kokkos::complex<T>> {
  using type = T;
};

/// \brief The type in which rows are summed: the widest of the three real parts, complex if any of the types is.
///
/// A `float` matrix with `double` vectors sums in `double`, and one of `half_t` in the type of the vectors.
template <class Value, class X, class Y>
using sum_type = std::conditional_t<
    is_complex<Value>::value || is_complex<X>::value || is_complex<Y>::value,
    Kokkos::complex<
        std::common_type_t<typename real_part<Value>::type, typename real_part<X>::type, typename real_part<Y>::type>>,
    std::common_type_t<typename real_part<Value>::type, typename real_part<X>::type, typename real_part<Y>::type>>;

}  // namespace detail
}  // namespace sporos
