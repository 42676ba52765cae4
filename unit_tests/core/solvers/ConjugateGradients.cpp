// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conjugate gradients against solutions that are known.
#include "core/solvers/Sporos_ConjugateGradients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/Sporos_Formats.hpp"
#include "core/solvers/Sporos_InverseDiagonal.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/CompiledPlans.hpp"
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
  sporos_test::Pattern pattern{"", static_cast<std::int64_t>(rows.size()), {}};
  std::vector<T> values;
  for (const auto& row : rows) {
    pattern.rows.emplace_back();
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (row[column] == T(0)) continue;
      pattern.rows.back().push_back(static_cast<std::int64_t>(column));
      values.push_back(row[column]);
    }
  }
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<T>(pattern));
  Kokkos::deep_copy(matrix.values, vector(values));
  return matrix;
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

SolverOptions to_residual(double relative_residual) {
  SolverOptions options;
  options.relative_residual = relative_residual;
  return options;
}

template <class Plan>
sporos::SolverResult solve(const Plan& plan, const System& system, const SolverOptions& options) {
  return sporos::conjugate_gradients(plan.exec(), plan, system.b, system.x, options);
}

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
  const TwiceAPlan twice{sporos::Plan(Exec(), system.A)};
  expect_poisson_solved(system, sporos::conjugate_gradients(Exec(), twice, system.b, system.x, to_residual(1e-12)));
}

TEST(ConjugateGradients, TakeAPlanThatTunes) {
  const System system(poisson(30));
  sporos::Options tuned;
  tuned.tuning = sporos::Tuning::run_time;
  expect_poisson_solved(system, solve(sporos::Plan(Exec(), system.A, tuned), system, to_residual(1e-12)));
}

Matrix<double> diagonal(const std::vector<double>& numbers) {
  sporos_test::Pattern pattern{"", static_cast<std::int64_t>(numbers.size()), {}};
  for (std::int64_t row = 0; row < pattern.num_columns; ++row) pattern.rows.push_back({row});
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
  Kokkos::deep_copy(matrix.values, vector(numbers));
  return matrix;
}

