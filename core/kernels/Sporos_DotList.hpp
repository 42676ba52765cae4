// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Dot products with a vector whose elements are given one at a time.
#pragma once

#include <cstdint>

#include "core/kernels/Sporos_Conjugated.hpp"

namespace sporos {
namespace detail {

/// \brief A real result takes the real part of a complex sum: that of a squared norm has no imaginary part.
template <class Result, class Sum>
KOKKOS_FORCEINLINE_FUNCTION Result result_of_sum(const Sum& sum) {
  if constexpr (is_complex<Sum>::value && !is_complex<Result>::value) {
    return static_cast<Result>(sum.real());
  } else {
    return static_cast<Result>(sum);
  }
}

/// \brief `result = sum over i of conj(w_i) y_i`.
template <class W, class Result>
struct DotTerm {
  const W* w;
  Result* result;

  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION Sum term(std::int64_t i, const Sum& y) const {
    return conjugate_of(static_cast<Sum>(w[i])) * y;
  }
};

/// \brief `result = sum over i of |y_i|^2`.
template <class Result>
struct NormTerm {
  Result* result;

  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION Sum term(std::int64_t, const Sum& y) const {
    return conjugate_of(y) * y;
  }
};

/// \brief A list of any number of terms.
template <class... Terms>
struct DotList {
  static constexpr int count = 0;
  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION void terms(std::int64_t, const Sum&, Sum*) const {}
  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION void put(int, const Sum&) const {}
};

template <class Term, class... Rest>
struct DotList<Term, Rest...> {
  static constexpr int count = 1 + static_cast<int>(sizeof...(Rest));

  Term first;
  DotList<Rest...> rest;

  /// \brief Computes the terms for element `i` of y, one for each dot product.
  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION void terms(std::int64_t i, const Sum& y, Sum* terms) const {
    *terms = first.term(i, y);
    rest.terms(i, y, terms + 1);
  }

  /// \brief Stores `sum` as the result of dot product `k`.
  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION void put(int k, const Sum& sum) const {
    if (k == 0) {
      *first.result = result_of_sum<std::decay_t<decltype(*first.result)>>(sum);
    } else {
      rest.put(k - 1, sum);
    }
  }
};

inline DotList<> dot_list() { return {}; }
template <class Term, class... Rest>
DotList<Term, Rest...> dot_list(const Term& first, const Rest&... rest) {
  return {first, dot_list(rest...)};
}

}  // namespace detail
}  // namespace sporos
