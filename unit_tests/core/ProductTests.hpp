// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Every kernel x shape x gallery matrix against the reference, for one combination of types.
///
/// Each scalar has a source file of its own that instantiates these tests for all index types.
#pragma once

#include <gtest/gtest.h>

#include <limits>

#include "core/Sporos.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Reference.hpp"
#include "unit_tests/support/Shapes.hpp"

namespace sporos_test {

template <class Value, class Vector, class Column, class Offset>
struct Types {
  using value = Value;
  using vector = Vector;
  using column = Column;
  using offset = Offset;
};

template <class Value, class Vector>
using AllIndexTypes =
    testing::Types<Types<Value, Vector, int, int>, Types<Value, Vector, int, std::size_t>,
                   Types<Value, Vector, std::int64_t, int>, Types<Value, Vector, std::int64_t, std::size_t>>;

// One gallery matrix with its vectors, on the host and on the device, and what the product should be.
template <class T>
struct Case {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = typename Exec::memory_space;
  using Vector = typename T::vector;

  explicit Case(const Pattern& pattern)
      : matrix(make_matrix<typename T::value, typename T::column, typename T::offset>(pattern)),
        x(make_vector<Vector>(matrix.num_columns, 1)),
        y(make_vector<Vector>(matrix.num_rows, 2)),
        device_matrix(sporos::copy_to<Space>(matrix)),
        device_x(Kokkos::create_mirror_view_and_copy(Space{}, x)),
        device_y("y", y.extent(0)) {}

  // beta == 0 starts from NaN, which must not be read.
  template <class Run>
  void check(Vector alpha, Vector beta, const Run& run) {
    if (beta == Vector(0)) {
      Kokkos::deep_copy(device_y, Vector(std::numeric_limits<float>::quiet_NaN()));
    } else {
      Kokkos::deep_copy(device_y, y);
    }
    run(alpha, device_x, beta, device_y);
    const auto reference = reference_product(matrix, alpha, x, beta, y);
    EXPECT_EQ(first_wrong_row(reference, sporos::host_copy(device_y)), -1);
  }

  sporos::CrsMatrix<typename T::value, typename T::column, typename T::offset, Kokkos::HostSpace> matrix;
  Kokkos::View<Vector*, Kokkos::HostSpace> x;
  Kokkos::View<Vector*, Kokkos::HostSpace> y;
  sporos::CrsMatrix<typename T::value, typename T::column, typename T::offset, Space> device_matrix;
  Kokkos::View<Vector*, Space> device_x;
  Kokkos::View<Vector*, Space> device_y;
};

template <class T>
class Product : public testing::Test {};
TYPED_TEST_SUITE_P(Product);

TYPED_TEST_P(Product, OfEveryShapeMatchesTheReference) {
  using Vector = typename TypeParam::vector;
  const Kokkos::DefaultExecutionSpace exec;
  for (const Pattern& pattern : gallery()) {
    Case<TypeParam> matrix_case(pattern);
    for (const auto& primitives : all_primitives<Kokkos::DefaultExecutionSpace>()) {
      for (const auto& shape : some_shapes(exec)) {
        SCOPED_TRACE(sporos::concat(pattern.name, ", coop ", shape.coop, ", repeat ", shape.repeat, ", block ",
                                    shape.block_size, ", ", name(primitives.reduction), ", ", name(primitives.gather)));
        sporos::Options options;
        options.shape = shape;
        options.reduction = primitives.reduction;
        options.gather = primitives.gather;
        const auto plan = sporos::Plan(exec, matrix_case.device_matrix, options);
        matrix_case.check(Vector(0.75), Vector(-1.25), [&](auto... arguments) { plan.apply(arguments...); });
      }
    }
  }
}

TYPED_TEST_P(Product, OfEveryAlphaAndBetaMatchesTheReference) {
  using Vector = typename TypeParam::vector;
  const Kokkos::DefaultExecutionSpace exec;
  for (const Pattern& pattern : gallery()) {
    Case<TypeParam> matrix_case(pattern);
    const auto plan = sporos::Plan(exec, matrix_case.device_matrix);
    for (const double alpha : {0.0, 1.0, -0.5}) {
      for (const double beta : {0.0, 1.0, 2.5}) {
        SCOPED_TRACE(sporos::concat(pattern.name, ", alpha ", alpha, ", beta ", beta));
        matrix_case.check(Vector(alpha), Vector(beta), [&](auto... arguments) { plan.apply(arguments...); });
        matrix_case.check(Vector(alpha), Vector(beta), [&](auto a, auto x, auto b, auto y) {
          sporos::spmv(exec, a, matrix_case.device_matrix, x, b, y);
        });
      }
    }
  }
}

TYPED_TEST_P(Product, ByThePapersRuleMatchesTheReference) {
  using Vector = typename TypeParam::vector;
  sporos::Options options;
  options.rule = sporos::RowRule::reguly_giles_2012;
  for (const Pattern& pattern : gallery()) {
    SCOPED_TRACE(pattern.name);
    Case<TypeParam> matrix_case(pattern);
    const auto plan = sporos::Plan(Kokkos::DefaultExecutionSpace(), matrix_case.device_matrix, options);
    matrix_case.check(Vector(1), Vector(0), [&](auto... arguments) { plan.apply(arguments...); });
  }
}

REGISTER_TYPED_TEST_SUITE_P(Product, OfEveryShapeMatchesTheReference, OfEveryAlphaAndBetaMatchesTheReference,
                            ByThePapersRuleMatchesTheReference);

}  // namespace sporos_test
