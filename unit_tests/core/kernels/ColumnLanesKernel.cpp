// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several columns in one pass, in lanes, in the portable form: what GPUs run where the rule says so.
#include "core/kernels/crs/Sporos_ColumnLanesKernel.hpp"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#include "core/Sporos_Plan.hpp"
#include "unit_tests/support/Columns.hpp"
#include "unit_tests/support/Teams.hpp"

namespace column_lanes_kernel_tests {

using sporos_test::Exec;
using Space = Exec::memory_space;
template <int N>
using Reader = sporos::detail::ColumnsReader<Exec, double, N, false>;
template <int N>
using Sum = sporos::detail::columns_type<double, N>;
template <int N>
using Operand = sporos::detail::CrsOperand<Exec, sporos::detail::CrsArrays<double, int, int>, Reader<N>, Sum<N>>;
template <int N>
using Epilogue = sporos::detail::ColumnsEpilogue<double, double, N>;

template <class View>
auto on_host(const View& view) {
  const auto host = Kokkos::create_mirror(Kokkos::HostSpace(), view);
  Kokkos::deep_copy(host, view);
  return host;
}

/// `run(matrix, x, epilogue)` is to make y = 2*A*x + beta*y.
template <int N, class Layout, class Run>
void check(const sporos_test::Pattern& pattern, int columns, const Run& run) {
  SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", columns, " columns by ", N));
  const auto host = sporos_test::make_matrix<double>(pattern);
  const auto matrix = sporos::copy_to<Space>(host);
  const auto x = sporos_test::columns_of_numbers<double, Layout>(host.num_columns, columns, 1);
  for (const double beta : {0.0, 0.5}) {
    const auto y = sporos_test::columns_of_numbers<double, Layout>(host.num_rows, columns, 2);
    const auto before = on_host(y);
    const auto from = sporos::detail::vector_columns(x);
    const auto to = sporos::detail::vector_columns(y);
    run(sporos::crs_view(matrix), Reader<N>{from.data, from.row_stride, from.column_stride, columns},
        Epilogue<N>{to.data, to.row_stride, to.column_stride, columns, 2, beta});
    Exec().fence();
    const auto of_x = on_host(x), after = on_host(y);
    for (int c = 0; c < columns; ++c) {
      const auto wanted = sporos_test::reference_product(host, 2.0, sporos_test::column_of(of_x, c), beta,
                                                         sporos_test::column_of(before, c));
      EXPECT_EQ(sporos_test::first_wrong_row(wanted, sporos_test::column_of(after, c)), -1) << "column " << c;
    }
  }
}

template <int N, class Run>
void check_gallery(const Run& run) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.rows.empty()) continue;
    check<N, Kokkos::LayoutLeft>(pattern, 3, run);
    check<N, Kokkos::LayoutRight>(pattern, 17, run);
  }
}

// In both numberings, of which the second needs a group a block.
template <int N, int Coop>
void run_with_teams(int team_size) {
  SCOPED_TRACE(sporos::detail::concat("coop ", Coop, ", team of ", team_size));
  constexpr auto how = sporos::Reduction::scratch;
  using Kernel = sporos::detail::ColumnLanesKernel<Operand<N>, Epilogue<N>, how, Coop>;
  constexpr std::size_t scratch = sporos::detail::GroupSum<Exec, how, Sum<N>>::scratch_bytes_per_lane;
  for (const bool block_by_block : {false, true}) {
    for (const int repeat : {1, 3}) {
      check_gallery<N>([&](const auto& matrix, const Reader<N>& x, const Epilogue<N>& epilogue) {
        const int groups = team_size / Coop;
        const int blocks = (x.count + N - 1) / N;
        const sporos::detail::ColumnPairs pairs{blocks, block_by_block && blocks <= groups};
        sporos_test::launch_teams(sporos::detail::ceiling_of(pairs.sweeps(matrix.num_rows, groups), repeat), team_size,
                                  scratch * static_cast<std::size_t>(team_size),
                                  Kernel{{sporos::detail::crs_arrays(matrix), x}, epilogue, pairs, repeat, {}, {}});
      });
    }
  }
}

TEST(ColumnLanesKernel, SumsThroughTeamScratchOnEveryBackend) {
  for (const int team_size : sporos_test::team_sizes()) {
    run_with_teams<1, 1>(team_size);
    run_with_teams<2, 1>(team_size);
    if (team_size >= 4) run_with_teams<2, 4>(team_size);
    if (team_size >= 32) run_with_teams<1, 8>(team_size);
  }
}

// Every pair of a row and a block once, whatever the numbering.
TEST(ColumnLanesKernel, PairsAreNumberedOnce) {
  for (const bool block_by_block : {false, true}) {
    for (const int groups : {5, 8, 32}) {
      for (const int blocks : {1, 2, 3, 5}) {
        const sporos::detail::ColumnPairs pairs{blocks, block_by_block};
        std::vector<int> met(100 * blocks, 0);
        for (std::int64_t sweep = 0; sweep < pairs.sweeps(100, groups); ++sweep) {
          for (int group = 0; group < groups; ++group) {
            const auto pair = pairs.of(sweep, groups, group);
            if (pair.row < 100 && pair.block < blocks) ++met[static_cast<std::size_t>(pair.row * blocks + pair.block)];
          }
        }
        EXPECT_EQ(met, std::vector<int>(met.size(), 1)) << blocks << " blocks, " << groups << " groups";
      }
    }
  }
}

