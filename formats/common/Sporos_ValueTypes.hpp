// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The types of the values of matrices and vectors, and the compile-time errors for others.
#pragma once

#include <complex>
#include <type_traits>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Whether `T` is a narrow type (half_t, bhalf_t), which matrices may hold, but vectors may not: its numbers are
/// only read and multiplied.
template <class T>
inline constexpr bool is_narrow_value = name_of_narrow<T> != nullptr;

/// \brief Whether products and conversions take values of type `T`, in matrices and in vectors.
template <class T>
inline constexpr bool is_value_type =
    std::is_same<T, float>::value || std::is_same<T, double>::value || std::is_same<T, Kokkos::complex<float>>::value ||
    std::is_same<T, Kokkos::complex<double>>::value;

template <class T>
inline constexpr bool is_std_complex = false;
template <class T>
inline constexpr bool is_std_complex<std::complex<T>> = true;

template <class T>
inline constexpr bool is_long_double =
    std::is_same<T, long double>::value || std::is_same<T, Kokkos::complex<long double>>::value;

/// \brief Whether the type is refused with a message of its own.
template <class T>
inline constexpr bool has_its_own_message = is_std_complex<T> || std::is_integral<T>::value || is_long_double<T>;

/// \brief Refuses other value types with one message each. A class: its assertions come before any error of the
/// function that asks for it.
template <class T>
struct ValueType {
  static_assert(!is_std_complex<T>,
                "sporos::spmv, Plan, conversions, solvers, files: values cannot be std::complex; use Kokkos::complex, "
                "which has the same layout in memory: "
                "reinterpret_cast the pointer to the numbers");
  static_assert(!std::is_integral<T>::value,
                "sporos::spmv, Plan, conversions, solvers, files: values cannot be integers; copy them into an array "
                "of float or double");
  static_assert(!is_long_double<T>,
                "sporos::spmv, Plan, conversions, solvers, files: values cannot be long double; copy them into an "
                "array of double or Kokkos::complex<double>");
  static_assert(!is_narrow_value<T>,
                "sporos::spmv, Plan, conversions, solvers, files: only matrices hold half_t and bhalf_t; numbers in "
                "files are float or double");
  static_assert(is_value_type<T> || is_narrow_value<T> || has_its_own_message<T>,
                "sporos::spmv, Plan, conversions, solvers, files: values must be float, double, Kokkos::complex<float> "
                "or Kokkos::complex<double>, those of a "
                "matrix also half_t or bhalf_t of Kokkos, where they are types of their own");
  static constexpr bool is_taken = true;
};

/// \brief The same for the values of a matrix, which may be narrow.
template <class T, bool = is_narrow_value<T>>
struct MatrixValueType : ValueType<T> {};
template <class T>
struct MatrixValueType<T, true> {
  static constexpr bool is_taken = true;
};

/// \brief The default type of the elements of x and y.
template <class Value>
using vector_value = std::conditional_t<is_narrow_value<Value>, float, Value>;

/// \brief True; MatrixValueType refuses other types with an error.
template <class T>
inline constexpr bool matrix_values_are_taken = MatrixValueType<T>::is_taken;

/// \brief True; ValueType refuses other types with an error.
template <class... T>
inline constexpr bool value_types_are_taken = (ValueType<T>::is_taken && ...);

}  // namespace detail
}  // namespace sporos
