// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of team scratch, shared rows and row counters in their portable form on real teams: what a backend
// without a file of its own in core/device runs. CoopKernel.cpp has the cooperating lanes.
#include <gtest/gtest.h>

#include <cmath>

#include "core/kernels/Sporos_EmptyRowsKernel.hpp"
#include "core/kernels/Sporos_FixUpKernel.hpp"
#include "core/kernels/crs/Sporos_EqualWorkKernel.hpp"
#include "core/kernels/crs/Sporos_LightKernel.hpp"
#include "core/kernels/crs/Sporos_LongRowsKernel.hpp"
#include "core/kernels/crs/Sporos_PcsrKernels.hpp"
#include "core/kernels/crs/Sporos_RowBlockKernel.hpp"
#include "core/kernels/crs/Sporos_StreamKernel.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/setup/Sporos_Inspect.hpp"
#include "core/setup/Sporos_MergePathSearch.hpp"
#include "policies/crs/Sporos_UnevenRowsRule.hpp"
#include "unit_tests/support/Teams.hpp"

namespace kernels_in_teams_tests {

using sporos::detail::ceiling_of;
using sporos_test::DoubleEpilogue;
using sporos_test::DoubleOperand;
using sporos_test::Exec;
using sporos_test::launch_teams;
using sporos_test::operand_of;

constexpr auto how = sporos::Reduction::scratch;
using Case = sporos_test::ProductCase<double>;
using Doubles = Kokkos::View<double*, Exec::memory_space>;

// Calls run(case, team_size, alpha, beta), which must compute y, with all combinations.
template <class Run>
void check_in_teams(int min_team_size, const Run& run) {
  if (sporos_test::team_sizes().back() < min_team_size) GTEST_SKIP() << "no team has " << min_team_size;
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() == 0) continue;
    Case matrix_case(pattern);
    for (const int team_size : sporos_test::team_sizes()) {
      if (team_size < min_team_size) continue;
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", team of ", team_size));
      for (const double beta : {0.0, 0.5}) {
        matrix_case.check(2, beta, [&](double a, auto, double b, auto) { run(matrix_case, team_size, a, b); });
      }
    }
  }
}

template <class SplitRows>
void fix_up(const Case& matrix_case, const SplitRows& split, const Doubles& carries, int team_size, double a,
            double b) {
  using Kernel = sporos::detail::FixUpKernel<Exec, DoubleEpilogue, how>;
  if (split.count() == 0) return;
  launch_teams(ceiling_of(split.count() * Kernel::width, team_size), team_size,
               sizeof(double) * static_cast<std::size_t>(team_size),
               Kernel{{split.count(), split.rows.data(), split.begin.data(), split.end.data(), carries.data()},
                      {matrix_case.y.data(), a, b}});
}
constexpr int min_fix_up_team = sporos::detail::FixUpKernel<Exec, DoubleEpilogue, how>::width;

void stream(const Case& matrix_case, int team_size, int tile, const sporos::LongRows& limits, double a, double b) {
  using Kernel = sporos::detail::StreamKernel<DoubleOperand, DoubleEpilogue, how>;
  constexpr int rows = 11;
  launch_teams(
      ceiling_of(matrix_case.matrix.num_rows, rows), team_size, Kernel::scratch_bytes(team_size, tile),
      Kernel{operand_of(matrix_case), {matrix_case.y.data(), a, b}, rows, tile, limits, sporos::detail::RowNews{}});
}

TEST(StreamKernel, RunsInTeamsOnEveryBackend) {
  check_in_teams(1, [](const Case& matrix_case, int team_size, double a, double b) {
    stream(matrix_case, team_size, 3 * team_size, sporos::LongRows{}, a, b);
  });
}

TEST(RowBlockKernel, RunsInTeamsOnEveryBackend) {
  using Kernel = sporos::detail::RowBlockKernel<DoubleOperand, DoubleEpilogue, how>;
  check_in_teams(1, [](const Case& matrix_case, int team_size, double a, double b) {
    const int tile = 3 * team_size;
    const auto lists = sporos::detail::list_rows(Exec(), sporos::crs_view(matrix_case.matrix), {{tile, team_size}, {}});
    launch_teams(lists.num_blocks, team_size, Kernel::scratch_bytes(team_size, tile),
                 Kernel{operand_of(matrix_case),
                        {matrix_case.y.data(), a, b},
                        lists.blocks,
                        tile,
                        INT64_MAX,
                        sporos::detail::ListedSegments<double>{}});
  });
}

