// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The unit square or cube in quadrilaterals or hexahedra: which unknowns an element has, and where its corners
/// are.
#pragma once

#include <cmath>
#include <cstdint>

#include "perf_tests/fem/Settings.hpp"

namespace sporos_fem {

/// \brief `cells` elements in each of `Dim` directions, with Lagrange nodes of a degree. Nodes on the boundary are
/// fixed; the others are numbered line by line.
template <int Dim>
struct Grid {
  static constexpr int corners = Dim == 2 ? 4 : 8;

  std::int64_t cells;
  int degree;

  KOKKOS_INLINE_FUNCTION static std::int64_t power(std::int64_t base) {
    return Dim == 2 ? base * base : base * base * base;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t inner() const { return cells * degree - 1; }  ///< unknowns on a line
  KOKKOS_INLINE_FUNCTION std::int64_t num_elements() const { return power(cells); }
  KOKKOS_INLINE_FUNCTION std::int64_t num_unknowns() const { return power(inner()); }
  KOKKOS_INLINE_FUNCTION std::int64_t num_vertices() const { return power(cells + 1); }
  KOKKOS_INLINE_FUNCTION int nodes() const { return static_cast<int>(power(degree + 1)); }

  /// \brief Node `i` of element `e`; -1 on the boundary.
  KOKKOS_INLINE_FUNCTION std::int64_t unknown(std::int64_t e, int i) const {
    std::int64_t number = 0;
    std::int64_t step = 1;
    for (int d = 0; d < Dim; ++d, e /= cells, i /= degree + 1, step *= inner()) {
      const std::int64_t on_line = e % cells * degree + i % (degree + 1) - 1;
      if (on_line < 0 || on_line >= inner()) return -1;
      number += step * on_line;
    }
    return number;
  }
  /// \brief Corner `c` of element `e`.
  KOKKOS_INLINE_FUNCTION std::int64_t vertex(std::int64_t e, int c) const {
    std::int64_t number = 0;
    std::int64_t step = 1;
    for (int d = 0; d < Dim; ++d, e /= cells, c /= 2, step *= cells + 1) number += step * (e % cells + c % 2);
    return number;
  }
};

/// \brief The grid of that many unknowns, as nearly as there is one; with at least one.
template <int Dim>
Grid<Dim> grid_of(int degree, std::int64_t unknowns) {
  const double line = Dim == 2 ? std::sqrt(static_cast<double>(unknowns)) : std::cbrt(static_cast<double>(unknowns));
  const auto cells = static_cast<std::int64_t>(std::llround((line + 1) / degree));
  const std::int64_t fewest = degree == 1 ? 2 : 1;
  return {cells > fewest ? cells : fewest, degree};
}

/// \brief Places the vertices of a grid; `at(vertex, d)` is a coordinate. The boundary stays where it is.
template <int Dim, class Coordinates>
struct PlaceVertex {
  Grid<Dim> grid;
  Distortion distortion;
  Coordinates at;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t vertex) const {
    const double h = 1.0 / static_cast<double>(grid.cells);
    double wave = 1;
    bool is_inside = true;
    std::int64_t rest = vertex;
    for (int d = 0; d < Dim; ++d, rest /= grid.cells + 1) {
      const std::int64_t on_line = rest % (grid.cells + 1);
      at(vertex, d) = static_cast<double>(on_line) * h;
      wave *= std::sin(6.283185307179586 * at(vertex, d));
      is_inside = is_inside && on_line > 0 && on_line < grid.cells;
    }
    if (!is_inside) return;
    for (int d = 0; d < Dim; ++d) {
      if (distortion == Distortion::smooth) at(vertex, d) += (d % 2 == 0 ? 0.05 : -0.04) * wave;
      if (distortion == Distortion::random) at(vertex, d) += 0.3 * h * random(vertex * Dim + d);
    }
  }

  /// \brief In [-1/2, 1/2), the same on every machine.
  KOKKOS_INLINE_FUNCTION static double random(std::int64_t number) {
    auto z = static_cast<std::uint64_t>(number + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) / 9007199254740992.0 - 0.5;
  }
};

}  // namespace sporos_fem
