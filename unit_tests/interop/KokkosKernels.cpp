// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/interop/Sporos_KokkosKernels.hpp"

#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Reference.hpp"
#include "unit_tests/support/compiled/CompiledLeaves.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class Offset>
void multiply_kokkos_kernels_matrices() {
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto host = sporos_test::make_matrix<double, int, Offset>(pattern);
    const auto matrix = sporos::kokkos_kernels_matrix<Exec>(sporos::copy_to<Space>(host));
    const auto x = sporos_test::make_vector<double>(host.num_columns, 1);
    const auto y = sporos_test::make_vector<double>(host.num_rows, 2);
    const auto device_x = Kokkos::create_mirror_view_and_copy(Space{}, x);
    const Kokkos::View<double*, Space> device_y("y", y.extent(0));
    const auto reference = sporos_test::reference_product(host, 0.5, x, -2.0, y);
    Kokkos::deep_copy(device_y, y);
    sporos::spmv(Exec(), 0.5, matrix, device_x, -2.0, device_y);
    EXPECT_EQ(sporos_test::first_wrong_row(reference, sporos::detail::host_copy(device_y)), -1);
    Kokkos::deep_copy(device_y, y);
    sporos::Plan(Exec(), matrix).apply(0.5, device_x, -2.0, device_y);
    EXPECT_EQ(sporos_test::first_wrong_row(reference, sporos::detail::host_copy(device_y)), -1);
  }
}

TEST(KokkosKernels, MatricesAreMultipliedAsTheyAre) {
  multiply_kokkos_kernels_matrices<int>();
  multiply_kokkos_kernels_matrices<std::size_t>();
}

TEST(KokkosKernels, MatricesShareTheArraysOfOurs) {
  const auto matrix = sporos::copy_to<Space>(
      sporos_test::make_matrix<double>(sporos_test::random_pattern("two a row", 30, 40, [](auto) { return 2; })));
  const auto other = sporos::kokkos_kernels_matrix<Exec>(matrix);
  EXPECT_EQ(other.numRows(), 30);
  EXPECT_EQ(other.numCols(), 40);
  EXPECT_EQ(other.nnz(), 60);
  EXPECT_EQ(other.values.data(), matrix.values.data());
  const auto view = sporos::crs_view(other);
  EXPECT_EQ(view.columns.data(), matrix.columns.data());
  EXPECT_EQ(view.row_offsets.data(), matrix.row_offsets.data());
}

TEST(KokkosKernels, RefusesShapesThatItsOrdinalsCannotHold) {
  sporos::CrsMatrix<double, std::int8_t, int, Space> matrix;
  matrix.num_columns = 200;
  EXPECT_THROW(sporos::kokkos_kernels_matrix<Exec>(matrix), std::invalid_argument);
}

}  // namespace