TEST(MergePathKernel, RunsInTeamsOnEveryBackend) {
  using Kernel = sporos::detail::MergePathKernel<DoubleOperand, DoubleEpilogue, how>;
  check_in_teams(min_fix_up_team, [](const Case& matrix_case, int team_size, double a, double b) {
    const int tile = 3 * team_size;
    const auto view = sporos::crs_view(matrix_case.matrix);
    const auto points = sporos::detail::find_merge_coordinates(Exec(), view, tile);
    const auto split = sporos::detail::find_cut_rows(Exec(), view, points);
    const Doubles carries("carries", static_cast<std::size_t>(split.num_carries));
    launch_teams(static_cast<std::int64_t>(points.extent(0)) - 1, team_size, Kernel::scratch_bytes(team_size, tile),
                 Kernel{operand_of(matrix_case), {matrix_case.y.data(), a, b}, points.data(), tile, carries.data()});
    fix_up(matrix_case, split, carries, team_size, a, b);
  });
}

TEST(PcsrKernels, RunInTeamsOnEveryBackend) {
  using Products = sporos::detail::PcsrProductsKernel<DoubleOperand>;
  using Sums = sporos::detail::PcsrSumsKernel<DoubleOperand, DoubleEpilogue>;
  check_in_teams(1, [](const Case& matrix_case, int team_size, double a, double b) {
    const int tile = 2 * team_size + 1;
    const auto operand = operand_of(matrix_case);
    const Doubles products("products", matrix_case.matrix.values.extent(0));
    Kokkos::parallel_for(sporos::detail::IndexRange<Exec>(Exec(), 0, matrix_case.matrix.nnz()),
                         Products{operand, products.data()});
    launch_teams(ceiling_of(matrix_case.matrix.num_rows, team_size), team_size,
                 static_cast<std::size_t>(tile) * sizeof(double),
                 Sums{operand, {matrix_case.y.data(), a, b}, products.data(), tile});
  });
}

sporos::LongRows limits_of(int team_size) { return {INT64_MAX, team_size + 8, 9}; }

using Slots = Kokkos::View<sporos::detail::SegmentSlot*, Exec::memory_space>;

void expect_zero_counters(const sporos::detail::SegmentSlot* slots, std::int64_t count) {
  using Listed = Kokkos::View<const sporos::detail::SegmentSlot*, Exec::memory_space>;
  const auto host = sporos::detail::host_copy(Listed(slots, static_cast<std::size_t>(count)));
  for (std::int64_t i = 0; i < count; ++i) EXPECT_EQ(host(static_cast<std::size_t>(i)).arrived, 0u) << "slot " << i;
}

TEST(LongRowsKernel, RunsInTeamsOnEveryBackend) {
  using Kernel = sporos::detail::LongRowsKernel<DoubleOperand, DoubleEpilogue>;
  check_in_teams(1, [](const Case& matrix_case, int team_size, double a, double b) {
    const sporos::LongRows limits = limits_of(team_size);
    stream(matrix_case, team_size, team_size + 8, limits, a, b);
    const auto lists = sporos::detail::list_rows(Exec(), sporos::crs_view(matrix_case.matrix), {{0, 0}, limits});
    if (lists.num_segments == 0) return;
    const sporos::detail::ListedSegments<double> segments{lists.num_segments, lists.segments, {lists.slots}};
    launch_teams(lists.num_segments, team_size, segments.scratch_bytes(team_size),
                 Kernel{operand_of(matrix_case), {matrix_case.y.data(), a, b}, segments});
    expect_zero_counters(lists.slots, lists.num_segments);
  });
}

