// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Sporos.hpp>

// An unused variable: a consumer who does not turn warnings into errors only gets a warning.
static const int unused_on_purpose = 0;

// | 1 2 |   | 10 |
// | 0 3 | * | 20 | = 50, 60; the second element of 3.5 * that + 21 * 1
double second_element_of_product() {
  using Space = Kokkos::DefaultExecutionSpace;
  Kokkos::View<int*, Space> row_offsets("row_offsets", 3);
  Kokkos::View<int*, Space> columns("columns", 3);
  Kokkos::View<double*, Space> values("values", 3);
  Kokkos::View<double*, Space> x("x", 2);
  Kokkos::View<double*, Space> y("y", 2);
  Kokkos::deep_copy(y, 1.0);
  const auto offsets_on_host = Kokkos::create_mirror_view(row_offsets);
  const auto columns_on_host = Kokkos::create_mirror_view(columns);
  const auto values_on_host = Kokkos::create_mirror_view(values);
  const auto x_on_host = Kokkos::create_mirror_view(x);
  const auto y_on_host = Kokkos::create_mirror_view(y);
  offsets_on_host(1) = 2;
  offsets_on_host(2) = 3;
  columns_on_host(1) = 1;
  columns_on_host(2) = 1;
  for (int k = 0; k < 3; ++k) values_on_host(k) = k + 1;
  x_on_host(0) = 10;
  x_on_host(1) = 20;
  Kokkos::deep_copy(row_offsets, offsets_on_host);
  Kokkos::deep_copy(columns, columns_on_host);
  Kokkos::deep_copy(values, values_on_host);
  Kokkos::deep_copy(x, x_on_host);

  const auto matrix = sporos::crs_view(2, 2, row_offsets, columns, values);
  sporos::spmv(Space(), 3.5, matrix, x, 21.0, y);
  Kokkos::deep_copy(y_on_host, y);  // waits for the product
  return y_on_host(1);
}
