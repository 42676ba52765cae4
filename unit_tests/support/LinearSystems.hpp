// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Linear systems with solutions that are known.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/solvers/Sporos_ConjugateGradients.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace sporos_test::systems {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
template <class T>
using Vector = Kokkos::View<T*, Space>;
template <class T>
using Matrix = sporos::CrsMatrix<T, int, int, Space>;

template <class T>
Vector<T> vector(const std::vector<T>& numbers) {
  const Vector<T> device("vector", numbers.size());
  const auto host = Kokkos::create_mirror_view(device);
  for (std::size_t i = 0; i < numbers.size(); ++i) host(i) = numbers[i];
  Kokkos::deep_copy(device, host);
  return device;
}

/// Compressed rows of a small matrix, row by row.
template <class T>
Matrix<T> dense(const std::vector<std::vector<T>>& rows) {
  Pattern pattern{"", static_cast<std::int64_t>(rows.size()), {}};
  std::vector<T> values;
  for (const auto& row : rows) {
    pattern.rows.emplace_back();
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (row[column] == T(0)) continue;
      pattern.rows.back().push_back(static_cast<std::int64_t>(column));
      values.push_back(row[column]);
    }
  }
  const auto matrix = sporos::copy_to<Space>(make_matrix<T>(pattern));
  Kokkos::deep_copy(matrix.values, vector(values));
  return matrix;
}

inline Matrix<double> poisson(int side) {
  return sporos::copy_to<Space>(
      sporos::generate<double, int, int>("stencil5:" + std::to_string(side) + ",values=laplace"));
}

inline double largest(const std::vector<double>& numbers) {
  double found = 0;
  for (const double number : numbers) found = std::max(found, std::abs(number));
  return found;
}

inline double difference(const Vector<double>& a, const Vector<double>& b) {
  auto of_a = elements(a);
  const auto of_b = elements(b);
  for (std::size_t i = 0; i < of_a.size(); ++i) of_a[i] -= of_b[i];
  return largest(of_a);
}

/// A system with a solution that is known.
struct System {
  explicit System(const Matrix<double>& matrix)
      : A(matrix),
        wanted("wanted", static_cast<std::size_t>(matrix.num_rows)),
        b("b", static_cast<std::size_t>(matrix.num_rows)),
        x("x", static_cast<std::size_t>(matrix.num_rows)) {
    Kokkos::deep_copy(wanted, make_vector<double>(matrix.num_rows, 1));
    sporos::Plan(Exec(), A).apply(1.0, wanted, 0.0, b);
  }

  Matrix<double> A;
  Vector<double> wanted, b, x;
};

inline sporos::SolverOptions to_residual(double relative_residual) {
  sporos::SolverOptions options;
  options.relative_residual = relative_residual;
  return options;
}

template <class Plan>
sporos::SolverResult solve(const Plan& plan, const System& system, const sporos::SolverOptions& options) {
  return sporos::conjugate_gradients(plan.exec(), plan, system.b, system.x, options);
}

inline Matrix<double> diagonal(const std::vector<double>& numbers) {
  Pattern pattern{"", static_cast<std::int64_t>(numbers.size()), {}};
  for (std::int64_t row = 0; row < pattern.num_columns; ++row) pattern.rows.push_back({row});
  const auto matrix = sporos::copy_to<Space>(make_matrix<double>(pattern));
  Kokkos::deep_copy(matrix.values, vector(numbers));
  return matrix;
}

inline std::vector<double> repeated(const std::vector<double>& numbers, std::size_t count) {
  std::vector<double> found(count);
  for (std::size_t i = 0; i < count; ++i) found[i] = numbers[i % numbers.size()];
  return found;
}

}  // namespace sporos_test::systems