std::vector<double> repeated(const std::vector<double>& numbers, std::size_t count) {
  std::vector<double> found(count);
  for (std::size_t i = 0; i < count; ++i) found[i] = numbers[i % numbers.size()];
  return found;
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

TEST(ConjugateGradients, BreakDownWhereTheMatrixIsIndefinite) {
  const Exec exec;
  const auto b = vector<double>({1, 1}), x = vector<double>({0, 0});
  for (const auto& numbers : {std::vector<double>{1, -1}, {-1, -2}, {0, 0}}) {
    const auto A = diagonal(numbers);
    const auto result = sporos::conjugate_gradients(exec, sporos::Plan(exec, A), b, x);
    EXPECT_EQ(result.status, SolverStatus::breakdown);
    EXPECT_EQ(result.iterations, 0);
    EXPECT_EQ(result.relative_residual, 1);
    EXPECT_EQ(elements(x), std::vector<double>({0, 0}));
  }
  const auto plan = sporos::Plan(exec, diagonal({1, 2}));
  EXPECT_EQ(sporos::conjugate_gradients(exec, plan, b, x, vector<double>({1, -1})).status, SolverStatus::breakdown);
}

// Some iterations are well before one is not; x is what they came to.
TEST(ConjugateGradients, KeepTheIterationsBeforeABreakdown) {
  const Exec exec;
  const auto A = diagonal({1, 2, 3, 4, -0.01});
  const auto b = vector<double>({1, 1, 1, 1, 1e-3}), x = vector<double>({0, 0, 0, 0, 0});
  const auto plan = sporos::Plan(exec, A);
  const auto result = sporos::conjugate_gradients(exec, plan, b, x);
  EXPECT_EQ(result.status, SolverStatus::breakdown);
  EXPECT_GT(result.iterations, 1);
  EXPECT_LT(result.relative_residual, 0.1);
  const Vector<double> r("r", 5);
  Kokkos::deep_copy(r, b);
  plan.apply(-1.0, x, 1.0, r);
  double squared = 0;
  for (const double number : elements(r)) squared += number * number;
  EXPECT_NEAR(std::sqrt(squared), result.relative_residual * std::sqrt(4 + 1e-6), 1e-12);
}

TEST(ConjugateGradients, BreakDownWhereNumbersAreNotFinite) {
  const Exec exec;
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const auto good = sporos::Plan(exec, diagonal({1, 2}));
  for (const double bad : {nan, infinity, -infinity}) {
    const auto x = vector<double>({3, 4});
    EXPECT_EQ(sporos::conjugate_gradients(exec, good, vector<double>({1, bad}), x).status, SolverStatus::breakdown);
    EXPECT_EQ(elements(x), std::vector<double>({3, 4}));
    const auto start = vector<double>({1, bad});
    EXPECT_EQ(sporos::conjugate_gradients(exec, good, vector<double>({1, 1}), start).status, SolverStatus::breakdown);
    const auto zero = vector<double>({0, 0});
    EXPECT_EQ(
        sporos::conjugate_gradients(exec, sporos::Plan(exec, diagonal({1, bad})), vector<double>({1, 1}), zero).status,
        SolverStatus::breakdown);
  }
}

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

TEST(ConjugateGradients, StopAtTheLimit) {
  const System system(poisson(30));
  const auto plan = sporos::Plan(Exec(), system.A);
  SolverOptions options = to_residual(1e-12);
  for (const int limit : {0, 1, 10, 13}) {
    Kokkos::deep_copy(system.x, 0.0);
    options.max_iterations = limit;
    const auto result = solve(plan, system, options);
    EXPECT_EQ(result.status, SolverStatus::iteration_limit);
    EXPECT_EQ(result.iterations, limit);
    EXPECT_EQ(limit == 0, largest(elements(system.x)) == 0);
  }
  options.relative_residual = 0;  // runs on; the residual never is 0 to the last bit
  options.max_iterations = 300;
  const auto result = solve(plan, system, options);
  EXPECT_FALSE(result.converged());
  EXPECT_LE(difference(system.x, system.wanted), 1e-9);
}

TEST(ConjugateGradients, ReportTheHistory) {
  const System system(poisson(10));
  const auto plan = sporos::Plan(Exec(), system.A);
  SolverOptions options = to_residual(1e-10);
  options.history = true;
  const auto result = solve(plan, system, options);
  ASSERT_EQ(result.history.size(), static_cast<std::size_t>(result.iterations) + 1);
  EXPECT_EQ(result.history.front(), 1);
  EXPECT_EQ(result.history.back(), result.relative_residual);
  for (std::size_t i = 0; i + 1 < result.history.size(); ++i) EXPECT_GT(result.history[i], 1e-10);
}

TEST(ConjugateGradients, AreTheSameBitsHoweverOftenTheHostLooks) {
  const System system(poisson(20));
  const auto plan = sporos::Plan(Exec(), system.A);
  SolverOptions options = to_residual(1e-10);
  options.history = true;
  const auto wanted = solve(plan, system, options);
  const auto solution = elements(system.x);
  for (const int check_every : {1, 7, 1000}) {
    Kokkos::deep_copy(system.x, 0.0);
    options.check_every = check_every;
    options.graph = check_every == 1;
    const auto found = solve(plan, system, options);
    EXPECT_EQ(found.iterations, wanted.iterations);
    EXPECT_EQ(found.history, wanted.history);
    EXPECT_EQ(elements(system.x), solution);
  }
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

TEST(ConjugateGradients, FindZeroWhereBIsZero) {
  const System system(poisson(5));
  Kokkos::deep_copy(system.b, 0.0);
  Kokkos::deep_copy(system.x, 17.0);
  SolverOptions options;
  options.history = true;
  const auto result = solve(sporos::Plan(Exec(), system.A), system, options);
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(result.relative_residual, 0);
  EXPECT_EQ(result.history, std::vector<double>({0}));
  EXPECT_EQ(largest(elements(system.x)), 0);
}

TEST(ConjugateGradients, SolveASystemWithoutUnknowns) {
  const auto A = poisson(1);
  const auto empty = sporos::CrsMatrix<double, int, int, Space>{0, 0, decltype(A.row_offsets)("offsets", 1), {}, {}};
  const Vector<double> none;
  EXPECT_TRUE(sporos::conjugate_gradients(Exec(), sporos::Plan(Exec(), empty), none, none).converged());
}

TEST(ConjugateGradients, WaitForTheStoppingTestAloneAndAllocateNothingAgain) {
  const System system(poisson(30));
  const Exec exec;
  const auto plan = sporos::Plan(exec, system.A);
  sporos::ConjugateGradients<Exec, double> solver(exec, system.A.num_rows);
  SolverOptions options = to_residual(0);
  options.max_iterations = 40;
  for (int run = 0; run < 2; ++run) {
    const sporos_test::Recording recording;
    solver.solve(plan, system.b, system.x, options);
    const auto& fences = recording.log().fences;
    EXPECT_EQ(std::count(fences.begin(), fences.end(), "sporos::conjugate_gradients[stopping test]"),
              KOKKOS_VERSION >= 30500 ? 5 : 0);
    if (run > 0) {
      EXPECT_EQ(recording.log().allocations, std::vector<std::string>());
    }
  }
}

TEST(ConjugateGradients, RefuseWrongArguments) {
  const Exec exec;
  const auto plan = sporos::Plan(exec, diagonal({1, 2, 3}));
  const auto b = vector<double>({1, 2, 3}), x = vector<double>({0, 0, 0}), four = vector<double>({1, 2, 3, 4});
  const auto refusal = [&](const auto& right, const auto& solution) {
    return complaint([&] { sporos::conjugate_gradients(exec, plan, right, solution); });
  };
  EXPECT_EQ(refusal(b, four), "sporos::conjugate_gradients: x has 4 elements, but 3 are wanted");
  EXPECT_NE(refusal(four, vector<double>({0, 0, 0, 0})).find("the matrix (3 x 3) has 3 columns"), std::string::npos);
  EXPECT_NE(refusal(x, x).find("x (3 elements at "), std::string::npos);
  const auto inner = Kokkos::subview(four, std::make_pair(0, 3)), outer = Kokkos::subview(four, std::make_pair(1, 4));
  EXPECT_NE(refusal(inner, outer).find("overlaps b"), std::string::npos);
  EXPECT_NE(complaint([&] {
              sporos::conjugate_gradients(exec, plan, b, x, four);
            }).find("inverse_diagonal has 4 elements, but 3 are wanted"),
            std::string::npos);
  EXPECT_NE(complaint([&] { sporos::conjugate_gradients(exec, plan, b, x, x); }).find("overlaps inverse_diagonal"),
            std::string::npos);
  EXPECT_EQ(complaint([&] { sporos::ConjugateGradients<Exec, double>(exec, -1); }),
            "sporos::conjugate_gradients: there are -1 unknowns");
  EXPECT_EQ(elements(x), std::vector<double>({0, 0, 0}));
}

TEST(ConjugateGradients, RefuseMatricesThatAreNotSquare) {
  const Exec exec;
  const auto wide = sporos_test::make_matrix<double>({"", 3, {{0}, {1}}});
  const auto plan = sporos::Plan(exec, sporos::copy_to<Space>(wide));
  for (const std::size_t unknowns : {2, 3}) {
    const Vector<double> b("b", unknowns), x("x", unknowns);
    EXPECT_NE(complaint([&] { sporos::conjugate_gradients(exec, plan, b, x); }).find("(2 x 3)"), std::string::npos);
  }
}

TEST(ConjugateGradients, RefuseOptionsOutOfRange) {
  const Exec exec;
  const auto plan = sporos::Plan(exec, diagonal({1}));
  const auto refusal = [&](const auto& change) {
    SolverOptions options;
    change(options);
    return complaint(
        [&] { sporos::conjugate_gradients(exec, plan, vector<double>({1}), vector<double>({1}), options); });
  };
  EXPECT_EQ(refusal([](auto& options) { options.max_iterations = -2; }),
            "sporos::conjugate_gradients: max_iterations = -2 is less than 0");
  EXPECT_EQ(refusal([](auto& options) { options.relative_residual = -0.5; }),
            "sporos::conjugate_gradients: relative_residual = -0.5 is not 0 or more");
  EXPECT_NE(refusal([](auto& options) {
              options.relative_residual = std::numeric_limits<double>::quiet_NaN();
            }).find("relative_residual = "),
            std::string::npos);
  EXPECT_EQ(refusal([](auto& options) { options.check_every = 0; }),
            "sporos::conjugate_gradients: check_every = 0 is less than 1");
}

TEST(ConjugateGradients, RefuseThePlanOfAnotherInstance) {
  const auto instances = sporos_test::make_instances<Exec>(2);
  if (sporos::detail::instance_key(instances[0]) == sporos::detail::instance_key(instances[1])) {
    GTEST_SKIP() << "there are no other instances";
  }
  const auto plan = sporos::Plan(instances[0], diagonal({1}));
  EXPECT_NE(complaint([&] {
              sporos::conjugate_gradients(instances[1], plan, vector<double>({1}), vector<double>({1}));
            }).find("another instance"),
            std::string::npos);
}

TEST(ConjugateGradients, StatusesHaveNames) {
  EXPECT_STREQ(name(SolverStatus::converged), "converged");
  EXPECT_STREQ(name(SolverStatus::iteration_limit), "iteration_limit");
  EXPECT_STREQ(name(SolverStatus::breakdown), "breakdown");
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
