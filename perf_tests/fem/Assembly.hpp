// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Kernels of the finite element method: element matrices, the load vector, the error of a solution.
#pragma once

#include "perf_tests/fem/Exact.hpp"
#include "perf_tests/fem/Grid.hpp"
#include "perf_tests/fem/Lagrange.hpp"

namespace sporos_fem {

/// \brief The most nodes of an element: of a hexahedron of degree 2.
inline constexpr int most_nodes = 27;

/// \brief The map of each element from the unit square or cube, linear in each direction, at the points of a
/// quadrature.
template <int Dim>
struct Geometry {
  using Space = Kokkos::DefaultExecutionSpace::memory_space;

  Grid<Dim> grid;
  Kokkos::View<const double* [Dim], Space> vertices;
  ShapeTable<Dim> corners;  ///< of degree 1

  /// \brief One point of one element.
  struct Point {
    double x[Dim];
    double inverse[Dim][Dim];  ///< `inverse[a][b]`: derivative of reference coordinate a by coordinate b
    double measure;            ///< weight times determinant
  };

  KOKKOS_INLINE_FUNCTION Point point(std::int64_t e, int q) const {
    Point p;
    double jacobian[Dim][Dim] = {};  // of coordinate a by reference coordinate b
    for (int a = 0; a < Dim; ++a) p.x[a] = 0;
    for (int c = 0; c < Grid<Dim>::corners; ++c) {
      const std::int64_t vertex = grid.vertex(e, c);
      for (int a = 0; a < Dim; ++a) {
        const double at = vertices(vertex, a);
        p.x[a] += corners.values(q, c) * at;
        for (int b = 0; b < Dim; ++b) jacobian[a][b] += corners.gradients(q, c, b) * at;
      }
    }
    p.measure = invert(jacobian, p.inverse) * corners.weights(q);
    return p;
  }

 private:
  // By Cramer's rule; returns the determinant.
  KOKKOS_INLINE_FUNCTION static double invert(const double (&m)[Dim][Dim], double (&inverse)[Dim][Dim]) {
    double determinant = 0;
    if constexpr (Dim == 2) {
      determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
      inverse[0][0] = m[1][1];
      inverse[0][1] = -m[0][1];
      inverse[1][0] = -m[1][0];
      inverse[1][1] = m[0][0];
    } else {
      for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
          const int r = (b + 1) % 3, s = (b + 2) % 3, t = (a + 1) % 3, u = (a + 2) % 3;
          inverse[a][b] = m[r][t] * m[s][u] - m[r][u] * m[s][t];
        }
      }
      for (int b = 0; b < 3; ++b) determinant += m[b][0] * inverse[0][b];
    }
    for (int a = 0; a < Dim; ++a) {
      for (int b = 0; b < Dim; ++b) inverse[a][b] /= determinant;
    }
    return determinant;
  }
};

/// \brief Row `i` of the matrix of element `e`; the index is `i * num_elements + e`, so that neighbours write
/// neighbours.
template <int Dim, class Writer, class T>
struct AssembleElementRow {
  Geometry<Dim> geometry;
  ShapeTable<Dim> shape;
  Writer writer;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t e = index % geometry.grid.num_elements();
    const auto i = static_cast<int>(index / geometry.grid.num_elements());
    const int end = writer.layout.is_symmetric ? i + 1 : geometry.grid.nodes();
    double row[most_nodes] = {};
    for (int q = 0; q < static_cast<int>(shape.weights.extent(0)); ++q) {
      const auto p = geometry.point(e, q);
      const double scale = p.measure * Exact<Dim>::kappa(p.x);
      double gradient[Dim];
      for (int b = 0; b < Dim; ++b) {
        gradient[b] = 0;
        for (int a = 0; a < Dim; ++a) gradient[b] += p.inverse[a][b] * shape.gradients(q, i, a);
      }
      double factor[Dim];  // of the gradients on the reference element
      for (int a = 0; a < Dim; ++a) {
        factor[a] = 0;
        for (int b = 0; b < Dim; ++b) factor[a] += scale * p.inverse[a][b] * gradient[b];
      }
      for (int j = 0; j < end; ++j) {
        for (int a = 0; a < Dim; ++a) row[j] += factor[a] * shape.gradients(q, j, a);
      }
    }
    for (int j = 0; j < end; ++j) writer.set(e, i, j, static_cast<T>(row[j]));
  }
};

/// \brief Adds the loads of an element.
template <int Dim, class Loads>
struct AssembleLoad {
  Geometry<Dim> geometry;
  ShapeTable<Dim> shape;
  Loads loads;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const {
    double sums[most_nodes] = {};
    const int nodes = geometry.grid.nodes();
    for (int q = 0; q < static_cast<int>(shape.weights.extent(0)); ++q) {
      const auto p = geometry.point(e, q);
      const double load = Exact<Dim>::f(p.x) * p.measure;
      for (int i = 0; i < nodes; ++i) sums[i] += load * shape.values(q, i);
    }
    for (int i = 0; i < nodes; ++i) {
      const std::int64_t unknown = geometry.grid.unknown(e, i);
      if (unknown >= 0) Kokkos::atomic_add(&loads(unknown), sums[i]);
    }
  }
};

/// \brief Adds up the squared error of a solution.
template <int Dim, class Solution>
struct SquaredError {
  Geometry<Dim> geometry;
  ShapeTable<Dim> shape;
  Solution solution;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e, double& sum) const {
    double values[most_nodes];
    const int nodes = geometry.grid.nodes();
    for (int i = 0; i < nodes; ++i) {
      const std::int64_t unknown = geometry.grid.unknown(e, i);
      values[i] = unknown >= 0 ? static_cast<double>(solution(unknown)) : 0.0;
    }
    for (int q = 0; q < static_cast<int>(shape.weights.extent(0)); ++q) {
      const auto p = geometry.point(e, q);
      double error = -Exact<Dim>::u(p.x);
      for (int i = 0; i < nodes; ++i) error += values[i] * shape.values(q, i);
      sum += error * error * p.measure;
    }
  }
};

template <int Dim, class Unknowns>
struct NumberElement {
  Grid<Dim> grid;
  Unknowns unknowns;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const {
    for (int i = 0; i < grid.nodes(); ++i) unknowns(e, i) = static_cast<int>(grid.unknown(e, i));
  }
};

}  // namespace sporos_fem
