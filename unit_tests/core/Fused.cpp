// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fused operations of the library. Epilogues.cpp tests that functions get each row once, in all formats and
// algorithms.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/Sporos_FormatPlan.hpp"
#include "core/Sporos_Fused.hpp"
#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "core/launch/formats/Sporos_LaunchEll.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace fused_tests {

using sporos_test::elements;
using sporos_test::Pattern;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Case = sporos_test::ProductCase<double>;
using Vector = Kokkos::View<double*, Space>;
using Number = Kokkos::View<double, Space>;
double read(const Number& number) {
  double value = 0;
  Kokkos::deep_copy(value, number);
  return value;
}

Number number(double value) {
  const Number view("number");
  Kokkos::deep_copy(view, value);
  return view;
}

Vector vector(std::int64_t count, std::uint64_t seed) {
  const Vector device("vector", static_cast<std::size_t>(count));
  Kokkos::deep_copy(device, sporos_test::make_vector<double>(count, seed));
  return device;
}

// y = 0.75*A*x - 1.25*y with factors in memory. The dot products are compared with those of the resulting y, and a
// second run must give the same bits.
template <class Plan>
void check_apply_dots(Case& matrix_case, const Plan& plan, const sporos::FusedMemory<Exec>& memory) {
  const Number yy("yy"), wy("wy");
  const auto w = vector(static_cast<std::int64_t>(matrix_case.y.extent(0)), 3);
  const auto alpha = number(0.75), beta = number(-1.25);
  double first[2] = {};
  for (int run = 0; run < 2; ++run) {
    matrix_case.check(0.75, -1.25, [&](auto, auto x, auto, auto y) {
      sporos::apply_dots(plan, alpha, x, beta, y, memory, sporos::squared_norm(yy), sporos::dot_with(w, wy));
    });
    const double results[2] = {read(yy), read(wy)};
    if (run == 0) {
      std::memcpy(first, results, sizeof(first));
    } else {
      EXPECT_EQ(std::memcmp(first, results, sizeof(first)), 0);
    }
  }
  const auto y = sporos_test::elements(matrix_case.y);
  const auto of_w = sporos_test::elements(w);
  long double wanted[2] = {}, magnitude = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    wanted[0] += static_cast<long double>(y[i]) * y[i];
    wanted[1] += static_cast<long double>(of_w[i]) * y[i];
    magnitude += std::abs(static_cast<long double>(of_w[i]) * y[i]);
  }
  const auto eps = static_cast<long double>(y.size() + 2) * std::numeric_limits<double>::epsilon();
  EXPECT_LE(std::abs(first[0] - wanted[0]), eps * wanted[0]);
  EXPECT_LE(std::abs(first[1] - wanted[1]), eps * magnitude);
}

bool is_short(const Pattern& pattern) {
  return std::all_of(pattern.rows.begin(), pattern.rows.end(), [](const auto& row) { return row.size() <= 500; });
}

// One kernel of compressed rows is enough, and COO, which works in parts.
TEST(Fused, DotsOfTheProductAreRightAndTheSameBitsAgain) {
  const Exec exec;
  const sporos::FusedMemory<Exec> memory(exec);
  for (const Pattern& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    Case matrix_case(pattern);
    if (is_short(pattern)) check_apply_dots(matrix_case, sporos::Plan(exec, to_ell(exec, matrix_case.matrix)), memory);
    check_apply_dots(matrix_case, sporos::Plan(exec, to_coo(exec, matrix_case.matrix)), memory);
  }
}

// | 4 -1  .  . |
// |-1  4 -1  . |
// and so on, of so many rows.
Case laplacian(std::int64_t rows) {
  auto matrix = sporos_test::make_matrix<double>({"", rows, {}});
  Pattern pattern{"", rows, {}};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::vector<std::int64_t> columns{row};
    if (row > 0) columns.push_back(row - 1);
    if (row + 1 < rows) columns.push_back(row + 1);
    pattern.rows.push_back(columns);
  }
  matrix = sporos_test::make_matrix<double>(pattern);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (int k = matrix.row_offsets(row); k < matrix.row_offsets(row + 1); ++k) {
      matrix.values(k) = matrix.columns(k) == row ? 4 : -1;
    }
  }
  return Case(matrix);
}

// A*x of that matrix.
std::vector<double> times(const std::vector<double>& x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = 4 * x[i] - (i > 0 ? x[i - 1] : 0) - (i + 1 < x.size() ? x[i + 1] : 0);
  }
  return y;
}

constexpr double near = 1e-13;

