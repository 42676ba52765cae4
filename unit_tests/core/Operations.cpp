// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed and conjugated products: the gallery with every operation, algorithm and format, with and without a plan.
#include "formats/coo/Sporos_SortEntries.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "formats/reorder/Sporos_Metis.hpp"
#include "unit_tests/support/OperationCase.hpp"

namespace operations_tests {

using sporos::Op;
using sporos::Plan;
using sporos_test::all_operations;
using sporos_test::check_plan;
using sporos_test::Exec;
using sporos_test::gallery;
using sporos_test::make_matrix;
using sporos_test::make_vector;
using sporos_test::OperationCase;
using sporos_test::Pattern;
using sporos_test::plan_of;
using sporos_test::Space;
using sporos_test::transposed;

template <class Value>
void check_gallery() {
  const Exec exec;
  for (const Pattern& pattern : gallery()) {
    SCOPED_TRACE(pattern.name);
    const OperationCase<Value> one(pattern);
    const auto plan = plan_of(one.matrix);
    one.check_all([&](auto... arguments) { plan.apply(arguments...); });
    one.check_all([&](Op op, auto a, auto x, auto b, auto y) { sporos::spmv(exec, op, a, one.matrix, x, b, y); });
    for (const sporos::Algorithm algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(name(algorithm));
      sporos::Options options;
      options.algorithm = algorithm;
      options.operations = {Op::transpose, Op::conjugate_transpose};
      const auto by_name = plan_of(one.matrix, options);
      for (const Op op : all_operations) {
        one.check(op, Value(0.75), Value(-1.25), [&](auto... arguments) { by_name.apply(arguments...); });
      }
      EXPECT_EQ(transposed(by_name.describe()).algorithm, name(algorithm));
    }
  }
}

TEST(Operations, OfTheGalleryInDouble) { check_gallery<double>(); }
TEST(Operations, OfTheGalleryInComplex) { check_gallery<Kokkos::complex<double>>(); }

std::vector<sporos::Format> formats() {
  std::vector<sporos::Format> all;
  for (const sporos::Format format : sporos::all_formats()) {
    if (format != sporos::Format::packet || sporos::has_metis) all.push_back(format);
  }
  return all;
}

/// Matrices that any format can take: square, with ascending columns, and one of them symmetric.
std::vector<sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>> matrices_for_all() {
  return {sporos::generate<double, int, int>("stencil9:23x17"),
          sporos::generate<double, int, int>("stencil5:40,values=laplace"),
          sporos::generate<double, int, int>("band:700,shortest=1,longest=6,radius=9")};
}

TEST(Operations, OfEveryFormat) {
  const Exec exec;
  for (const auto& host : matrices_for_all()) {
    const OperationCase<double> one(host);
    auto other_host = host;
    other_host.values = make_vector<double>(host.nnz(), 77);
    const OperationCase<double> other(other_host);
    for (const sporos::Format format : formats()) {
      SCOPED_TRACE(sporos::detail::concat(host.num_rows, " rows, ", name(format)));
      const auto stored = sporos::to_any(exec, sporos::copy_to<Space>(host), format);
      auto plan = Plan(exec, stored);
      check_plan(one, plan);
      const auto copy = plan.clone();
      plan.update_values(other.matrix.values);
      check_plan(other, plan);
      check_plan(one, copy);
      sporos::Options options;
      options.operations = Op::transpose;
      check_plan(one, plan_of(one.matrix, options));
    }
  }
}

// Plans of one format have it in their type, and clone without another conversion.
template <class Value, class Matrix>
void check_format(const OperationCase<Value>& one, const OperationCase<Value>& other, const Matrix& matrix) {
  const Exec exec;
  auto plan = plan_of(matrix);
  one.check_all([&](auto... arguments) { plan.apply(arguments...); });
  one.check_all([&](Op op, auto a, auto x, auto b, auto y) { sporos::spmv(exec, op, a, matrix, x, b, y); });
  const auto copy = plan.clone();
  plan.update_values(other.matrix.values);
  other.check_all([&](auto... arguments) { plan.apply(arguments...); });
  one.check_all([&](auto... arguments) { copy.apply(arguments...); });
}

// By the entries (COO), as stored (DIA), by way of compressed rows, and by mirror images alone.
TEST(Operations, OfFormatsWithoutAPlan) {
  const Exec exec;
  const OperationCase<double> one(sporos::generate<double, int, int>("stencil5:40,values=laplace"));
  const auto check = [&](const auto& stored) {
    one.check_all([&](Op op, auto a, auto x, auto b, auto y) { sporos::spmv(exec, op, a, stored, x, b, y); });
  };
  check(sporos::to_coo(exec, one.matrix));
  check(sporos::to_dia(exec, one.matrix));
  check(sporos::to_ell(exec, one.matrix));
  check(sporos::to_symmetric(exec, one.matrix));
}

TEST(Operations, OfFormatsWithComplexNumbers) {
  using Value = Kokkos::complex<double>;
  const Exec exec;
  const auto host = sporos::generate<Value, int, int>("stencil5:19x31");
  auto other_host = host;
  other_host.values = make_vector<Value>(host.nnz(), 77);
  const OperationCase<Value> one(host);
  const OperationCase<Value> other(other_host);
  check_format(one, other, sporos::to_dia(exec, one.matrix));
  check_format(one, other, sporos::to_coo(exec, one.matrix));
  check_format(one, other, sporos::to_hyb(exec, one.matrix, sporos::HybOptions{}));
}

TEST(Operations, OfTheGalleryInDiagonals) {
  for (const Pattern& pattern : sporos_test::structured_gallery()) {
    SCOPED_TRACE(pattern.name);
    const OperationCase<double> one(pattern);
    check_format(one, one, sporos::to_dia(Exec(), one.matrix));
  }
}

// A NaN must not spread through the filling of diagonals.
TEST(Operations, InDiagonalsDoNotMultiplyFilling) {
  const auto A = sporos_test::drawn();
  const Kokkos::View<double*, Space> x("x", 4);
  const Kokkos::View<double*, Space> y("y", 4);
  const auto host_x = Kokkos::create_mirror_view(x);
  for (std::size_t i = 0; i < 4; ++i) host_x(i) = i == 1 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  Kokkos::deep_copy(x, host_x);
  plan_of(sporos::to_dia(Exec(), A)).apply(Op::transpose, 1.0, x, 0.0, y);
  EXPECT_EQ(sporos_test::elements(y), (std::vector<double>{4, 4, 2, 11}));
}

TEST(Operations, OfEntriesInAnyOrderTakeNewNumbersInThatOrder) {
  // The matrix of drawn(), with its entries in reverse.
  const std::vector<int> rows{3, 2, 2, 2, 0, 0};
  const std::vector<int> columns{3, 3, 1, 0, 2, 0};
  const auto device = [](const auto& numbers, auto zero) {
    const Kokkos::View<decltype(zero)*, Space> view("numbers", numbers.size());
    const auto host = Kokkos::create_mirror_view(view);
    for (std::size_t k = 0; k < numbers.size(); ++k) host(k) = static_cast<decltype(zero)>(numbers[k]);
    Kokkos::deep_copy(view, host);
    return view;
  };
  const auto coo = sporos::to_coo(Exec(), 4, 4, device(rows, 0), device(columns, 0),
                                  device(std::vector<int>{0, 0, 0, 0, 0, 0}, 0.0));
  sporos::Options options;
  options.operations = Op::transpose;
  auto plan = plan_of(coo, options);
  plan.update_values(device(std::vector<int>{6, 5, 4, 3, 2, 1}, 0.0));
  const Kokkos::View<double*, Space> y("y", 4);
  plan.apply(Op::transpose, 1.0, device(std::vector<int>{1, 10, 100, 1000}, 0.0), 0.0, y);
  EXPECT_EQ(sporos_test::elements(y), (std::vector<double>{301, 400, 2, 6500}));
}

/// Calls `multiply(op, alpha, x, beta, y)` with three columns of the same numbers, and returns column `c`.
template <class Multiply>
auto in_columns(int c, const Multiply& multiply) {
  return [c, &multiply](Op op, auto alpha, const auto& x, auto beta, const auto& y) {
    using Value = typename std::decay_t<decltype(y)>::value_type;
    const Kokkos::View<Value**, Kokkos::LayoutRight, Space> xs("xs", x.extent(0), 3);
    const Kokkos::View<Value**, Kokkos::LayoutLeft, Space> ys("ys", y.extent(0), 3);
    for (int i = 0; i < 3; ++i) {
      Kokkos::deep_copy(Kokkos::subview(xs, Kokkos::ALL, i), x);
      Kokkos::deep_copy(Kokkos::subview(ys, Kokkos::ALL, i), y);
    }
    multiply(op, alpha, xs, beta, ys);
    Kokkos::deep_copy(y, Kokkos::subview(ys, Kokkos::ALL, c));
  };
}

TEST(Operations, OfSeveralColumnsMatchTheReference) {
  using Complex = Kokkos::complex<double>;
  for (const Pattern& pattern : gallery()) {
    SCOPED_TRACE(pattern.name);
    const OperationCase<Complex> product(pattern);
    const auto plan = sporos::Plan(Exec(), product.matrix);
    const auto planned = [&](auto... arguments) { plan.apply(arguments...); };
    const auto coo = sporos::to_coo(Exec(), product.matrix);
    const auto unplanned = [&](auto o, auto a, auto x, auto b, auto y) { sporos::spmv(Exec(), o, a, coo, x, b, y); };
    for (int c = 0; c < 3; ++c) {
      for (const Op op : sporos_test::all_operations) {
        product.check(op, Complex(1), Complex(0.5), in_columns(c, planned));
        product.check(op, Complex(1), Complex(0.5), in_columns(c, unplanned));
      }
    }
  }
}

}  // namespace operations_tests
