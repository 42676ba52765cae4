// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/support/ElementMeshes.hpp"

namespace element_product_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::ElementOptions;
using sporos::Op;
using sporos::Scatter;
using sporos_test::array_on_device;
using sporos_test::element_matrix_of;
using sporos_test::element_numbers;
using sporos_test::element_options;
using sporos_test::Mesh;
using sporos_test::ProductCase;
using sporos_test::rows_of_elements;

template <class Value, class Vector = Value, class Column = int, class Offset = int>
void check_mesh(const Mesh& mesh, const ElementOptions& options) {
  SCOPED_TRACE(mesh.name + ", " + sporos_test::words(options));
  const auto numbers = element_numbers<Value>(mesh, options.is_symmetric, 5);
  ProductCase<Value, Vector, Column, Offset> matrix_case(rows_of_elements<Value, Column, Offset>(mesh, numbers));
  const auto A = element_matrix_of<Value, Column, Offset>(mesh, numbers, options);
  EXPECT_EQ(A.num_rows, mesh.num_unknowns);
  EXPECT_EQ(A.nnz(), static_cast<std::int64_t>(numbers.extent(0)));
  sporos_test::check_products(matrix_case, A);
  sporos_test::check_zero_alpha_reads_no_x(matrix_case, A);
}

template <class Value, class Vector = Value, class Column = int, class Offset = int>
void check_meshes() {
  for (const Mesh& mesh : sporos_test::meshes()) {
    for (const ElementOptions& options : element_options()) {
      check_mesh<Value, Vector, Column, Offset>(mesh, options);
    }
  }
}

TEST(ElementProduct, Double) { check_meshes<double>(); }
TEST(ElementProduct, ComplexFloat) { check_meshes<Kokkos::complex<float>>(); }
TEST(ElementProduct, FloatMatrixWithDoubleVectors) { check_meshes<float, double>(); }
TEST(ElementProduct, LongColumnsAndOffsets) {
  for (const auto scatter : {Scatter::atomics, Scatter::colouring, Scatter::gather}) {
    check_mesh<double, double, std::int64_t, std::int64_t>(sporos_test::quadrilaterals(7, 2), {scatter, false, 0});
  }
}

TEST(ElementProduct, OfTheLargestElements) {
  check_mesh<Kokkos::complex<double>>(sporos_test::random_mesh(2, 128, 200), {Scatter::automatic, true, 0});
}

TEST(ElementProduct, OnlyLaunches) {
  const Mesh mesh = sporos_test::quadrilaterals(6, 2);
  const auto numbers = element_numbers<double>(mesh, true, 5);
  ProductCase<double> matrix_case(rows_of_elements<double, int, int>(mesh, numbers));
  for (const ElementOptions& options : element_options()) {
    SCOPED_TRACE(sporos_test::words(options));
    sporos_test::check_plan_only_launches(matrix_case, element_matrix_of<double>(mesh, numbers, options));
  }
}

TEST(ElementProduct, MultipliesByTheTransposeAndTheConjugateAsItIsStored) {
  using Complex = Kokkos::complex<double>;
  const Mesh mesh = sporos_test::quadrilaterals(4, 3);
  for (const ElementOptions& options : element_options()) {
    SCOPED_TRACE(sporos_test::words(options));
    const auto numbers = element_numbers<Complex>(mesh, options.is_symmetric, 5);
    const auto conjugated = element_numbers<Complex>(mesh, options.is_symmetric, 5);
    for (std::size_t k = 0; k < conjugated.extent(0); ++k) conjugated(k) = sporos::detail::conjugate_of(numbers(k));
    const auto plan = sporos::Plan(Exec(), element_matrix_of<Complex>(mesh, numbers, options));
    for (const Op op : {Op::transpose, Op::conjugate, Op::conjugate_transpose}) {
      const auto& used = sporos::detail::is_conjugated(op) ? conjugated : numbers;
      ProductCase<Complex> wanted(rows_of_elements<Complex, int, int>(mesh, used, sporos::detail::is_transposed(op)));
      wanted.check(-0.5, 2.5, [&](auto... arguments) { plan.apply(op, arguments...); });
    }
    EXPECT_EQ(plan.memory().transposed, 0);
  }
}

// A function of its own: nvcc takes no device lambda in a test.
template <class Plan, class X, class Y, class Count>
void store_and_count(const Plan& plan, const X& x, const Y& y, const Count& count) {
  plan.apply_with(
      x, KOKKOS_LAMBDA(std::int64_t row, double sum) {
        Kokkos::atomic_add(&count(row), 1);
        y(row) = sum;
      });
}

