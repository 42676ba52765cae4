// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Every algorithm x shape x gallery matrix against the reference, for one combination of types.
///
/// Each scalar has a source file of its own that instantiates these tests for all index types. All of them use the
/// default primitives, because every other plan type must be compiled separately; the others are in
/// ProductTargetTests.hpp.
#pragma once

#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/Shapes.hpp"

namespace sporos_test {

template <class Value, class Vector>
using AllIndexTypes = testing::Types<ProductCase<Value, Vector, int, int>, ProductCase<Value, Vector, int, std::size_t>,
                                     ProductCase<Value, Vector, std::int64_t, int>,
                                     ProductCase<Value, Vector, std::int64_t, std::size_t>>;

template <class Case>
class Product : public testing::Test {};
TYPED_TEST_SUITE_P(Product);

TYPED_TEST_P(Product, ByEveryAlgorithmMatchesTheReference) {
  for (const Pattern& pattern : gallery()) {
    TypeParam matrix_case(pattern);
    for (const auto algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", name(algorithm)));
      sporos::Options options;
      options.algorithm = algorithm;
      check_repeated_products(matrix_case, sporos::Plan(Kokkos::DefaultExecutionSpace(), matrix_case.matrix, options));
    }
  }
}

TYPED_TEST_P(Product, OfEveryShapeMatchesTheReference) {
  const Kokkos::DefaultExecutionSpace exec;
  for (const Pattern& pattern : gallery()) {
    TypeParam matrix_case(pattern);
    for (const auto algorithm : sporos::all_algorithms()) {
      for (const auto& options : some_shapes(exec, algorithm)) {
        SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", name(algorithm), ", coop ", options.shape->coop,
                                            ", repeat ", options.shape->repeat, ", block ", options.shape->block_size));
        const auto plan = sporos::Plan(exec, matrix_case.matrix, options);
        matrix_case.check(0.75, -1.25, [&](auto... arguments) { plan.apply(arguments...); });
      }
    }
  }
}

TYPED_TEST_P(Product, OfEveryAlphaAndBetaMatchesTheReference) {
  const Kokkos::DefaultExecutionSpace exec;
  for (const Pattern& pattern : gallery()) {
    TypeParam matrix_case(pattern);
    const auto plan = sporos::Plan(exec, matrix_case.matrix);
    for (const double alpha : {0.0, 1.0, -0.5}) {
      for (const double beta : {0.0, 1.0, 2.5}) {
        SCOPED_TRACE(sporos::detail::concat(pattern.name, ", alpha ", alpha));
        matrix_case.check(alpha, beta, [&](auto... arguments) { plan.apply(arguments...); });
        matrix_case.check(alpha, beta,
                          [&](auto a, auto x, auto b, auto y) { sporos::spmv(exec, a, matrix_case.matrix, x, b, y); });
      }
    }
  }
}

TYPED_TEST_P(Product, ByThePapersRuleMatchesTheReference) {
  for (const Pattern& pattern : gallery()) {
    TypeParam matrix_case(pattern);
    for (const auto algorithm : sporos::all_algorithms()) {
      if (!sporos::detail::uses_coop(algorithm)) continue;
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", name(algorithm)));
      sporos::Options options;
      options.algorithm = algorithm;
      options.rule = sporos::RowRule::reguly_giles_2012;
      check_repeated_products(matrix_case, sporos::Plan(Kokkos::DefaultExecutionSpace(), matrix_case.matrix, options));
    }
  }
}

TYPED_TEST_P(Product, ReadsNoEntryOutsideOfTheRows) {
  const Kokkos::DefaultExecutionSpace exec;
  for (const Pattern& pattern : gallery()) {
    if (pattern.num_columns == 0) continue;
    using Matrix = typename TypeParam::HostMatrix;
    const auto matrix =
        make_matrix<typename Matrix::value_type, typename Matrix::column_type, typename Matrix::offset_type>(pattern);
    TypeParam matrix_case(with_unused_entries(matrix, 4999, 1001));
    for (const auto algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", name(algorithm)));
      sporos::Options options;
      options.algorithm = algorithm;
      check_repeated_products(matrix_case, sporos::Plan(exec, matrix_case.matrix, options));
    }
    SCOPED_TRACE(pattern.name);
    matrix_case.check(0.75, -1.25,
                      [&](auto a, auto x, auto b, auto y) { sporos::spmv(exec, a, matrix_case.matrix, x, b, y); });
  }
}

REGISTER_TYPED_TEST_SUITE_P(Product, ByEveryAlgorithmMatchesTheReference, OfEveryShapeMatchesTheReference,
                            OfEveryAlphaAndBetaMatchesTheReference, ByThePapersRuleMatchesTheReference,
                            ReadsNoEntryOutsideOfTheRows);

}  // namespace sporos_test
