// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products that are computed within a product: their bits, for every type and algorithm, and what they cost.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/Sporos_Fused.hpp"
#include "core/launch/formats/Sporos_LaunchDia.hpp"
#include "core/launch/formats/Sporos_LaunchEll.hpp"
#include "core/launch/formats/Sporos_LaunchSell.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/InventedDecisions.hpp"
#include "unit_tests/support/Recording.hpp"

namespace fused_dots_tests {

using sporos::Algorithm;
using sporos_test::elements;
using sporos_test::Exec;
using sporos_test::Pattern;
using Space = Exec::memory_space;
template <class T>
using Vector = Kokkos::View<T*, Space>;
template <class T>
using Number = Kokkos::View<T, Space>;

template <class T>
Vector<T> vector(std::int64_t count, std::uint64_t seed) {
  const Vector<T> device("vector", static_cast<std::size_t>(count));
  Kokkos::deep_copy(device, sporos_test::make_vector<T>(count, seed));
  return device;
}

template <class T>
T read(const Number<T>& number) {
  T value{};
  Kokkos::deep_copy(value, number);
  return value;
}

// 20 chunks of dot products, the last of which is not full; one of them contains a row that threads share; empty rows.
Pattern several_chunks() {
  return sporos_test::random_pattern("several chunks", 20000, 20000,
                                     [](auto row) { return row == 7000 ? 19000 : row % 11; });
}

using Wide = Kokkos::complex<double>;

// The dot products of y and w, within their possible rounding.
template <class T>
void expect_dots(const Vector<T>& of_y, const Vector<T>& of_w, Wide yy, Wide wy) {
  const auto y = elements(of_y), w = elements(of_w);
  double norm = 0, magnitude = 0;
  Wide product = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const Wide a(y[i]), b(w[i]);
    norm += (Kokkos::conj(a) * a).real();
    product += Kokkos::conj(b) * a;
    magnitude += Kokkos::abs(a) * Kokkos::abs(b);
  }
  // A chunk is summed in eight parts of 128.
  const double eps = 300 * static_cast<double>(std::is_same<T, float>::value ? std::numeric_limits<float>::epsilon()
                                                                             : std::numeric_limits<double>::epsilon());
  EXPECT_LE(Kokkos::abs(yy - norm), eps * norm);
  EXPECT_LE(Kokkos::abs(wy - product), eps * magnitude);
}

// y is right, the dot products have the same bits as those of a separate pass, and there is nothing but launches.
template <class Norm, class T, class Plan>
void check_plan(sporos_test::ProductCase<T>& matrix_case, const Plan& plan) {
  const Exec exec;
  const sporos::FusedMemory<Exec> memory(exec), other_memory(exec);
  const auto w = vector<T>(20000, 3);
  const Number<Norm> yy("yy"), yy_behind("yy");
  const Number<T> wy("wy"), wy_behind("wy");
  for (int run = 0; run < 2; ++run) {  // Kokkos itself sets up its team memory at the first launch
    matrix_case.check(T(0.75), T(-1.25), [&](auto alpha, auto x, auto beta, auto y) {
      const auto norm = sporos::squared_norm(yy);
      const auto dot = sporos::dot_with(w, wy);
      const sporos_test::Recording recording;
      sporos::apply_dots(plan, alpha, x, beta, y, memory, norm, dot);
      if (run > 0) {
        EXPECT_EQ(recording.log().allocations, std::vector<std::string>());
        EXPECT_EQ(recording.log().fences, std::vector<std::string>());
      }
    });
    const auto terms = sporos::detail::checked_dots<Exec>("", "y", matrix_case.y, sporos::squared_norm(yy_behind),
                                                          sporos::dot_with(w, wy_behind));
    sporos::detail::launch_dots<T>("", exec, matrix_case.y, terms, other_memory);
    expect_dots<T>(matrix_case.y, w, Wide(read(yy)), Wide(read(wy)));
    EXPECT_EQ(read(yy), read(yy_behind));
    EXPECT_EQ(read(wy), read(wy_behind));
  }
}

template <class T, class Norm>
void check_every_algorithm() {
  sporos_test::ProductCase<T> matrix_case(several_chunks());
  for (const Algorithm algorithm : sporos::all_algorithms()) {
    SCOPED_TRACE(name(algorithm));
    sporos::Options options;
    options.algorithm = algorithm;
    check_plan<Norm>(matrix_case, sporos::Plan(Exec(), matrix_case.matrix, options));
  }
}

// 20000 rows of five diagonals.
Pattern several_chunks_of_diagonals() {
  Pattern pattern{"diagonals", 20000, {}};
  for (std::int64_t row = 0; row < 20000; ++row) {
    pattern.rows.emplace_back();
    for (const std::int64_t column : {row - 700, row - 1, row, row + 1, row + 700}) {
      if (column >= 0 && column < 20000) pattern.rows.back().push_back(column);
    }
  }
  return pattern;
}

// Slices of a height that has leaves and of one that has none; sorted rows come in another order.
template <class F>
void with_lane_formats(const F& f) {
  const Exec exec;
  sporos_test::ProductCase<double> matrix_case(several_chunks_of_diagonals());
  f("ell", matrix_case, to_ell(exec, matrix_case.matrix));
  f("dia", matrix_case, to_dia(exec, matrix_case.matrix));
  for (const int height : {4, 16}) {
    sporos::SellOptions options;
    options.shape = sporos::SellShape{height, 1};
    f("slices", matrix_case, to_sell(exec, matrix_case.matrix, options));
  }
}

