// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Lagrange polynomials on [0, 1] and their products, tabulated at the points of Gauss' quadrature.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos_fem {

/// \brief Points and weights on [0, 1]: exact for polynomials up to degree `2 * count - 1`.
inline std::vector<std::pair<double, double>> gauss_points(int count) {
  std::vector<std::pair<double, double>> points;
  for (int k = 0; k < count; ++k) {
    double x = std::cos(3.14159265358979324 * (k + 0.75) / (count + 0.5));
    double slope = 1;
    for (int step = 0; step < 50; ++step) {  // Newton's method for a zero of Legendre's polynomial
      double before = 1;
      double value = x;
      for (int n = 2; n <= count; ++n) {
        before = std::exchange(value, ((2 * n - 1) * x * value - (n - 1) * before) / n);
      }
      slope = count * (x * value - before) / (x * x - 1);
      const double change = value / slope;
      x -= change;
      if (std::fabs(change) < 1e-15) break;
    }
    points.emplace_back((1 - x) / 2, 1 / ((1 - x * x) * slope * slope));
  }
  return points;
}

/// \brief Polynomial `i` of a degree at x: 1 at node `i / degree`, 0 at the others; and its derivative.
inline std::pair<double, double> lagrange(int degree, int i, double x) {
  double value = 1;
  double slope = 0;
  for (int j = 0; j <= degree; ++j) {
    if (j == i) continue;
    const double scale = static_cast<double>(degree) / (i - j);
    const double factor = (x - static_cast<double>(j) / degree) * scale;
    slope = slope * factor + value * scale;
    value *= factor;
  }
  return {value, slope};
}

/// \brief Shape functions of a degree, and their gradients, at the points of a quadrature of an element.
template <int Dim>
struct ShapeTable {
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  Kokkos::View<double**, Kokkos::LayoutRight, Space> values;           ///< (point, node)
  Kokkos::View<double** [Dim], Kokkos::LayoutRight, Space> gradients;  ///< (point, node, direction)
  Kokkos::View<double*, Space> weights;                                ///< (point)
};

/// \param points  of the quadrature, in each direction
template <int Dim>
ShapeTable<Dim> shape_table(int degree, int points) {
  const auto gauss = gauss_points(points);
  const auto power = [](int base) { return static_cast<std::size_t>(Dim == 2 ? base * base : base * base * base); };
  const std::size_t num_points = power(points);
  const std::size_t num_nodes = power(degree + 1);
  ShapeTable<Dim> table;
  table.values = decltype(table.values)("shape values", num_points, num_nodes);
  table.gradients = decltype(table.gradients)("shape gradients", num_points, num_nodes);
  table.weights = decltype(table.weights)("weights", num_points);
  const auto values = Kokkos::create_mirror_view(table.values);
  const auto gradients = Kokkos::create_mirror_view(table.gradients);
  const auto weights = Kokkos::create_mirror_view(table.weights);
  for (std::size_t q = 0; q < num_points; ++q) {
    weights(q) = 1;
    for (std::size_t i = 0; i < num_nodes; ++i) {
      values(q, i) = 1;
      for (int d = 0; d < Dim; ++d) gradients(q, i, d) = 1;
      auto q_rest = static_cast<int>(q);
      auto i_rest = static_cast<int>(i);
      for (int d = 0; d < Dim; ++d, q_rest /= points, i_rest /= degree + 1) {
        const auto& [x, weight] = gauss[static_cast<std::size_t>(q_rest % points)];
        const auto [value, slope] = lagrange(degree, i_rest % (degree + 1), x);
        values(q, i) *= value;
        for (int other = 0; other < Dim; ++other) gradients(q, i, other) *= other == d ? slope : value;
        if (i == 0) weights(q) *= weight;
      }
    }
  }
  Kokkos::deep_copy(table.values, values);
  Kokkos::deep_copy(table.gradients, gradients);
  Kokkos::deep_copy(table.weights, weights);
  return table;
}

}  // namespace sporos_fem