// Rows of more than `long_row` entries are cut, or summed whole and told of if nobody fixes them up.
void equal_work(const Case& matrix_case, int team_size, std::int64_t long_row, bool cuts, double a, double b) {
  const bool searches_again = team_size % 3 == 1;
  using Kernel = sporos::detail::EqualWorkKernel<DoubleOperand, DoubleEpilogue, how>;
  const int log_items = sporos::detail::floor_log2(2 * team_size);
  const std::int64_t items = std::int64_t{1} << log_items;
  const int tile = 3 * team_size + 3;
  const std::int64_t shares = ceiling_of(matrix_case.matrix.nnz() + matrix_case.matrix.num_rows, items);
  const Kokkos::View<std::int64_t* [3], Kokkos::LayoutLeft, Exec::memory_space> lists("lists",
                                                                                      static_cast<std::size_t>(shares));
  Kokkos::deep_copy(lists, INT64_MAX);
  sporos::detail::SplitRows<Exec::memory_space> split{Kokkos::subview(lists, Kokkos::ALL, 0),
                                                      Kokkos::subview(lists, Kokkos::ALL, 1),
                                                      Kokkos::subview(lists, Kokkos::ALL, 2), 2 * shares};
  const Doubles carries("carries", static_cast<std::size_t>(split.num_carries));
  Kokkos::deep_copy(carries, std::nan(""));
  const Kokkos::View<std::int64_t*, Exec::memory_space> told("told", 1);
  const Kokkos::View<sporos::detail::RowsOfAShare*, Exec::memory_space> remembered("remembered",
                                                                                   static_cast<std::size_t>(shares));
  Kokkos::deep_copy(remembered, sporos::detail::RowsOfAShare{INT64_MAX, -1});
  sporos::detail::CutRows<double> cut;
  if (cuts) cut = {split.rows.data(), split.begin.data(), split.end.data(), carries.data()};
  const auto launch = [&](const Doubles& y, double beta) {
    launch_teams(shares, team_size, Kernel::scratch_bytes(team_size, tile),
                 Kernel{operand_of(matrix_case),
                        {y.data(), a, beta},
                        log_items,
                        tile,
                        long_row,
                        {nullptr, 0, told.data()},
                        remembered.data(),
                        false,
                        cut});
  };
  const Doubles other("other", matrix_case.y.extent(0));
  launch(other, 0);  // what is remembered is wrong
  launch(searches_again ? other : matrix_case.y, searches_again ? 0 : b);
  if (searches_again) {
    Kokkos::deep_copy(remembered, sporos::detail::RowsOfAShare{0, 1});
    launch(matrix_case.y, b);
  }
  if (cuts) fix_up(matrix_case, split, carries, team_size, a, b);
  const auto profile = sporos::measure_rows(Exec(), matrix_case.matrix);
  const std::int64_t news = sporos::detail::host_copy(told)(0);
  EXPECT_EQ(news > long_row, !cuts && profile.longest_row > long_row) << news;
}

TEST(EqualWorkKernel, RunsInTeamsOnEveryBackend) {
  check_in_teams(min_fix_up_team, [](const Case& matrix_case, int team_size, double a, double b) {
    equal_work(matrix_case, team_size, 2 * team_size, true, a, b);
  });
}

TEST(EqualWorkKernel, SumsLongRowsThatNobodyExpectsAndTells) {
  check_in_teams(1, [](const Case& matrix_case, int team_size, double a, double b) {
    equal_work(matrix_case, team_size, 2 * team_size, false, a, b);
  });
}

TEST(EqualWorkKernel, TakesLongRowsToTheirEndsBelowTheLimit) {
  check_in_teams(min_fix_up_team, [](const Case& matrix_case, int team_size, double a, double b) {
    equal_work(matrix_case, team_size, 4 * team_size, true, a, b);
  });
}

// If lanes cannot wait separately, the team takes rows for all its groups.
template <sporos::detail::SyncScope Who>
void run_light_kernel() {
  using Kernel = sporos::detail::LightKernel<DoubleOperand, DoubleEpilogue, how, Who>;
  constexpr bool whole_teams =
      !sporos::detail::Reductions<Exec>::independent_groups || sporos::detail::is_host_execution<Exec>;
  constexpr std::size_t scratch = sporos::detail::GroupSum<Exec, how, double, Who>::scratch_bytes_per_lane +
                                  sporos::detail::GroupBroadcast<Exec, how, Who>::scratch_bytes_per_lane;
  const Kokkos::View<sporos::detail::RowCounter, Exec::memory_space> counter("counter");
  check_in_teams(1, [&](Case& matrix_case, int team_size, double a, double b) {
    for (int width = 1; width <= team_size && width <= sporos::detail::max_coop; width *= 2) {
      const int takers = whole_teams                              ? team_size
                         : Who == sporos::detail::SyncScope::warp ? sporos::detail::max_coop
                                                                  : width;
      matrix_case.start_from(b);
      launch_teams(
          3, team_size, scratch * static_cast<std::size_t>(team_size),
          Kernel{operand_of(matrix_case), {matrix_case.y.data(), a, b}, width, takers, takers / width, counter.data()});
    }
    const auto left = sporos::detail::host_copy(counter);
    EXPECT_EQ(left().next_row, 0u);
    EXPECT_EQ(left().teams_done, 0u);
  });
}

TEST(LightKernel, RunsInTeamsOnEveryBackend) {
  run_light_kernel<sporos::detail::SyncScope::group>();
  run_light_kernel<sporos::detail::SyncScope::warp>();
}

}  // namespace kernels_in_teams_tests
