// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products by complex conjugates with any kernel: `conj(A)*x` is the conjugate of `A*conj(x)`.
///
/// So x is conjugated when it is read, and the sum of each row when it is finished. Kernels do not notice.
#pragma once

#include <utility>

#include "core/device/Sporos_Columns.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_SumType.hpp"

namespace sporos {
namespace detail {

template <class T>
KOKKOS_FORCEINLINE_FUNCTION T conjugate_of(const T& number) {
  return number;
}
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<Real> conjugate_of(const Kokkos::complex<Real>& number) {
  return {number.real(), -number.imag()};
}
template <class T, int N>
KOKKOS_FORCEINLINE_FUNCTION Columns<T, N> conjugate_of(Columns<T, N> columns) {
  for (int c = 0; c < N; ++c) columns.numbers[c] = conjugate_of(columns.numbers[c]);
  return columns;
}

/// \brief An x whose elements are conjugated when they are read. The sums of rows are conjugated, too.
template <class X>
struct ConjugatedVector : X {
  explicit ConjugatedVector(const X& x) : X(x) {}
};

template <class X>
inline constexpr bool is_conjugated_vector = false;
template <class X>
inline constexpr bool is_conjugated_vector<ConjugatedVector<X>> = true;

/// \brief Calls `f` with x; if `is_conjugated` and `Value` is complex, with a ConjugatedVector.
template <class Value, class X, class F>
void with_conjugation([[maybe_unused]] bool is_conjugated, const X& x, const F& f) {
  if constexpr (is_complex<Value>::value) {
    if (is_conjugated) {
      f(ConjugatedVector<X>(x));
      return;
    }
  }
  f(x);
}

template <class Reader>
struct ConjugatingReader {
  Reader x;

  template <class Index>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(Index j) const {
    return conjugate_of(x(j));
  }
};

template <class Epilogue>
struct ConjugatingEpilogue {
  using sum_t = typename Epilogue::sum_t;
  static constexpr bool is_told = notices_rows<Epilogue>;

  Epilogue epilogue;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const sum_t& sum) const {
    epilogue(row, conjugate_of(sum));
  }

  /// \brief See notices_rows.
  KOKKOS_FORCEINLINE_FUNCTION void finished(std::int64_t own, std::int64_t from, std::int64_t to) const {
    epilogue.finished(own, from, to);
  }

  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void resolve(const F& f) const {
    epilogue.resolve([&](const auto& resolved) { f(ConjugatingEpilogue<std::decay_t<decltype(resolved)>>{resolved}); });
  }

  ConjugatingEpilogue of_second_part() const { return {epilogue.of_second_part()}; }
  bool leaves_y_alone() const { return epilogue.leaves_y_alone(); }
  ConjugatingEpilogue of_no_product() const { return {epilogue.of_no_product()}; }
};

}  // namespace detail
}  // namespace sporos
