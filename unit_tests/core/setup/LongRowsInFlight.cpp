// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long rows over and over: the team that comes last must see what the others have just written, not what they wrote for
// the product before.
#include <gtest/gtest.h>

#include "core/kernels/crs/Sporos_LongRowsKernel.hpp"
#include "core/setup/Sporos_Examine.hpp"
#include "unit_tests/support/Teams.hpp"

namespace {

using sporos_test::DoubleOperand;
using sporos_test::Exec;
using Space = Exec::memory_space;

TEST(LongRowsInFlight, AreSumsOfTheNumbersOfTheirOwnProduct) {
  if (sporos::detail::is_host_execution<Exec>) GTEST_SKIP() << "the teams of a host share its caches";
  using Kernel = sporos::detail::LongRowsKernel<DoubleOperand, sporos_test::DoubleEpilogue>;
  constexpr int num_rows = 200;
  constexpr int length = 20000;
  constexpr int team_size = 32;
  constexpr std::int64_t segment = 100;  // short, so that many teams arrive at the same time
  // All entries are 1 in the first column, so that each row is an exact multiple of the first number of x.
  const auto matrix = sporos::detail::allocate_crs<sporos::CrsMatrix<double, int, int, Space>>(
      num_rows, 10, std::int64_t{num_rows} * length);
  const auto offsets = Kokkos::create_mirror_view(matrix.row_offsets);
  for (int row = 0; row <= num_rows; ++row) offsets(static_cast<std::size_t>(row)) = row * length;
  Kokkos::deep_copy(matrix.row_offsets, offsets);
  Kokkos::deep_copy(matrix.columns, 0);
  Kokkos::deep_copy(matrix.values, 1.0);
  const auto view = sporos::crs_view(matrix);
  const auto lists = sporos::detail::list_rows(Exec(), view, {{0, 0}, {INT64_MAX, segment, segment}});
  ASSERT_EQ(lists.num_segments, num_rows * length / segment);
  const sporos::detail::ListedSegments<double> segments{lists.num_segments, lists.segments, {lists.slots}};
  const Kokkos::View<double*, Space> x("x", 10);
  const Kokkos::View<double*, Space> y("y", num_rows);
  for (int product = 1; product <= 3000; ++product) {
    Kokkos::deep_copy(x, product);
    sporos_test::launch_teams(lists.num_segments, team_size, segments.scratch_bytes(team_size),
                              Kernel{{sporos::detail::crs_arrays(view), {x.data()}}, {y.data(), 1.0, 0.0}, segments});
    const auto found = sporos::detail::host_copy(y);
    for (std::size_t row = 0; row < num_rows; ++row) {
      ASSERT_EQ(found(row), static_cast<double>(product) * length) << "product " << product << ", row " << row;
    }
  }
}

}  // namespace
