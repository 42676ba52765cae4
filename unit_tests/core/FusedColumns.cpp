// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of callers, dot products and residuals with every operation, and with several columns.
#include <gtest/gtest.h>

#include <cmath>

#include "core/Sporos_FormatPlan.hpp"
#include "core/Sporos_Fused.hpp"
#include "core/launch/formats/Sporos_LaunchBsr.hpp"
#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "core/launch/formats/Sporos_LaunchDia.hpp"
#include "unit_tests/support/Columns.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/OperationCase.hpp"

namespace fused_columns_tests {

using sporos::Algorithm;
using sporos::Op;
using sporos_test::column_of;
using sporos_test::columns_of_numbers;
using sporos_test::Exec;
using sporos_test::Pattern;
using Space = Exec::memory_space;
using Left = Kokkos::LayoutLeft;
using Right = Kokkos::LayoutRight;
using Complex = Kokkos::complex<double>;

template <class View>
auto on_host(const View& view) {
  const auto host = Kokkos::create_mirror(Kokkos::HostSpace(), view);
  Kokkos::deep_copy(host, view);
  return host;
}

// The sum of conj(w_i) y_i, within the possible rounding of its terms.
template <class W, class Y>
void expect_dot(const W& w, const Y& y, Complex dot) {
  Complex wanted = 0;
  double magnitude = 0;
  for (std::size_t i = 0; i < y.extent(0); ++i) {
    const Complex a(w(i)), b(y(i));
    wanted += Kokkos::conj(a) * b;
    magnitude += Kokkos::abs(a) * Kokkos::abs(b);
  }
  const double eps = static_cast<double>(y.extent(0) + 2) * std::numeric_limits<double>::epsilon();
  EXPECT_LE(Kokkos::abs(dot - wanted), 3 * eps * magnitude);
}

template <class T>
T read(const Kokkos::View<T, Space>& number) {
  return on_host(number)();
}

// y = alpha*op(A)*x + beta*y with dot products, and r = b - op(A)*x with its norm, with every operation.
template <class T, class Plan>
void check_operations(const sporos_test::OperationCase<T>& one, const Plan& plan) {
  const Exec exec;
  const sporos::FusedMemory<Exec> memory(exec);
  const Kokkos::View<double, Space> yy("yy");
  const Kokkos::View<T, Space> wy("wy"), minus_one("minus one");
  Kokkos::deep_copy(minus_one, T(-1));
  one.check_all([&](Op op, auto alpha, auto x, auto beta, auto y) {
    const auto w = sporos_test::make_vector<T>(static_cast<std::int64_t>(y.extent(0)), 3);
    const auto of_w = Kokkos::create_mirror_view_and_copy(Space(), w);
    sporos::apply_dots(plan, op, alpha, x, beta, y, memory, sporos::squared_norm(yy), sporos::dot_with(of_w, wy));
    expect_dot(on_host(y), on_host(y), read(yy));
    expect_dot(w, on_host(y), read(wy));
  });
  for (const Op op : sporos_test::all_operations) {
    one.check(op, T(-1), T(1), [&](auto, auto, auto x, auto, auto y) {
      sporos::residual(plan, op, y, x, y, memory, sporos::squared_norm(yy));
      expect_dot(on_host(y), on_host(y), read(yy));
    });
    one.check(op, T(-1), T(0.5), [&](auto, auto, auto x, auto beta, auto y) {
      sporos::apply_dots(plan, op, minus_one, x, beta, y, memory);
    });
  }
}

// A row that is longer than a segment, empty rows, more rows than columns.
Pattern oblong() {
  return sporos_test::random_pattern("oblong", 2600, 2100, [](auto row) { return row == 700 ? 2000 : row % 7; });
}

TEST(FusedColumns, OperationsOfRealCompressedRows) {
  const sporos_test::OperationCase<double> one(oblong());
  check_operations(one, sporos::Plan(Exec(), one.matrix));
}

TEST(FusedColumns, OperationsOfComplexCompressedRows) {
  const sporos_test::OperationCase<Complex> one(oblong());
  check_operations(one, sporos::Plan(Exec(), one.matrix));
}

// Formats that work in parts, that have a transpose in their own format, and that are transposed as they are stored.
TEST(FusedColumns, OperationsOfFormats) {
  const Exec exec;
  Pattern bands{"bands", 50, std::vector<std::vector<std::int64_t>>(60)};
  for (std::int64_t row = 0; row < 60; ++row) {
    for (const std::int64_t column : {row - 9, row, row + 3}) {
      if (column >= 0 && column < 50) bands.rows[static_cast<std::size_t>(row)].push_back(column);
    }
  }
  const sporos_test::OperationCase<double> one(bands);
  check_operations(one, sporos::Plan(exec, to_coo(exec, one.matrix)));
  check_operations(one, sporos::Plan(exec, to_bsr(exec, one.matrix)));
  sporos::DiaOptions any_number;
  any_number.max_bytes = INT64_MAX;
  check_operations(one, sporos::Plan(exec, to_dia(exec, one.matrix, any_number)));
}

// A function as a caller would write it.
template <class T>
struct Count {
  Kokkos::View<T**, Space> y;
  Kokkos::View<int**, Space> counts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t column, const T& sum) const {
    Kokkos::atomic_fetch_add(&counts(static_cast<std::size_t>(row), static_cast<std::size_t>(column)), 1);
    y(static_cast<std::size_t>(row), static_cast<std::size_t>(column)) = sum;
  }
};