TEST(FusedDots, HaveTheBitsOfAPassBehindTheProductInFormatsOfLanes) {
  with_lane_formats([](const char* name, auto& matrix_case, const auto& matrix) {
    SCOPED_TRACE(name);
    check_plan<double>(matrix_case, sporos::Plan(Exec(), matrix));
  });
  sporos_test::ProductCase<double> matrix_case(several_chunks_of_diagonals());
  sporos::SellOptions options;
  options.shape = sporos::SellShape{16, 4096};
  check_plan<double>(matrix_case, sporos::Plan(Exec(), to_sell(Exec(), matrix_case.matrix, options)));
  sporos_test::ProductCase<Wide> complex_case(several_chunks_of_diagonals());  // which has no leaves
  check_plan<double>(complex_case, sporos::Plan(Exec(), to_ell(Exec(), complex_case.matrix)));
  check_plan<double>(complex_case, sporos::Plan(Exec(), to_dia(Exec(), complex_case.matrix)));
}

TEST(FusedDots, HaveTheBitsOfAPassBehindTheProductInDouble) { check_every_algorithm<double, double>(); }
TEST(FusedDots, HaveTheBitsOfAPassBehindTheProductInFloat) { check_every_algorithm<float, float>(); }
TEST(FusedDots, HaveTheBitsOfAPassBehindTheProductInComplex) {
  check_every_algorithm<Kokkos::complex<double>, double>();
}

// How many chunks a product has summed itself; `multiply(x, epilogue)` is the product.
template <class Multiply>
std::int64_t chunks_of_the_product(const Multiply& multiply) {
  const Exec exec;
  const auto x = vector<double>(20000, 1), y = vector<double>(20000, 2);
  const Number<double> yy("yy");
  const sporos::FusedMemory<Exec> memory(exec);
  const sporos::detail::GivenScalar<double> one{1}, zero{0};
  const sporos::detail::LinearStep<double, double, decltype(one), decltype(zero)> step{y.data(), one, zero};
  const auto terms = sporos::detail::checked_dots<Exec>("", "y", y, sporos::squared_norm(yy));
  sporos::detail::TeamDots<Exec> team_dots;
  multiply(x, sporos::detail::step_with_dots<double>("", step, y, terms, memory, team_dots));
  const auto done = sporos::detail::host_copy(Kokkos::View<unsigned char*, Space>(memory.places("").done, 20));
  std::int64_t count = 0;
  for (std::size_t i = 0; i < done.extent(0); ++i) count += done(i);
  sporos::detail::launch_dots<double>("", exec, y, terms, memory);
  expect_dots<double>(y, y, Wide(read(yy)), Wide(read(yy)));
  EXPECT_EQ(sporos::detail::host_copy(Kokkos::View<unsigned char*, Space>(memory.places("").done, 1))(0), 0);
  return count;
}

template <class Matrix>
std::int64_t chunks_with_decision(const Matrix& matrix, const sporos::CrsDecision& decision) {
  using View = std::decay_t<decltype(sporos::crs_view(matrix))>;
  const Exec exec;
  const sporos::detail::PreparedCrs<Exec, View, sporos::DefaultPrimitives> prepared(exec, sporos::detect_machine(exec),
                                                                                    sporos::crs_view(matrix), decision);
  sporos::detail::VectorBinder<Exec> binder;
  return chunks_of_the_product([&](const auto& x, const auto& f) {
    const sporos::detail::CallerEpilogue<std::decay_t<decltype(f)>, double> epilogue{f};
    prepared.run_with(exec, sporos::crs_view(matrix), x, epilogue, binder);
  });
}

TEST(FusedDots, AreMadeByTheProductsOfAHost) {
  if (!sporos::detail::is_host_execution<Exec> || sporos::detail::concurrency(Exec()) > 1) GTEST_SKIP();
  const sporos_test::ProductCase<double> matrix_case(several_chunks());
  auto decision = sporos_test::invented(Algorithm::coop, 1, 40);
  decision.shape = {4, 20000, 4};
  EXPECT_EQ(chunks_with_decision(matrix_case.matrix, decision), 20);
  decision.shape = {4, 3000, 4};  // seven shares, six of which begin within five chunks
  EXPECT_EQ(chunks_with_decision(matrix_case.matrix, decision), 15);
}

TEST(FusedDots, AreMadeByTheProductsOfAHostInFormatsOfLanes) {
  if (!sporos::detail::is_host_execution<Exec> || sporos::detail::concurrency(Exec()) > 1) GTEST_SKIP();
  with_lane_formats([](const char* name, auto&, const auto& matrix) {
    const auto plan = sporos::Plan(Exec(), matrix);
    EXPECT_EQ(chunks_of_the_product([&](const auto& x, const auto& f) { plan.apply_with(x, f); }), 20) << name;
  });
}

TEST(FusedDots, LeaveAPlanThatTunesItsExperiments) {
  if (!sporos::detail::EventTimer<Exec>::measures) GTEST_SKIP() << "this backend is not timed";
  const Exec exec;
  const sporos_test::ProductCase<double> matrix_case(several_chunks());
  const sporos::FusedMemory<Exec> memory(exec);
  const Number<double> yy("yy");
  sporos::Options options;
  options.tuning = sporos::Tuning::run_time;
  const auto plan = sporos::Plan(exec, matrix_case.matrix, options);
  EXPECT_TRUE(plan.is_tuning());
  for (int product = 0; product < 2000 && plan.is_tuning(); ++product) {
    sporos::apply_dots(plan, 1.0, matrix_case.x, 0.0, matrix_case.y, memory, sporos::squared_norm(yy));
    exec.fence();  // the next product finds the time of this one
  }
  EXPECT_FALSE(plan.is_tuning());
  expect_dots<double>(matrix_case.y, matrix_case.y, Wide(read(yy)), Wide(read(yy)));
}

}  // namespace fused_dots_tests
