// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What the fused operations of the library do with the sum of a row, and with an element of vectors.
///
/// The structs named `...Step` are functions for CallerEpilogue, those named `...Elements` are elements for FoldKernel.
/// Factors may be in memory: `ready()` reads them once. If a factor is zero, what it multiplies is left out, even if
/// that is NaN, as in a product.
#pragma once

#include "core/kernels/Sporos_DeviceScalar.hpp"
#include "core/kernels/Sporos_DotList.hpp"

namespace sporos {
namespace detail {

/// \brief `y = alpha * sum + beta * y`.
template <class Y, class Sum, class Alpha, class Beta>
struct LinearStep {
  using sum_t = Sum;

  Y* y;
  Alpha alpha;
  Beta beta;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const Sum& sum) const {
    const Sum a = alpha.get();
    const Sum b = beta.get();
    Sum result = a == Sum(0) ? Sum(0) : a * sum;
    if (!(b == Sum(0))) result += b * static_cast<Sum>(y[row]);
    y[row] = static_cast<Y>(result);
  }

  KOKKOS_FORCEINLINE_FUNCTION LinearStep<Y, Sum, GivenScalar<Sum>, GivenScalar<Sum>> ready() const {
    return {y, {alpha.get()}, {beta.get()}};
  }
};

/// \brief `r = b - sum`; r may be b.
template <class B, class R, class Sum>
struct ResidualStep {
  using sum_t = Sum;

  const B* b;
  R* r;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const Sum& sum) const {
    r[row] = static_cast<R>(static_cast<Sum>(b[row]) - sum);
  }
};

/// \brief `next = x + omega * inverse_diagonal * (b - sum)`; next may be b.
template <class X, class B, class D, class Next, class Sum, class Omega>
struct JacobiStep {
  using sum_t = Sum;

  const X* x;
  const B* b;
  const D* inverse_diagonal;
  Next* next;
  Omega omega;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const Sum& sum) const {
    const Sum correction = static_cast<Sum>(inverse_diagonal[row]) * (static_cast<Sum>(b[row]) - sum);
    next[row] = static_cast<Next>(static_cast<Sum>(x[row]) + omega.get() * correction);
  }
};

/// \brief `d = keep * d + gain * inverse_diagonal * (b - sum)`, `next = x + d`. If `keep` is zero, d is not read.
template <class X, class B, class D, class Direction, class Next, class Sum, class Keep, class Gain>
struct ChebyshevStep {
  using sum_t = Sum;

  const X* x;
  const B* b;
  const D* inverse_diagonal;
  Direction* d;
  Next* next;
  Keep keep;
  Gain gain;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const Sum& sum) const {
    const Sum kept = keep.get();
    Sum step = gain.get() * static_cast<Sum>(inverse_diagonal[row]) * (static_cast<Sum>(b[row]) - sum);
    if (!(kept == Sum(0))) step += kept * static_cast<Sum>(d[row]);
    d[row] = static_cast<Direction>(step);
    next[row] = static_cast<Next>(static_cast<Sum>(x[row]) + step);
  }
};

/// \brief Dot products with y.
template <class Y, class Sum, class Dots>
struct DotElements {
  using sum_t = Sum;
  static constexpr int num_sums = Dots::count;

  const Y* y;
  Dots dots;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t i, Sum* terms) const {
    dots.terms(i, static_cast<Sum>(y[i]), terms);
  }
  KOKKOS_FORCEINLINE_FUNCTION const DotElements& ready() const { return *this; }
  KOKKOS_FORCEINLINE_FUNCTION void put(int k, const Sum& sum) const { dots.put(k, sum); }
};

/// \brief `x += alpha * p`, `r -= alpha * q`, and dot products with the new r.
template <class P, class Q, class X, class R, class Sum, class Alpha, class Dots>
struct SolutionElements {
  using sum_t = Sum;
  static constexpr int num_sums = Dots::count;

  Alpha alpha;
  const P* p;
  const Q* q;
  X* x;
  R* r;
  Dots dots;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t i, Sum* terms) const {
    const Sum a = alpha.get();
    if (!(a == Sum(0))) {
      x[i] = static_cast<X>(static_cast<Sum>(x[i]) + a * static_cast<Sum>(p[i]));
      r[i] = static_cast<R>(static_cast<Sum>(r[i]) - a * static_cast<Sum>(q[i]));
    }
    dots.terms(i, static_cast<Sum>(r[i]), terms);
  }
  KOKKOS_FORCEINLINE_FUNCTION SolutionElements<P, Q, X, R, Sum, GivenScalar<Sum>, Dots> ready() const {
    return {{alpha.get()}, p, q, x, r, dots};
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(int k, const Sum& sum) const { dots.put(k, sum); }
};

/// \brief `p = r + beta * p`. If `beta` is zero, p is not read.
template <class R, class P, class Sum, class Beta>
struct DirectionElements {
  using sum_t = Sum;
  static constexpr int num_sums = 0;

  const R* r;
  P* p;
  Beta beta;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t i, Sum*) const {
    const Sum b = beta.get();
    Sum next = static_cast<Sum>(r[i]);
    if (!(b == Sum(0))) next += b * static_cast<Sum>(p[i]);
    p[i] = static_cast<P>(next);
  }
  KOKKOS_FORCEINLINE_FUNCTION DirectionElements<R, P, Sum, GivenScalar<Sum>> ready() const {
    return {r, p, {beta.get()}};
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(int, const Sum&) const {}
};

}  // namespace detail
}  // namespace sporos
