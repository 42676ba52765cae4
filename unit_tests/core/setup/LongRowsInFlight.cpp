// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long rows over and over: the team that comes last must see what the others have just written, not what they wrote for
// the product before.
#include <gtest/gtest.h>

#include "core/Sporos.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(LongRowsInFlight, AreSumsOfTheNumbersOfTheirOwnProduct) {
  if (sporos::is_host_execution<Exec>) GTEST_SKIP() << "the teams of a host share its caches";
  constexpr int num_rows = 400;
  constexpr int length = 50000;
  // All entries are 1 in the first column, so that each row is an exact multiple of the first number of x.
  auto matrix =
      sporos::allocate_crs<sporos::CrsMatrix<double, int, int, Space>>(num_rows, 10, std::int64_t{num_rows} * length);
  const auto offsets = Kokkos::create_mirror_view(matrix.row_offsets);
  for (int row = 0; row <= num_rows; ++row) offsets(static_cast<std::size_t>(row)) = row * length;
  Kokkos::deep_copy(matrix.row_offsets, offsets);
  Kokkos::deep_copy(matrix.columns, 0);
  Kokkos::deep_copy(matrix.values, 1.0);
  const Kokkos::View<double*, Space> x("x", 10);
  const Kokkos::View<double*, Space> y("y", num_rows);
  sporos::Options options;
  options.algorithm = sporos::Algorithm::adaptive;
  const sporos::Plan plan(Exec(), matrix, options);
  ASSERT_TRUE(has_long_rows(plan.describe().decision.limits));
  for (int product = 1; product <= 2000; ++product) {
    Kokkos::deep_copy(x, product);
    if (product % 2 == 0) {
      plan.apply(1.0, x, 0.0, y);
    } else {
      sporos::spmv(Exec(), 1.0, matrix, x, 0.0, y);
    }
    const auto found = sporos::host_copy(y);
    for (std::size_t row = 0; row < num_rows; ++row) {
      ASSERT_EQ(found(row), static_cast<double>(product) * length) << "product " << product << ", row " << row;
    }
  }
}

}  // namespace
