// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How conjugate gradients end, what they report, and what they refuse.
#include "core/solvers/Sporos_ConjugateGradients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "unit_tests/support/LinearSystems.hpp"

namespace conjugate_gradients_ends_tests {

using namespace sporos_test::systems;
using sporos::SolverOptions;
using sporos::SolverStatus;
using sporos_test::complaint;
using sporos_test::elements;

TEST(ConjugateGradientsEnd, BreakDownWhereTheMatrixIsIndefinite) {
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
  const auto result = sporos::conjugate_gradients(exec, plan, b, x, vector<double>({1, -1}));
  EXPECT_EQ(result.status, SolverStatus::breakdown);
  EXPECT_EQ(result.iterations, 0);
}

TEST(ConjugateGradientsEnd, KeepTheIterationsBeforeABreakdown) {
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

TEST(ConjugateGradientsEnd, BreakDownWhereNumbersAreNotFinite) {
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

TEST(ConjugateGradientsEnd, StopAtTheLimit) {
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

TEST(ConjugateGradientsEnd, ReportTheHistory) {
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

// On an instance of its own, which CUDA can record.
TEST(ConjugateGradientsEnd, AreTheSameBitsHoweverOftenTheHostLooksAndRecordedOrNot) {
  const System system(poisson(20));
  const Exec exec = sporos_test::make_instances<Exec>(2).front();
  const auto plan = sporos::Plan(exec, system.A);
  SolverOptions options = to_residual(1e-10);
  options.history = true;
  options.graph = false;
  const auto wanted = solve(plan, system, options);
  const auto solution = elements(system.x);
  for (const bool graph : {false, true}) {
    for (const int check_every : {1, 7, 1000}) {
      Kokkos::deep_copy(system.x, 0.0);
      options.check_every = check_every;
      options.graph = graph;
      const auto found = solve(plan, system, options);
      EXPECT_EQ(found.status, SolverStatus::converged);
      EXPECT_EQ(found.iterations, wanted.iterations);
      EXPECT_EQ(found.history, wanted.history);
      EXPECT_EQ(elements(system.x), solution);
    }
  }
}

TEST(ConjugateGradientsEnd, FindZeroWhereBIsZero) {
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

TEST(ConjugateGradientsEnd, SolveASystemWithoutUnknowns) {
  const auto A = poisson(1);
  const auto empty = sporos::CrsMatrix<double, int, int, Space>{0, 0, decltype(A.row_offsets)("offsets", 1), {}, {}};
  const Vector<double> none;
  EXPECT_TRUE(sporos::conjugate_gradients(Exec(), sporos::Plan(Exec(), empty), none, none).converged());
}

TEST(ConjugateGradientsEnd, WaitForTheStoppingTestAloneAndAllocateNothingAgain) {
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

/// An operator that is no plan, and so checks nothing.
struct OfTheCaller {
  template <class... Arguments>
  void apply(const Arguments&...) const {
    FAIL() << "it multiplied";
  }
};

TEST(ConjugateGradientsEnd, RefuseWrongArguments) {
  const Exec exec;
  const auto plan = sporos::Plan(exec, diagonal({1, 2, 3}));
  const auto b = vector<double>({1, 2, 3}), x = vector<double>({0, 0, 0}), four = vector<double>({1, 2, 3, 4});
  const auto refusal = [&](const auto& right, const auto& solution) {
    return complaint([&] { sporos::conjugate_gradients(exec, plan, right, solution); });
  };
  EXPECT_EQ(
      refusal(b, four),
      "sporos::conjugate_gradients: b has 3 elements, but x has 4; both need as many as the square matrix has rows");
  sporos::ConjugateGradients<Exec, double> of_three(exec, 3);
  EXPECT_EQ(complaint([&] {
              of_three.solve(plan, four, vector<double>({0, 0, 0, 0}));
            }),
            "sporos::ConjugateGradients::solve: b and x have 4 elements, but the solver was made for 3 unknowns");
  try {
    of_three.solve(sporos::PlanOf<Exec, Matrix<double>>(), b, x);
    FAIL() << "an empty plan was taken";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(
        error.what(),
        "sporos::ConjugateGradients::solve: the plan is empty (never made, moved from, or Kokkos was finalized)");
  }
  EXPECT_NE(refusal(four, vector<double>({0, 0, 0, 0})).find("the matrix (3 x 3) has 3 columns"), std::string::npos);
  EXPECT_NE(refusal(x, x).find("x (3 elements at "), std::string::npos);
  const auto inner = Kokkos::subview(four, std::make_pair(0, 3)), outer = Kokkos::subview(four, std::make_pair(1, 4));
  EXPECT_NE(refusal(inner, outer).find("overlaps b"), std::string::npos);
  EXPECT_NE(complaint([&] { sporos::conjugate_gradients(exec, OfTheCaller(), x, x); }).find("overlaps b"),
            std::string::npos);
  EXPECT_NE(complaint([&] {
              sporos::conjugate_gradients(exec, plan, b, x, four);
            }).find("inverse_diagonal has 4 elements, but b has 3"),
            std::string::npos);
  EXPECT_NE(complaint([&] { sporos::conjugate_gradients(exec, plan, b, x, x); }).find("overlaps inverse_diagonal"),
            std::string::npos);
  EXPECT_EQ(complaint([&] { sporos::ConjugateGradients<Exec, double>(exec, -1); }),
            "sporos::ConjugateGradients: unknowns = -1 must not be negative");
  EXPECT_EQ(elements(x), std::vector<double>({0, 0, 0}));
}

TEST(ConjugateGradientsEnd, RefuseMatricesThatAreNotSquare) {
  const Exec exec;
  const auto wide = sporos_test::make_matrix<double>({"", 3, {{0}, {1}}});
  const auto plan = sporos::Plan(exec, sporos::copy_to<Space>(wide));
  for (const std::size_t unknowns : {2, 3}) {
    const Vector<double> b("b", unknowns), x("x", unknowns);
    EXPECT_NE(complaint([&] { sporos::conjugate_gradients(exec, plan, b, x); }).find("2 x 3, but must be square"),
              std::string::npos);
  }
}

TEST(ConjugateGradientsEnd, RefuseOptionsOutOfRange) {
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

TEST(ConjugateGradientsEnd, RefuseThePlanOfAnotherInstance) {
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

TEST(ConjugateGradientsEnd, StatusesHaveNames) {
  EXPECT_STREQ(name(SolverStatus::converged), "converged");
  EXPECT_STREQ(name(SolverStatus::iteration_limit), "iteration_limit");
  EXPECT_STREQ(name(SolverStatus::breakdown), "breakdown");
}

}  // namespace conjugate_gradients_ends_tests