// Checks `run(x, f)` for a matrix with `reference_of(column)` for each column.
template <class T, class XLayout, class Host, class Run>
void check_counts(const Host& host, int columns, const Run& run) {
  SCOPED_TRACE(sporos::detail::concat(columns, " columns"));
  const auto x = columns_of_numbers<T, XLayout>(host.num_columns, columns, 1);
  const auto rows = static_cast<std::size_t>(host.num_rows);
  const auto all = static_cast<std::size_t>(columns);
  const Count<T> count{Kokkos::View<T**, Space>("y", rows, all), Kokkos::View<int**, Space>("counts", rows, all)};
  run(x, count);
  Exec().fence();
  const auto y = on_host(count.y);
  const auto counts = on_host(count.counts);
  const auto of_x = on_host(x);
  for (int c = 0; c < columns; ++c) {
    const auto wanted = sporos_test::reference_product(host, T(1), column_of(of_x, c), T(0),
                                                       sporos_test::make_vector<T>(host.num_rows, 1));
    EXPECT_EQ(sporos_test::first_wrong_row(wanted, column_of(y, c)), -1) << "column " << c;
    for (std::size_t row = 0; row < rows; ++row) ASSERT_EQ(counts(row, static_cast<std::size_t>(c)), 1);
  }
}

TEST(FusedColumns, FunctionsGetEachRowAndColumnOnce) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto host = sporos_test::make_matrix<double>(pattern);
    const auto matrix = sporos::copy_to<Space>(host);
    for (const Algorithm algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(name(algorithm));
      sporos::Options options;
      options.algorithm = algorithm;
      const auto plan = sporos::Plan(Exec(), matrix, options);
      check_counts<double, Left>(host, 19, [&](auto x, auto f) { plan.apply_with(x, f); });
      check_counts<double, Right>(host, 19, [&](auto x, auto f) { plan.apply_with(x, f); });
    }
    const auto coo = sporos::Plan(Exec(), to_coo(Exec(), matrix));
    check_counts<double, Right>(host, 3, [&](auto x, auto f) { coo.apply_with(x, f); });
  }
}

TEST(FusedColumns, FunctionsOfConjugatesGetEachRowAndColumnOnce) {
  const auto host = sporos_test::make_matrix<Complex>(oblong());
  const auto conjugated = sporos_test::make_matrix<Complex>(oblong());
  for (std::size_t k = 0; k < host.values.extent(0); ++k) conjugated.values(k) = Kokkos::conj(host.values(k));
  const auto plan = sporos::Plan(Exec(), sporos::copy_to<Space>(host));
  check_counts<Complex, Right>(conjugated, 5, [&](auto x, auto f) { plan.apply_with(Op::conjugate, x, f); });
}

// Products and residuals with the given number of columns and layouts, and the dot products of each column.
template <class T, class XLayout, class YLayout>
void check_columns(int columns) {
  SCOPED_TRACE(sporos::detail::concat(columns, " columns"));
  const Exec exec;
  const auto host = sporos_test::make_matrix<T>(oblong());
  const auto plan = sporos::Plan(exec, sporos::copy_to<Space>(host));
  const sporos::FusedMemory<Exec> memory(exec);
  const auto all = static_cast<std::size_t>(columns);
  const auto x = columns_of_numbers<T, XLayout>(host.num_columns, columns, 1);
  const auto y = columns_of_numbers<T, YLayout>(host.num_rows, columns, 100);
  const auto w = columns_of_numbers<T, XLayout>(host.num_rows, columns, 200);
  const auto before = on_host(y);
  const auto of_w = on_host(w);
  const auto of_x = on_host(x);
  const Kokkos::View<double*, Space> yy("yy", all);
  const Kokkos::View<T*, Space> wy("wy", all);
  const Kokkos::View<T, Space> factor("factor");
  Kokkos::deep_copy(factor, T(0.75));
  const auto check = [&](T alpha, T beta, const auto& before_product, bool has_w) {
    const auto after = on_host(y);
    const auto norms = on_host(yy);
    const auto dots = on_host(wy);
    for (int c = 0; c < columns; ++c) {
      const auto wanted =
          sporos_test::reference_product(host, alpha, column_of(of_x, c), beta, column_of(before_product, c));
      EXPECT_EQ(sporos_test::first_wrong_row(wanted, column_of(after, c)), -1) << "column " << c;
      expect_dot(column_of(after, c), column_of(after, c), norms(c));
      if (has_w) expect_dot(column_of(of_w, c), column_of(after, c), Complex(dots(c)));
    }
  };
  sporos::apply_dots(plan, T(2), x, T(-1.25), y, memory, sporos::squared_norm(yy), sporos::dot_with(w, wy));
  check(T(2), T(-1.25), before, true);
  Kokkos::deep_copy(y, before);
  sporos::apply_dots(plan, factor, x, T(0.5), y, memory, sporos::squared_norm(yy), sporos::dot_with(w, wy));
  check(T(0.75), T(0.5), before, true);
  sporos::residual(plan, w, x, y, memory, sporos::squared_norm(yy));
  check(T(-1), T(1), of_w, false);
  Kokkos::deep_copy(y, before);
  sporos::residual(plan, y, x, y, memory, sporos::squared_norm(yy));  // in place
  check(T(-1), T(1), before, false);
}