TEST(Fused, ResidualJacobiAndChebyshev) {
  const Exec exec;
  constexpr std::int64_t rows = 3000;
  const auto matrix_case = laplacian(rows);
  const auto plan = sporos::Plan(exec, to_ell(exec, matrix_case.matrix));
  const sporos::FusedMemory<Exec> memory(exec);
  const auto b = vector(rows, 5), x = vector(rows, 6), d = vector(rows, 7);
  const Vector r("r", rows), next("next", rows), inverse("inverse", rows);
  Kokkos::deep_copy(inverse, 0.25);
  const Number rr("rr");
  const auto of_b = elements(b), of_x = elements(x), of_d = elements(d), product = times(of_x);

  sporos::residual(plan, b, x, r, memory, sporos::squared_norm(rr));
  const auto of_r = elements(r);
  double norm = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    ASSERT_NEAR(of_r[i], of_b[i] - product[i], near);
    norm += of_r[i] * of_r[i];
  }
  EXPECT_NEAR(read(rr), norm, near * norm);
  sporos::jacobi_step(plan, 0.5, inverse, b, x, next);
  const auto after_jacobi = elements(next);
  for (std::size_t i = 0; i < rows; ++i) ASSERT_NEAR(after_jacobi[i], of_x[i] + 0.125 * (of_b[i] - product[i]), near);
  sporos::chebyshev_step(plan, number(0.5), 2.0, inverse, b, x, d, next);
  const auto after_chebyshev = elements(next), direction = elements(d);
  for (std::size_t i = 0; i < rows; ++i) {
    const double wanted = 0.5 * of_d[i] + 0.5 * (of_b[i] - product[i]);
    ASSERT_NEAR(direction[i], wanted, near);
    ASSERT_NEAR(after_chebyshev[i], of_x[i] + wanted, near);
  }
  Kokkos::deep_copy(d, std::numeric_limits<double>::quiet_NaN());
  sporos::chebyshev_step(plan, 0.0, 2.0, inverse, b, x, d, next);  // d is not read
  for (const double value : elements(next)) ASSERT_EQ(value, value);
  sporos::residual(plan, b, x, b, memory);  // in place
  EXPECT_EQ(elements(b), of_r);
}

TEST(Fused, ZeroFactorsInMemoryLeaveOutWhatTheyMultiply) {
  const Exec exec;
  const auto matrix_case = laplacian(50);
  const auto plan = sporos::Plan(exec, to_ell(exec, matrix_case.matrix));
  const sporos::FusedMemory<Exec> memory(exec);
  const Vector nans("nans", 50), y("y", 50);
  Kokkos::deep_copy(nans, std::numeric_limits<double>::quiet_NaN());
  Kokkos::deep_copy(y, 3);
  const Number yy("yy");
  sporos::apply_dots(plan, number(0), nans, number(2), y, memory, sporos::squared_norm(yy));
  EXPECT_EQ(elements(y), std::vector<double>(50, 6.0));
  EXPECT_EQ(read(yy), 50 * 36.0);
  Kokkos::deep_copy(y, std::numeric_limits<double>::quiet_NaN());
  sporos::apply_dots(plan, number(1), matrix_case.x, number(0), y, memory, sporos::squared_norm(yy));
  EXPECT_GT(read(yy), 0.0);
}

// Never waits: a hundred steps go on after the solution has been reached.
TEST(Fused, ConjugateGradientsWithoutTheHost) {
  const Exec exec;
  constexpr std::int64_t rows = 2500;
  const auto matrix_case = laplacian(rows);
  const auto plan = sporos::Plan(exec, to_ell(exec, matrix_case.matrix));
  const sporos::FusedMemory<Exec> memory(exec);
  const auto b = vector(rows, 5);
  const Vector x("x", rows), r("r", rows), p("p", rows), q("q", rows);
  const Number rr[2] = {Number("rr"), Number("rr after")}, pq("pq");
  sporos::residual(plan, b, x, r, memory, sporos::squared_norm(rr[0]));
  Kokkos::deep_copy(exec, p, r);
  for (int step = 0; step < 100; ++step) {
    const Number &before = rr[step % 2], &after = rr[(step + 1) % 2];
    sporos::apply_dots(plan, 1.0, p, 0.0, q, memory, sporos::dot_with(p, pq));
    sporos::update_solution(exec, sporos::quotient(before, pq), p, q, x, r, memory, sporos::squared_norm(after));
    sporos::update_direction(exec, r, sporos::quotient(after, before), p);
  }
  const auto of_b = elements(b), product = times(elements(x));
  for (std::size_t i = 0; i < rows; ++i) ASSERT_NEAR(product[i], of_b[i], 1e-12);
}

TEST(Fused, WhereNothingIsLeftConjugateGradientsStay) {
  const Exec exec;
  const sporos::FusedMemory<Exec> memory(exec);
  const Vector zero("zero", 10), x("x", 10), r("r", 10), q("q", 10);
  Kokkos::deep_copy(x, 7);
  const Number none("none"), nothing("nothing"), rr("rr");
  sporos::update_solution(exec, sporos::quotient(none, nothing), zero, q, x, r, memory, sporos::squared_norm(rr));
  EXPECT_EQ(elements(x), std::vector<double>(10, 7.0));
  EXPECT_EQ(read(rr), 0.0);
}

}  // namespace fused_tests
