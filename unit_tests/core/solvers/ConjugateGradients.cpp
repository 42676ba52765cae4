// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conjugate gradients against solutions that are known.
#include "core/solvers/Sporos_ConjugateGradients.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/Sporos_Convert.hpp"
#include "core/Sporos_Formats.hpp"
#include "core/solvers/Sporos_InverseDiagonal.hpp"
#include "unit_tests/support/LinearSystems.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace conjugate_gradients_tests {

using namespace sporos_test::systems;
using sporos::SolverOptions;
using sporos::SolverStatus;
using sporos_test::elements;

// The condition number is 400.
void expect_poisson_solved(const System& system, const sporos::SolverResult& result) {
  EXPECT_EQ(result.status, SolverStatus::converged);
  EXPECT_TRUE(result.converged());
  EXPECT_LE(result.relative_residual, 1e-12);
  EXPECT_GT(result.relative_residual, 0);
  EXPECT_GT(result.iterations, 20);
  EXPECT_LT(result.iterations, 150);
  EXPECT_TRUE(result.history.empty());
  EXPECT_LE(difference(system.x, system.wanted), 1e-9);
}

TEST(ConjugateGradients, SolveAPoissonProblem) {
  const System system(poisson(30));
  expect_poisson_solved(system, solve(sporos::Plan(Exec(), system.A), system, to_residual(1e-12)));
}

TEST(ConjugateGradients, TakePlansOfOtherFormats) {
  const Exec exec;
  const System ell(poisson(30)), coo(poisson(30)), any(poisson(30));
  expect_poisson_solved(ell, solve(sporos::Plan(exec, to_ell(exec, ell.A)), ell, to_residual(1e-12)));
  expect_poisson_solved(coo, solve(sporos::Plan(exec, to_coo(exec, coo.A)), coo, to_residual(1e-12)));
  const sporos_test::CompiledAnyMatrix dia = sporos::to_any(exec, any.A, sporos::Format::dia);
  expect_poisson_solved(any, solve(sporos::Plan(exec, dia), any, to_residual(1e-12)));
}

/// An operator that is no plan.
struct TwiceAPlan {
  template <class Alpha, class X, class Beta, class Y>
  void apply(const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    plan.apply(2 * alpha, x, beta, y);
  }
  sporos::PlanOf<Exec, Matrix<double>> plan;
};

TEST(ConjugateGradients, TakeOperatorsOfTheCaller) {
  const System system(poisson(30));
  Kokkos::deep_copy(system.b, vector([&] {
                      auto doubled = elements(system.b);
                      for (double& number : doubled) number *= 2;
                      return doubled;
                    }()));
  const TwiceAPlan twice{sporos::PlanOf<Exec, Matrix<double>>(Exec(), system.A)};
  expect_poisson_solved(system, sporos::conjugate_gradients(Exec(), twice, system.b, system.x, to_residual(1e-12)));
}

TEST(ConjugateGradients, TakeAPlanThatTunes) {
  const System system(poisson(30));
  sporos::Options tuned;
  tuned.tuning = sporos::Tuning::run_time;
  expect_poisson_solved(system, solve(sporos::Plan(Exec(), system.A, tuned), system, to_residual(1e-12)));
}

// In exact arithmetic as many iterations as there are eigenvalues.
TEST(ConjugateGradients, NeedOneIterationAnEigenvalue) {
  const System system(diagonal(repeated({1, 2, 5}, 60)));
  const auto result = solve(sporos::Plan(Exec(), system.A), system, to_residual(1e-13));
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.iterations, 3);
  EXPECT_LE(difference(system.x, system.wanted), 1e-12);
}

TEST(ConjugateGradients, NeedOneIterationForADiagonalMatrixWithJacobi) {
  std::vector<double> numbers(3000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1 + static_cast<double>(i * i);
  const auto A = diagonal(numbers);
  const System system(A);
  const Exec exec;
  const auto result = sporos::conjugate_gradients(exec, sporos::Plan(exec, A), system.b, system.x,
                                                  inverse_diagonal(exec, A), to_residual(1e-14));
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.iterations, 1);
  EXPECT_LE(difference(system.x, system.wanted), 1e-12);
}

