// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conjugate gradients against solutions that are known.
#include "core/solvers/Sporos_ConjugateGradients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/Sporos_Formats.hpp"
#include "core/solvers/Sporos_InverseDiagonal.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace conjugate_gradients_tests {

using sporos::SolverOptions;
using sporos::SolverStatus;
using sporos_test::complaint;
using sporos_test::elements;
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
  Kokkos::View<int*, Kokkos::HostSpace> offsets("offsets", rows.size() + 1),
      columns("columns", rows.size() * rows.size());
  Kokkos::View<T*, Kokkos::HostSpace> values("values", rows.size() * rows.size());
  int entry = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) {
      if (rows[i][j] == T(0)) continue;
      columns(static_cast<std::size_t>(entry)) = static_cast<int>(j);
      values(static_cast<std::size_t>(entry++)) = rows[i][j];
    }
    offsets(i + 1) = entry;
  }
  const auto used = std::make_pair(0, entry);
  const auto view = sporos::crs_view(static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(rows.size()),
                                     offsets, Kokkos::subview(columns, used), Kokkos::subview(values, used));
  return sporos::copy_to<Space>(view);
}

Matrix<double> poisson(int side) {
  return sporos::copy_to<Space>(
      sporos::generate<double, int, int>("stencil5:" + std::to_string(side) + ",values=laplace"));
}

double largest(const std::vector<double>& numbers) {
  double found = 0;
  for (const double number : numbers) found = std::max(found, std::abs(number));
  return found;
}

double difference(const Vector<double>& a, const Vector<double>& b) {
  auto of_a = elements(a);
  const auto of_b = elements(b);
  for (std::size_t i = 0; i < of_a.size(); ++i) of_a[i] -= of_b[i];
  return largest(of_a);
}

/// A system with a solution that is known.
struct System {
  explicit System(const Matrix<double>& matrix)
      : A(matrix),
        wanted(vector(elements(Vector<double>(sporos_test::make_vector<double>(matrix.num_rows, 1))))),
        b("b", static_cast<std::size_t>(matrix.num_rows)),
        x("x", static_cast<std::size_t>(matrix.num_rows)) {
    sporos::Plan(Exec(), A).apply(1.0, wanted, 0.0, b);
  }

  Matrix<double> A;
  Vector<double> wanted, b, x;
};

TEST(ConjugateGradients, SolveAPoissonProblem) {
  const System system(poisson(30));
  const Exec exec;
  SolverOptions options;
  options.relative_residual = 1e-12;
  const auto result = sporos::conjugate_gradients(exec, sporos::Plan(exec, system.A), system.b, system.x, options);
  EXPECT_EQ(result.status, SolverStatus::converged);
  EXPECT_TRUE(result.converged());
  EXPECT_LE(result.relative_residual, 1e-12);
  EXPECT_GT(result.relative_residual, 0);
  EXPECT_GT(result.iterations, 20);
  EXPECT_LT(result.iterations, 150);
  EXPECT_TRUE(result.history.empty());
  // The condition number is 400.
  EXPECT_LE(difference(system.x, system.wanted), 1e-9);
}

}  // namespace conjugate_gradients_tests
