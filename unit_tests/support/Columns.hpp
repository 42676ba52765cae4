// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several columns of numbers.
#pragma once

#include <gtest/gtest.h>

#include <limits>

#include "unit_tests/support/ProductCase.hpp"

namespace sporos_test {

template <class T, class Layout>
Kokkos::View<T**, Layout, Kokkos::DefaultExecutionSpace::memory_space> columns_of_numbers(std::int64_t rows, int count,
                                                                                          std::uint64_t seed) {
  Kokkos::View<T**, Layout, Kokkos::DefaultExecutionSpace::memory_space> columns(
      "columns", static_cast<std::size_t>(rows), static_cast<std::size_t>(count));
  const auto host = Kokkos::create_mirror_view(columns);
  for (int c = 0; c < count; ++c) {
    const auto column = sporos_test::make_vector<T>(rows, seed + static_cast<std::uint64_t>(c));
    for (std::int64_t row = 0; row < rows; ++row) host(row, c) = column(row);
  }
  Kokkos::deep_copy(columns, host);
  return columns;
}

template <class Host>
auto column_of(const Host& host, int c) {
  return Kokkos::subview(host, Kokkos::ALL, c);
}

/// \brief Compares `multiply(alpha, x, beta, y)` with the reference, column by column.
template <class HostMatrix, class X, class Y, class Multiply>
void check_columns(const HostMatrix& matrix, const X& x, const Y& y, double beta, const Multiply& multiply) {
  using T = typename Y::value_type;
  const auto x_host = Kokkos::create_mirror_view(Kokkos::HostSpace(), x);
  Kokkos::deep_copy(x_host, x);
  const auto before = Kokkos::create_mirror(Kokkos::HostSpace(), y);
  Kokkos::deep_copy(before, y);
  if (beta == 0) Kokkos::deep_copy(y, T(std::numeric_limits<float>::quiet_NaN()));
  multiply(T(0.75), x, T(beta), y);
  Kokkos::DefaultExecutionSpace().fence();
  const auto after = Kokkos::create_mirror(Kokkos::HostSpace(), y);
  Kokkos::deep_copy(after, y);
  for (int c = 0; c < static_cast<int>(y.extent(1)); ++c) {
    const auto wanted = reference_product(matrix, T(0.75), column_of(x_host, c), T(beta), column_of(before, c));
    EXPECT_EQ(first_wrong_row(wanted, column_of(after, c)), -1) << "column " << c << ", beta " << beta;
  }
}

}  // namespace sporos_test
