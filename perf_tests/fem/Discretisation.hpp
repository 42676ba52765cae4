// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A mesh with all that is asked of it: element matrices, loads, the error of a solution.
#pragma once

#include "perf_tests/fem/Assembly.hpp"

namespace sporos_fem {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <int Dim>
class Discretisation {
 public:
  /// \param unknowns  how many, about
  Discretisation(const Exec& exec, int degree, std::int64_t unknowns, Distortion distortion)
      : exec_(exec), grid_(grid_of<Dim>(degree, unknowns)) {
    using Coordinates = Kokkos::View<double* [Dim], Space>;
    const Coordinates vertices("vertices", static_cast<std::size_t>(grid_.num_vertices()));
    Kokkos::parallel_for("fem[vertices]", Range(exec, 0, grid_.num_vertices()),
                         PlaceVertex<Dim, Coordinates>{grid_, distortion, vertices});
    vertices_ = vertices;
  }

  const Grid<Dim>& grid() const { return grid_; }
  Kokkos::View<const double* [Dim], Space> vertices() const { return vertices_; }

  /// \brief The stiffness matrix; waits.
  template <class T>
  sporos::ElementMatrix<T> elements(const sporos::ElementOptions& options) const {
    using Unknowns = Kokkos::View<int**, Space>;
    const Unknowns unknowns(Kokkos::view_alloc(std::string("unknowns"), Kokkos::WithoutInitializing),
                            static_cast<std::size_t>(grid_.num_elements()), static_cast<std::size_t>(grid_.nodes()));
    Kokkos::parallel_for("fem[number]", Range(exec_, 0, grid_.num_elements()),
                         NumberElement<Dim, Unknowns>{grid_, unknowns});
    const auto matrix = sporos::element_matrix<T>(exec_, grid_.num_unknowns(), unknowns, options);
    const auto writer = matrix.writer();
    Kokkos::parallel_for("fem[assemble]", Range(exec_, 0, grid_.num_elements() * grid_.nodes()),
                         AssembleElementRow<Dim, std::decay_t<decltype(writer)>, T>{
                             geometry(grid_.degree + 1), shape_table<Dim>(grid_.degree, grid_.degree + 1), writer});
    exec_.fence();
    return matrix;
  }

  /// \brief The load vector.
  template <class T>
  Kokkos::View<T*, Space> loads() const {
    const Kokkos::View<double*, Space> wide("loads", static_cast<std::size_t>(grid_.num_unknowns()));
    Kokkos::parallel_for("fem[loads]", Range(exec_, 0, grid_.num_elements()),
                         AssembleLoad<Dim, Kokkos::View<double*, Space>>{
                             geometry(grid_.degree + 2), shape_table<Dim>(grid_.degree, grid_.degree + 2), wide});
    const Kokkos::View<T*, Space> loads("loads", wide.extent(0));
    Kokkos::deep_copy(exec_, loads, wide);
    exec_.fence();
    return loads;
  }

  /// \brief The norm in L2 of what is between a solution and the exact one.
  template <class Solution>
  double error(const Solution& solution) const {
    double sum = 0;
    Kokkos::parallel_reduce("fem[error]", Range(exec_, 0, grid_.num_elements()),
                            SquaredError<Dim, Solution>{geometry(grid_.degree + 2),
                                                        shape_table<Dim>(grid_.degree, grid_.degree + 2), solution},
                            sum);
    return std::sqrt(sum);
  }

 private:
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

  Geometry<Dim> geometry(int points) const { return {grid_, vertices_, shape_table<Dim>(1, points)}; }

  Exec exec_;
  Grid<Dim> grid_;
  Kokkos::View<const double* [Dim], Space> vertices_;
};

}  // namespace sporos_fem
