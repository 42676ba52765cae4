// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What conjugate gradients do with an element of their vectors, and with the scalars, as elements for
/// FoldKernel.
///
/// The scalars stay on the device. The last team of a fold has the sums; it computes the factors of the next pass and
/// decides whether the iteration goes on. Once it has stopped, the passes change nothing, so the host may launch more
/// of them than are needed. Source: Hestenes and Stiefel, 1952; two passes an iteration beside the product, since x is
/// updated with p.
#pragma once

#include <cstdint>
#include <limits>

#include "core/kernels/Sporos_Conjugated.hpp"

namespace sporos {
namespace detail {

enum class GradientState : int { running, converged, breakdown };

/// \brief The scalars of conjugate gradients; z is the preconditioned residual.
struct GradientScalars {
  double bb = 0;      ///< |b|^2
  double rr = 0;      ///< |r|^2
  double rz = 0;      ///< r*z
  double enough = 0;  ///< the |r|^2 that is asked for
  double alpha = 0;
  double beta = 0;
  std::int64_t iterations = 0;
  GradientState state = GradientState::running;
  bool moves = false;  ///< whether this iteration changes x

  static constexpr double most = std::numeric_limits<double>::max();  // the function is not marked for devices
  KOKKOS_FORCEINLINE_FUNCTION static bool is_finite(double number) { return number <= most && -most <= number; }
  /// \brief The state after rr and rz have got new values.
  KOKKOS_FORCEINLINE_FUNCTION GradientState next_state() const {
    if (rr <= enough) return GradientState::converged;
    return is_finite(rr) && rz > 0 && is_finite(rz) ? GradientState::running : GradientState::breakdown;
  }
};

/// \brief No preconditioner: z is r.
struct NoScaling {
  static constexpr bool is_identity = true;
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(std::int64_t, const T& r) const {
    return r;
  }
};

/// \brief Jacobi's preconditioner.
template <class D>
struct DiagonalScaling {
  static constexpr bool is_identity = false;
  const D* inverse_diagonal;
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(std::int64_t i, const T& r) const {
    return static_cast<T>(inverse_diagonal[i]) * r;
  }
};

/// \brief The real part of `conj(a) * b`.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION double real_product(const T& a, const T& b) {
  if constexpr (is_complex<T>::value) {
    return static_cast<double>(a.real()) * b.real() + static_cast<double>(a.imag()) * b.imag();
  } else {
    return static_cast<double>(a) * b;
  }
}

/// \brief `r = b - q`, `p = z`; sums |r|^2, |b|^2 and r*z. q is A*x.
template <class T, class B, class Scaling>
struct GradientStart {
  using sum_t = double;
  static constexpr int num_sums = 3;

  const B* b;
  const T* q;
  T* r;
  T* p;
  Scaling scaling;
  double relative_residual;
  GradientScalars* scalars;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t i, double* terms) const {
    const T right = static_cast<T>(b[i]);
    const T residual = right - q[i];
    const T z = scaling(i, residual);
    r[i] = residual;
    p[i] = z;
    terms[0] = real_product(right, right);
    terms[1] = real_product(residual, residual);
    terms[2] = real_product(residual, z);
  }
  KOKKOS_FORCEINLINE_FUNCTION const GradientStart& ready() const { return *this; }
  KOKKOS_FORCEINLINE_FUNCTION void put(int k, double sum) const {
    GradientScalars& s = *scalars;
    if (k == 0) s.bb = sum;
    if (k == 1) s.rr = sum;
    if (k < 2) return;
    s.rz = sum;
    s.enough = relative_residual * relative_residual * s.bb;
    s.iterations = 0;
    s.moves = false;
    s.state = GradientScalars::is_finite(s.bb) ? s.next_state() : GradientState::breakdown;
  }
};

/// \brief `r -= alpha * q`, alpha being rz / pq; sums |r|^2 and r*z of the new r.
template <class T, class Real, class Scaling>
struct GradientResidual {
  using sum_t = double;
  static constexpr int num_sums = Scaling::is_identity ? 1 : 2;

  const T* q;
  T* r;
  const T* pq;
  Scaling scaling;
  GradientScalars* scalars;
  double* history;  ///< of `period` numbers
  int period;
  Real alpha = 0;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t i, double* terms) const {
    if (!(alpha == Real(0))) r[i] -= alpha * q[i];
    const T residual = r[i];
    terms[0] = real_product(residual, residual);
    if constexpr (!Scaling::is_identity) terms[1] = real_product(residual, scaling(i, residual));
  }
  KOKKOS_FORCEINLINE_FUNCTION GradientResidual ready() const {
    GradientResidual known = *this;
    known.alpha = static_cast<Real>(step());
    return known;
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(int k, double sum) const {
    GradientScalars& s = *scalars;
    if (k + 1 < num_sums) {
      s.beta = sum;  // |r|^2 waits here for r*z
      return;
    }
    s.moves = false;
    if (s.state != GradientState::running) return;
    const double rr = Scaling::is_identity ? sum : s.beta;
    s.alpha = step();
    if (!(product() > 0) || !GradientScalars::is_finite(s.alpha) || !GradientScalars::is_finite(rr)) {
      s.state = GradientState::breakdown;
      return;
    }
    s.beta = sum / s.rz;
    s.rr = rr;
    s.rz = sum;
    s.moves = true;
    history[s.iterations % period] = rr;
    ++s.iterations;
    s.state = s.next_state();
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION double product() const {
    if constexpr (is_complex<T>::value) {
      return static_cast<double>(pq->real());
    } else {
      return static_cast<double>(*pq);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION double step() const {
    return scalars->state == GradientState::running && product() > 0 ? scalars->rz / product() : 0;
  }
};

/// \brief `x += alpha * p`, `p = z + beta * p`; nothing where the iteration has stopped.
template <class T, class X, class Real, class Scaling>
struct GradientDirection {
  using sum_t = double;
  static constexpr int num_sums = 0;

  const T* r;
  T* p;
  X* x;
  Scaling scaling;
  const GradientScalars* scalars;
  bool moves = false;
  Real alpha = 0;
  Real beta = 0;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t i, double*) const {
    if (!moves) return;
    const T direction = p[i];
    x[i] += static_cast<X>(alpha * direction);
    p[i] = scaling(i, r[i]) + beta * direction;
  }
  KOKKOS_FORCEINLINE_FUNCTION GradientDirection ready() const {
    return {
        r, p, x, scaling, scalars, scalars->moves, static_cast<Real>(scalars->alpha), static_cast<Real>(scalars->beta)};
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(int, double) const {}
};

}  // namespace detail
}  // namespace sporos
