// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several columns of numbers.
#pragma once

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

}  // namespace sporos_test