TEST(ElementProduct, HandsEachRowOnceToAFunction) {
  const Mesh mesh = sporos_test::random_mesh(70, 3, 200);
  for (const ElementOptions& options : element_options()) {
    const auto numbers = element_numbers<double>(mesh, options.is_symmetric, 5);
    ProductCase<double> matrix_case(rows_of_elements<double, int, int>(mesh, numbers));
    const auto plan = sporos::Plan(Exec(), element_matrix_of<double>(mesh, numbers, options));
    const Kokkos::View<int*, Space> count("count", 200);
    matrix_case.check(1, 0, [&](auto, auto x, auto, auto y) { store_and_count(plan, x, y, count); });
    EXPECT_EQ(sporos_test::elements(count), std::vector<int>(200, 1)) << sporos_test::words(options);
  }
}

TEST(ElementProduct, TakesSeveralColumnsThatAreNoContiguousArray) {
  const Mesh mesh = sporos_test::quadrilaterals(4, 2);
  for (const ElementOptions& options : element_options()) {
    const auto numbers = element_numbers<double>(mesh, options.is_symmetric, 5);
    ProductCase<double> matrix_case(rows_of_elements<double, int, int>(mesh, numbers));
    const auto A = element_matrix_of<double>(mesh, numbers, options);
    matrix_case.check(0.5, 2.5, [&](auto a, auto x, auto b, auto y) {
      const auto rows = static_cast<std::size_t>(mesh.num_unknowns);
      const Kokkos::View<double**, Kokkos::LayoutRight, Space> wide_x("x", rows, 2), wide_y("y", rows, 2);
      for (int c = 0; c < 2; ++c) {
        Kokkos::deep_copy(Kokkos::subview(wide_x, Kokkos::ALL, c), x);
        Kokkos::deep_copy(Kokkos::subview(wide_y, Kokkos::ALL, c), y);
      }
      sporos::spmv(a, A, wide_x, b, wide_y);
      Kokkos::deep_copy(y, Kokkos::subview(wide_y, Kokkos::ALL, 1));
    });
  }
}

TEST(ElementProduct, ColouredAndGatheredAreTheSameBitForBit) {
  const Mesh mesh = sporos_test::quadrilaterals(12, 2);
  const auto numbers = element_numbers<double>(mesh, true, 5);
  const auto x = array_on_device(sporos_test::make_vector<double>(mesh.num_unknowns, 1));
  sporos::Options options;
  options.deterministic = true;
  for (const auto scatter : {Scatter::colouring, Scatter::gather}) {
    const auto plan = sporos::Plan(Exec(), element_matrix_of<double>(mesh, numbers, {scatter, true, 0}), options);
    const Kokkos::View<double*, Space> first("y", x.extent(0)), second("y", x.extent(0));
    plan.apply(1.0, x, 0.0, first);
    plan.apply(1.0, x, 0.0, second);
    EXPECT_EQ(sporos_test::elements(first), sporos_test::elements(second));
    EXPECT_TRUE(plan.describe().in_fixed_order);
  }
  const auto A = element_matrix_of<double>(mesh, numbers, {Scatter::atomics, true, 0});
  EXPECT_EQ(sporos_test::complaint([&] { sporos::Plan(Exec(), A, options); }),
            std::string("sporos::Plan: deterministic = true, but products of a matrix in format element add in any "
                        "order on ") +
                Exec::name());
  EXPECT_FALSE(sporos::Plan(Exec(), A).describe().in_fixed_order);
}

TEST(ElementProduct, ClonesHaveNumbersOfTheirOwn) {
  const Mesh mesh = sporos_test::quadrilaterals(3, 2);
  const auto numbers = element_numbers<double>(mesh, false, 5);
  const auto others = element_numbers<double>(mesh, false, 6);
  ProductCase<double> before(rows_of_elements<double, int, int>(mesh, numbers));
  ProductCase<double> after(rows_of_elements<double, int, int>(mesh, others));
  const auto plan = sporos::Plan(Exec(), element_matrix_of<double>(mesh, numbers, {Scatter::gather, false, 0}));
  auto clone = plan.clone();
  clone.update_values(array_on_device(others));
  before.check(1, 0, [&](auto... arguments) { plan.apply(arguments...); });
  after.check(1, 0, [&](auto... arguments) { clone.apply(arguments...); });
}

TEST(ElementProduct, PlansNameWhatLeadsToAnotherFormat) {
  const Mesh mesh = sporos_test::meshes().front();
  const auto numbers = element_numbers<double>(mesh, true, 5);
  const auto A = element_matrix_of<double>(mesh, numbers, ElementOptions{Scatter::gather, true, 0});
  sporos::Options options;
  options.format = sporos::Format::ell;
  EXPECT_EQ(sporos_test::complaint([&] { sporos::Plan(Exec(), A, options); }),
            "sporos::Plan: format = ell, but this plan is compiled for element alone; leave format out, or add the "
            "elements up: Plan(exec, any_matrix(to_crs(exec, A)), options), of Sporos_AnyPlan.hpp");
}

}  // namespace element_product_tests