// A product as a plan has it, with long rows that lanes leave. `decision_of` gets whether the columns are contiguous.
template <int N, class DecisionOf>
void launch(const DecisionOf& decision_of) {
  const Exec exec;
  const sporos::Machine machine = sporos::detect_machine(exec);
  const auto labels = sporos::detail::make_labels("test", "", "");
  constexpr auto how = sporos::detail::Reductions<Exec>::preferred;
  check_gallery<N>([&](const auto& matrix, const Reader<N>& x, const Epilogue<N>& epilogue) {
    const sporos::CrsDecision decision = decision_of(x.column_stride == 1);
    const auto setup = sporos::detail::prepare_crs(exec, matrix, decision, sizeof(double));
    const sporos::detail::Product<Exec, Reader<N>, Epilogue<N>> base{exec, machine, labels, x, epilogue};
    sporos::detail::launch_in_lanes<how>(sporos::detail::crs_product(base, matrix), decision, setup);
  });
}

TEST(ColumnLanesKernel, IsLaunchedWithEveryNumberOfLanes) {
  for (const int lanes : {1, 2, 4, 8}) {
    SCOPED_TRACE(lanes);
    launch<2>([&](bool) {
      sporos::CrsDecision decision;
      decision.column_lanes = lanes;
      return decision;
    });
    if (sporos::detail::Reductions<Exec>::preferred == sporos::Reduction::thread) break;  // there a row has one lane
  }
}

TEST(ColumnLanesKernel, LeavesLongRowsToTeams) {
  launch<2>([&](bool contiguous) {
    sporos::CrsDecision decision;
    decision.column_lanes = 2;
    // A long row must not fit into the share of a team that sums contiguous columns.
    decision.limits.long_row = contiguous ? 1 << sporos::detail::log_column_share : 16;
    decision.limits.segment = decision.limits.long_row / 2;
    return decision;
  });
}

// As few products as there can be.
TEST(ColumnLanesKernel, GetsAllColumnsInOnePass) {
  const auto counts_of = [](int columns) {
    const Exec exec;
    const auto x = sporos_test::columns_of_numbers<double, Kokkos::LayoutLeft>(10, columns, 1);
    const auto labels = sporos::detail::make_labels("test", "", "");
    std::vector<int> counts;
    sporos::detail::run_in_lanes<2>(
        exec, sporos::detect_machine(exec), labels, sporos::detail::vector_columns(x),
        [&](auto width, std::int64_t first, int count) {
          return Epilogue<decltype(width)::value>{nullptr, 1, first, count, 1, 0};
        },
        [&](auto, const auto& product) {
          EXPECT_EQ(product.epilogue.count, product.x.count);
          counts.push_back(product.x.count);
        });
    return counts;
  };
  EXPECT_EQ(counts_of(17), std::vector<int>{17});
  EXPECT_EQ(counts_of(35), (std::vector<int>{32, 3}));
}

// One load for several columns, where all of them are there and aligned for it.
TEST(ColumnLanesKernel, ReadsWideWhatIsAligned) {
  const auto is_wide = [](const double* data, std::int64_t columns, std::int64_t row_stride,
                          std::int64_t column_stride) {
    const Exec exec;
    const sporos::detail::VectorColumns<const double> x{data, 10, columns, row_stride, column_stride};
    const auto labels = sporos::detail::make_labels("test", "", "");
    bool found = false;
    sporos::detail::run_in_lanes<2>(
        exec, sporos::detect_machine(exec), labels, x,
        [&](auto width, std::int64_t first, int count) {
          return Epilogue<decltype(width)::value>{nullptr, 1, first, count, 1, 0};
        },
        [&](auto, const auto& product) { found = std::decay_t<decltype(product.x)>::side_by_side; });
    return found;
  };
  alignas(16) const double numbers[2] = {};
  EXPECT_TRUE(is_wide(numbers, 4, 4, 1));
  EXPECT_TRUE(is_wide(numbers, 4, 6, 1));
  EXPECT_FALSE(is_wide(numbers + 1, 4, 4, 1)) << "its first row is not aligned";
  EXPECT_FALSE(is_wide(numbers, 4, 5, 1)) << "its second row is not aligned";
  EXPECT_FALSE(is_wide(numbers, 3, 4, 1)) << "the last block is not full";
  EXPECT_FALSE(is_wide(numbers, 4, 1, 4)) << "columns are apart";
}

TEST(ColumnLanesKernel, ALaneHasEightEntriesOrMoreAndARowOfNeighboursSixteenLanes) {
  EXPECT_EQ(sporos::detail::column_lanes(100, 300), 1);
  EXPECT_EQ(sporos::detail::column_lanes(100, 1599), 1);
  EXPECT_EQ(sporos::detail::column_lanes(100, 1600), 2);
  EXPECT_EQ(sporos::detail::column_lanes(100, 6400), 8);
  EXPECT_EQ(sporos::detail::column_lanes(100, 1000000), 8);
  EXPECT_EQ(sporos::detail::column_lanes(0, 0), 1);
  EXPECT_EQ(sporos::detail::lanes_of_block(8, 2, true), 8);
  EXPECT_EQ(sporos::detail::lanes_of_block(8, 3, true), 4);
  EXPECT_EQ(sporos::detail::lanes_of_block(8, 32, true), 1);
  EXPECT_EQ(sporos::detail::lanes_of_block(8, 32, false), 8);
}

}  // namespace column_lanes_kernel_tests
