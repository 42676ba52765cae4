// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Checks of formats that store mirror images of entries once.
#pragma once

#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/SymmetricGallery.hpp"

namespace sporos_test {

/// \brief Products of a symmetric matrix, the way back, and new numbers, which are symmetric too.
template <class Value, class Vector = Value, class Column = int, class Offset = int, class Convert>
void check_symmetric(const Pattern& pattern, const Convert& convert) {
  SCOPED_TRACE(pattern.name);
  using Case = ProductCase<Value, Vector, Column, Offset>;
  const Kokkos::DefaultExecutionSpace exec;
  const auto host = make_symmetric<Value, Column, Offset>(pattern);
  Case matrix_case(host);
  const auto half = convert(exec, matrix_case.matrix);
  EXPECT_EQ(half.nnz(), host.nnz());
  check_products(matrix_case, half);
  check_zero_alpha_reads_no_x(matrix_case, half);
  check_plan_only_launches(matrix_case, half);
  expect_same_crs(to_crs(exec, half), host);

  const auto other = make_symmetric<Value, Column, Offset>(pattern, 77);
  Case other_case(other);
  sporos::Plan(exec, half).update_values(other_case.matrix.values);
  check_products(other_case, half);
  expect_same_crs(to_crs(exec, half), other);
}

}  // namespace sporos_test
