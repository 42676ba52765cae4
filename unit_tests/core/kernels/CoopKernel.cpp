// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The portable form of the cooperating-rows kernel, on real teams: what a backend without a file of its own in
// core/device runs. On host spaces a team has as many threads as the space can give it.
#include "core/kernels/crs/Sporos_CoopKernel.hpp"

#include <gtest/gtest.h>

#include "policies/Sporos_RowShape.hpp"
#include "unit_tests/support/Teams.hpp"

namespace coop_kernel_tests {

using sporos_test::DoubleEpilogue;
using sporos_test::DoubleOperand;
using sporos_test::Exec;

template <int Coop>
void run_with_teams(int team_size) {
  constexpr auto how = sporos::Reduction::scratch;
  using Kernel =
      sporos::detail::CoopKernel<DoubleOperand, DoubleEpilogue, how, sporos::detail::CoopLanes<Coop, 2, true>>;
  constexpr std::size_t scratch = sporos::detail::GroupSum<Exec, how, double>::scratch_bytes_per_lane;
  const sporos::RowShape shape{Coop, 2, team_size};
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.rows.empty()) continue;
    SCOPED_TRACE(sporos::detail::concat(pattern.name, ", coop ", Coop, ", team of ", team_size));
    sporos_test::ProductCase<double> matrix_case(pattern);
    // If lanes have a Ballot, rows of more than 10 entries ask the warp for help.
    for (const std::int64_t warp_row : {std::int64_t{10}, std::int64_t{INT64_MAX}}) {
      for (const double beta : {0.0, 0.5}) {
        matrix_case.check(2, beta, [&](double a, auto, double b, auto y) {
          sporos_test::launch_teams(sporos::detail::block_count(shape, matrix_case.matrix.num_rows), team_size,
                                    scratch * static_cast<std::size_t>(team_size),
                                    Kernel{operand_of(matrix_case),
                                           {y.data(), a, b},
                                           shape.repeat,
                                           sporos::LongRows{warp_row, INT64_MAX},
                                           sporos::detail::RowNews{}});
        });
      }
    }
  }
}

TEST(CoopKernel, SumsThroughTeamScratchOnEveryBackend) {
  for (const int team_size : sporos_test::team_sizes()) {
    run_with_teams<1>(team_size);
    if (team_size >= 2) run_with_teams<2>(team_size);
    if (team_size >= 4) run_with_teams<4>(team_size);
    if (team_size >= 32) run_with_teams<32>(team_size);
  }
}

// The kernel that sums the long rows also writes them.
TEST(CoopKernel, LeavesLongRowsToOthers) {
  constexpr auto how = sporos::Reduction::scratch;
  using Kernel = sporos::detail::CoopKernel<DoubleOperand, DoubleEpilogue, how, sporos::detail::CoopLanes<1, 2, true>>;
  const auto pattern =
      sporos_test::random_pattern("some long", 100, 50, [](auto row) { return row % 3 == 0 ? 31 : 30; });
  sporos_test::ProductCase<double> matrix_case(pattern);
  for (const int team_size : sporos_test::team_sizes()) {
    Kokkos::deep_copy(matrix_case.y, 8);
    sporos_test::launch_teams(
        sporos::detail::block_count(sporos::RowShape{1, 1, team_size}, 100), team_size,
        sizeof(double) * static_cast<std::size_t>(team_size),
        Kernel{operand_of(matrix_case), {matrix_case.y.data(), 1, 0.25}, 1, sporos::LongRows{20, 30, 30}, {}});
    const auto y = sporos::detail::host_copy(matrix_case.y);
    for (std::size_t row = 0; row < 100; ++row) EXPECT_EQ(y(row) == 8, row % 3 == 0) << "row " << row;
  }
}

template <int Coop>
void expect_news_of_long_rows(int longest, std::int64_t wanted) {
  constexpr auto how = sporos::Reduction::scratch;
  using Kernel =
      sporos::detail::CoopKernel<DoubleOperand, DoubleEpilogue, how, sporos::detail::CoopLanes<Coop, 2, true>>;
  sporos_test::ProductCase<double> matrix_case(
      sporos_test::random_pattern("one of its own", 100, 50, [&](auto row) { return row == 33 ? longest : 25; }));
  const Kokkos::View<std::int64_t*, Exec::memory_space> told("told", 1);
  for (const int team_size : sporos_test::team_sizes()) {
    if (team_size < Coop) continue;
    SCOPED_TRACE(sporos::detail::concat("longest row ", longest, ", coop ", Coop, ", team of ", team_size));
    Kokkos::deep_copy(told, 0);
    matrix_case.check(1, 0.25, [&](double a, auto, double b, auto y) {
      sporos_test::launch_teams(
          sporos::detail::block_count(sporos::RowShape{Coop, 1, team_size}, 100), team_size,
          sizeof(double) * static_cast<std::size_t>(team_size),
          Kernel{
              operand_of(matrix_case), {y.data(), a, b}, 1, sporos::LongRows{20, 30, 30}, {nullptr, 0, told.data()}});
    });
    EXPECT_EQ(sporos::detail::host_copy(told)(0), wanted);
  }
}

TEST(CoopKernel, SumsLongRowsThatNobodyExpectsAndTells) {
  for (const int longest : {30, 31}) {
    const std::int64_t wanted = longest > 30 ? longest : 0;
    expect_news_of_long_rows<1>(longest, wanted);
    expect_news_of_long_rows<4>(longest, wanted);
    expect_news_of_long_rows<32>(longest, wanted);
  }
}

}  // namespace coop_kernel_tests