TEST(ConjugateGradients, NeedFewerIterationsWithJacobiWhereTheDiagonalVaries) {
  Matrix<double> A = poisson(20);
  const auto scale = [](int row) { return 1.0 + row % 37; };
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), A.values);
  const auto columns = elements(A.columns), offsets = elements(A.row_offsets);
  for (int row = 0; row < A.num_rows; ++row) {
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) values(k) *= scale(row) * scale(columns[k]);
  }
  Kokkos::deep_copy(A.values, values);
  const System system(A);
  const Exec exec;
  const auto plan = sporos::Plan(exec, A);
  sporos::ConjugateGradients<Exec, double> solver(exec, A.num_rows);
  const auto plain = solver.solve(plan, system.b, system.x, to_residual(1e-10));
  Kokkos::deep_copy(system.x, 0.0);
  const auto result = solver.solve(plan, system.b, system.x, inverse_diagonal(exec, A), to_residual(1e-10));
  EXPECT_TRUE(plain.converged());
  EXPECT_TRUE(result.converged());
  EXPECT_LT(2 * result.iterations, plain.iterations);
  EXPECT_LE(difference(system.x, system.wanted), 1e-7);
}

// Some iterations are well before one is not; x is what they came to.
// The ends of a line are free: constants are in the null space.
TEST(ConjugateGradients, SolveAConsistentSingularSystem) {
  std::vector<std::vector<double>> rows(50, std::vector<double>(50, 0.0));
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    rows[i][i] += 1;
    rows[i + 1][i + 1] += 1;
    rows[i][i + 1] = rows[i + 1][i] = -1;
  }
  const System system(dense(rows));
  const auto plan = sporos::Plan(Exec(), system.A);
  const auto result = solve(plan, system, to_residual(1e-10));
  EXPECT_TRUE(result.converged());
  EXPECT_LE(result.iterations, 60);
  const auto found = elements(system.x), wanted = elements(system.wanted);
  for (std::size_t i = 1; i < found.size(); ++i) EXPECT_NEAR(found[i] - found[0], wanted[i] - wanted[0], 1e-7);

  Kokkos::deep_copy(system.b, 1.0);  // of which nothing is in the range
  const auto without = solve(plan, system, to_residual(1e-10));
  EXPECT_FALSE(without.converged());
}

TEST(ConjugateGradients, StartFromTheGivenX) {
  const System system(poisson(20));
  const auto plan = sporos::Plan(Exec(), system.A);
  Kokkos::deep_copy(system.x, system.wanted);
  const auto at_once = solve(plan, system, to_residual(1e-10));
  EXPECT_TRUE(at_once.converged());
  EXPECT_EQ(at_once.iterations, 0);
  EXPECT_EQ(difference(system.x, system.wanted), 0);
  Kokkos::deep_copy(system.x, 17.0);
  EXPECT_TRUE(solve(plan, system, to_residual(1e-12)).converged());
  EXPECT_LE(difference(system.x, system.wanted), 1e-9);
}

// | 3  i  .  . |
// |-i  3  i  . |
// and so on, times what the type can take.
template <class T>
Matrix<T> hermitian(std::size_t unknowns, const T& above, const T& below) {
  std::vector<std::vector<T>> rows(unknowns, std::vector<T>(unknowns, T(0)));
  for (std::size_t i = 0; i < unknowns; ++i) {
    rows[i][i] = T(3);
    if (i + 1 < unknowns) rows[i][i + 1] = above;
    if (i > 0) rows[i][i - 1] = below;
  }
  return dense(rows);
}

template <class T>
void expect_hermitian_solved(const T& above, const T& below, double relative_residual) {
  const Exec exec;
  const auto A = hermitian<T>(40, above, below);
  const Vector<T> wanted("wanted", 40), b("b", 40), x("x", 40);
  Kokkos::deep_copy(wanted, sporos_test::make_vector<T>(40, 1));
  const auto plan = sporos::Plan(exec, A);
  plan.apply(T(1), wanted, T(0), b);
  sporos::ConjugateGradients<Exec, T> solver(exec, 40);
  const auto inverse = inverse_diagonal(exec, A);
  for (const bool with_jacobi : {false, true}) {
    Kokkos::deep_copy(x, T(0));
    const auto result = with_jacobi ? solver.solve(plan, b, x, inverse, to_residual(relative_residual))
                                    : solver.solve(plan, b, x, to_residual(relative_residual));
    EXPECT_TRUE(result.converged());
    EXPECT_LE(result.iterations, 40);
    const auto found = elements(x), expected = elements(wanted);
    double norm = 0;  // of the right side's 40 elements, none of which is above 5
    for (std::size_t i = 0; i < 40; ++i) {
      norm = std::max(norm, Kokkos::abs(Kokkos::complex<double>(found[i] - expected[i])));
    }
    EXPECT_LE(norm, 40 * relative_residual);
  }
}

TEST(ConjugateGradients, SolveInFloat) { expect_hermitian_solved<float>(-1, -1, 1e-5); }
TEST(ConjugateGradients, SolveHermitianSystems) {
  using Complex = Kokkos::complex<double>;
  expect_hermitian_solved<Complex>(Complex(0.3, 1), Complex(0.3, -1), 1e-12);
}

}  // namespace conjugate_gradients_tests
