// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The manufactured solution of `-div(kappa grad u) = f`, `u = 0` on the boundary of the unit square or cube.
///
/// `u` is the product of `g(t) = sin(pi t) exp(t/2)` in all coordinates, and `kappa` is 1 plus their product.
#pragma once

#include <cmath>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos_fem {

template <int Dim>
struct Exact {
  static constexpr double pi = 3.14159265358979324;

  KOKKOS_INLINE_FUNCTION static double kappa(const double* x) {
    double product = 1;
    for (int d = 0; d < Dim; ++d) product *= x[d];
    return 1 + product;
  }

  KOKKOS_INLINE_FUNCTION static double u(const double* x) {
    double product = 1;
    for (int d = 0; d < Dim; ++d) product *= std::sin(pi * x[d]) * std::exp(x[d] / 2);
    return product;
  }

  /// \brief `f = -(grad kappa * grad u + kappa * laplace u)`
  KOKKOS_INLINE_FUNCTION static double f(const double* x) {
    double g[Dim], first[Dim], second[Dim];
    for (int d = 0; d < Dim; ++d) {
      const double s = std::sin(pi * x[d]), c = std::cos(pi * x[d]), growth = std::exp(x[d] / 2);
      g[d] = s * growth;
      first[d] = (pi * c + s / 2) * growth;
      second[d] = ((0.25 - pi * pi) * s + pi * c) * growth;
    }
    double sum = 0;
    for (int d = 0; d < Dim; ++d) {
      double slope_of_kappa = 1, others = 1;
      for (int e = 0; e < Dim; ++e) {
        if (e == d) continue;
        slope_of_kappa *= x[e];
        others *= g[e];
      }
      sum += (slope_of_kappa * first[d] + kappa(x) * second[d]) * others;
    }
    return -sum;
  }
};

}  // namespace sporos_fem