TEST(FusedColumns, ProductsAndResidualsHaveADotProductForEachColumn) {
  for (const int columns : {1, 3, 8, 17}) {
    check_columns<double, Left, Left>(columns);
    check_columns<double, Right, Right>(columns);
    check_columns<double, Left, Right>(columns);
  }
  check_columns<Complex, Right, Left>(7);
}

TEST(FusedColumns, ByTheTransposeAgreeWithProductsOfTheTransposedMatrix) {
  const Exec exec;
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(oblong()));
  const auto plan = sporos::Plan(exec, matrix);
  const sporos::FusedMemory<Exec> memory(exec);
  const auto x = columns_of_numbers<double, Right>(matrix.num_rows, 8, 1);
  const auto y = columns_of_numbers<double, Right>(matrix.num_columns, 8, 2);
  const auto again = columns_of_numbers<double, Right>(matrix.num_columns, 8, 2);
  const Kokkos::View<double*, Space> wy("wy", 8);
  sporos::apply_dots(plan, Op::transpose, 2.0, x, 0.5, y, memory, sporos::dot_with(y, wy));
  plan.apply(Op::transpose, 2.0, x, 0.5, again);
  const auto of_y = on_host(y), wanted = on_host(again);
  const auto dots = on_host(wy);
  for (int c = 0; c < 8; ++c) {
    for (std::size_t row = 0; row < of_y.extent(0); ++row) ASSERT_EQ(of_y(row, c), wanted(row, c));
    expect_dot(column_of(of_y, c), column_of(of_y, c), dots(c));
  }
}

struct Ignore {
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t, double) const {}
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t, std::int64_t, double) const {}
};

TEST(FusedColumns, RefuseWhatOverlapsOrDoesNotFit) {
  const Exec exec;
  const auto matrix = sporos::copy_to<Space>(
      sporos_test::make_matrix<double>(sporos_test::random_pattern("some", 8, 6, [](auto) { return 2; })));
  const auto plan = sporos::Plan(exec, matrix);
  const sporos::FusedMemory<Exec> memory(exec);
  using Columns = Kokkos::View<double**, Right, Space>;
  const Columns x("x", 6, 3), y("y", 8, 3), w("w", 8, 2), turned("turned", 6, 3);
  const Kokkos::View<double*, Space> three("three", 3), two("two", 2), in_y(y.data(), 3), in_x(x.data() + 1, 3);
  const auto says = [](const auto& action, const std::string& words) {
    const std::string said = sporos_test::complaint(action);
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  using sporos::dot_with;
  using sporos::squared_norm;
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, squared_norm(two)); },
       "the result of squared_norm(result) has 2 elements, but y has 3 columns");
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, squared_norm(in_y)); }, "overlaps y");
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, squared_norm(in_x)); }, "overlaps x");
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, dot_with(w, three)); },
       "w of dot_with(w, result) is 8 x 2, but 8 x 3 is wanted");
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, dot_with(y, three), squared_norm(three)); },
       "overlaps another");
  says([&] { sporos::residual(plan, w, x, y, memory); }, "residual: b is 8 x 2, but 8 x 3 is wanted");
  says([&] { sporos::residual(plan, y, x, w, memory); }, "residual: x has 3 columns, but r has 2");
  says([&] { sporos::residual(plan, y, x, y, memory, squared_norm(two)); },
       "the result of squared_norm(result) has 2 elements, but r has 3");
  says([&] { sporos::residual(plan, Columns(nullptr, 8, 3), x, y, memory); }, "b has 8 elements, but points to no");
  says([&] { sporos::residual(plan, Op::transpose, x, x, y, memory); }, "residual: x has 6 rows");
  says([&] { plan.apply_with(y, Ignore()); }, "apply_with: x has 8 rows, but the matrix (8 x 6) has 6 columns");
  says([&] { plan.apply_with(Op::transpose, x, Ignore()); },
       "apply_with, op = transpose: x has 6 rows, but the transposed matrix (6 x 8) has 8 columns");
}

}  // namespace fused_columns_tests
