// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The types of the elements of vectors, and the compile-time errors for others, which name the vector.
#pragma once

#include <type_traits>

#include "formats/common/Sporos_ValueTypes.hpp"

namespace sporos {
namespace detail {

// The name of the vector is in the text of an assertion, so each has a class of its own, as ValueType is one.

/// \brief Refuses what x cannot hold, with one message each.
template <class T>
struct XType {
  static_assert(!is_std_complex<T>,
                "sporos::spmv, Plan::apply, apply_with: x cannot be of std::complex; use Kokkos::complex, which has "
                "the same layout in memory: "
                "reinterpret_cast the pointer to the numbers");
  static_assert(
      !std::is_integral<T>::value,
      "sporos::spmv, Plan::apply, apply_with: x cannot be of integers; copy it into an array of float or double");
  static_assert(!is_long_double<T>,
                "sporos::spmv, Plan::apply, apply_with: x cannot be of long double; copy it into an array of double or "
                "Kokkos::complex<double>");
  static_assert(!is_narrow_value<T>,
                "sporos::spmv, Plan::apply, apply_with: x cannot be of half_t or bhalf_t: only matrices hold half_t "
                "and bhalf_t, vectors hold float "
                "or double");
  static_assert(is_value_type<T> || is_narrow_value<T> || has_its_own_message<T>,
                "sporos::spmv, Plan::apply, apply_with: x must be of float, double, Kokkos::complex<float> or "
                "Kokkos::complex<double>");
  static constexpr bool is_taken = true;
};

/// \brief The same for y.
template <class T>
struct YType {
  static_assert(!is_std_complex<T>,
                "sporos::spmv, Plan::apply: y cannot be of std::complex; use Kokkos::complex, which has the same "
                "layout in memory: "
                "reinterpret_cast the pointer to the numbers");
  static_assert(!std::is_integral<T>::value,
                "sporos::spmv, Plan::apply: y cannot be of integers; copy it into an array of float or double");
  static_assert(!is_long_double<T>,
                "sporos::spmv, Plan::apply: y cannot be of long double; copy it into an array of double or "
                "Kokkos::complex<double>");
  static_assert(!is_narrow_value<T>,
                "sporos::spmv, Plan::apply: y cannot be of half_t or bhalf_t: only matrices hold half_t and bhalf_t, "
                "vectors hold float "
                "or double");
  static_assert(
      is_value_type<T> || is_narrow_value<T> || has_its_own_message<T>,
      "sporos::spmv, Plan::apply: y must be of float, double, Kokkos::complex<float> or Kokkos::complex<double>");
  static constexpr bool is_taken = true;
};

/// \brief The same for other vectors.
template <class T>
struct VectorType {
  static_assert(!is_std_complex<T>,
                "sporos::apply_dots, residual, steps and updates of solvers: a vector cannot be of std::complex; use "
                "Kokkos::complex, which has the same layout in memory: "
                "reinterpret_cast the pointer to the numbers");
  static_assert(!std::is_integral<T>::value,
                "sporos::apply_dots, residual, steps and updates of solvers: a vector cannot be of integers; copy it "
                "into an array of float or double");
  static_assert(!is_long_double<T>,
                "sporos::apply_dots, residual, steps and updates of solvers: a vector cannot be of long double; copy "
                "it into an array of double or Kokkos::complex<double>");
  static_assert(!is_narrow_value<T>,
                "sporos::apply_dots, residual, steps and updates of solvers: a vector cannot be of half_t or bhalf_t: "
                "only matrices hold half_t and bhalf_t, vectors hold float "
                "or double");
  static_assert(is_value_type<T> || is_narrow_value<T> || has_its_own_message<T>,
                "sporos::apply_dots, residual, steps and updates of solvers: a vector must be of float, double, "
                "Kokkos::complex<float> or Kokkos::complex<double>");
  static constexpr bool is_taken = true;
};

}  // namespace detail
}  // namespace sporos
