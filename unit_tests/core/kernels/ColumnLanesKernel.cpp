// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several columns in one pass, in lanes, in the portable form: what GPUs run where the rule says so.
#include "core/kernels/crs/Sporos_ColumnLanesKernel.hpp"

#include <gtest/gtest.h>

#include "core/Sporos_Plan.hpp"
#include "unit_tests/support/Columns.hpp"
#include "unit_tests/support/Teams.hpp"

namespace column_lanes_kernel_tests {

using sporos_test::Exec;
using Space = Exec::memory_space;
using Reader = sporos::detail::ColumnsReader<Exec, double, 1, false>;
using Operand = sporos::detail::CrsOperand<Exec, sporos::detail::CrsArrays<double, int, int>, Reader, double>;
using Epilogue = sporos::detail::ColumnsEpilogue<double, double, 1>;

template <class View>
auto on_host(const View& view) {
  const auto host = Kokkos::create_mirror(Kokkos::HostSpace(), view);
  Kokkos::deep_copy(host, view);
  return host;
}

/// `run(x, y)` is to make y = 2*A*x + beta*y.
template <class Layout, class Run>
void check(const sporos_test::Pattern& pattern, int columns, const Run& run) {
  SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", columns, " columns"));
  const auto host = sporos_test::make_matrix<double>(pattern);
  const auto matrix = sporos::copy_to<Space>(host);
  const auto x = sporos_test::columns_of_numbers<double, Layout>(host.num_columns, columns, 1);
  for (const double beta : {0.0, 0.5}) {
    const auto y = sporos_test::columns_of_numbers<double, Layout>(host.num_rows, columns, 2);
    const auto before = on_host(y);
    const auto elements_x = sporos::detail::vector_columns(x);
    const auto elements_y = sporos::detail::vector_columns(y);
    run(sporos::crs_view(matrix), Reader{elements_x.data, elements_x.row_stride, elements_x.column_stride, columns},
        Epilogue{elements_y.data, elements_y.row_stride, elements_y.column_stride, columns, 2, beta});
    Exec().fence();
    const auto of_x = on_host(x), after = on_host(y);
    for (int c = 0; c < columns; ++c) {
      const auto wanted = sporos_test::reference_product(host, 2.0, sporos_test::column_of(of_x, c), beta,
                                                         sporos_test::column_of(before, c));
      EXPECT_EQ(sporos_test::first_wrong_row(wanted, sporos_test::column_of(after, c)), -1) << "column " << c;
    }
  }
}

template <class Run>
void check_gallery(const Run& run) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.rows.empty()) continue;
    check<Kokkos::LayoutLeft>(pattern, 3, run);
    check<Kokkos::LayoutRight>(pattern, 17, run);
  }
}

template <int Coop>
void run_with_teams(int team_size) {
  SCOPED_TRACE(sporos::detail::concat("coop ", Coop, ", team of ", team_size));
  constexpr auto how = sporos::Reduction::scratch;
  using Kernel = sporos::detail::ColumnLanesKernel<Operand, Epilogue, how, Coop>;
  constexpr std::size_t scratch = sporos::detail::GroupSum<Exec, how, double>::scratch_bytes_per_lane;
  for (const int repeat : {1, 3}) {
    check_gallery([&](const auto& matrix, const Reader& x, const Epilogue& epilogue) {
      const std::int64_t pairs = matrix.num_rows * x.count;
      sporos_test::launch_teams(sporos::detail::ceiling_of(pairs, repeat * team_size / Coop), team_size,
                                scratch * static_cast<std::size_t>(team_size),
                                Kernel{{sporos::detail::crs_arrays(matrix), x}, epilogue, repeat});
    });
  }
}

TEST(ColumnLanesKernel, SumsThroughTeamScratchOnEveryBackend) {
  for (const int team_size : sporos_test::team_sizes()) {
    run_with_teams<1>(team_size);
    if (team_size >= 4) run_with_teams<4>(team_size);
    if (team_size >= 32) run_with_teams<32>(team_size);
  }
}

TEST(ColumnLanesKernel, IsLaunchedWithEveryNumberOfLanes) {
  const Exec exec;
  const sporos::Machine machine = sporos::detect_machine(exec);
  const auto labels = sporos::detail::make_labels("test", "", "");
  constexpr auto how = sporos::detail::Reductions<Exec>::preferred;
  for (const int lanes : {1, 2, 4, 8, 16, 32}) {
    sporos::CrsDecision decision;
    decision.column_lanes = lanes;
    check_gallery([&](const auto& matrix, const Reader& x, const Epilogue& epilogue) {
      const sporos::detail::Product<Exec, Reader, Epilogue> base{exec, machine, labels, x, epilogue};
      sporos::detail::launch_column_lanes<how>(sporos::detail::crs_product(base, matrix), decision);
    });
    if (how == sporos::Reduction::thread) break;  // there a row has one lane
  }
}

// All columns reach the launch at once, and none twice.
TEST(ColumnLanesKernel, GetsAllColumnsInOnePass) {
  const Exec exec;
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(sporos_test::gallery()[5]));
  const auto view = sporos::crs_view(matrix);
  const auto x = sporos_test::columns_of_numbers<double, Kokkos::LayoutLeft>(matrix.num_columns, 17, 1);
  const auto y = sporos_test::columns_of_numbers<double, Kokkos::LayoutLeft>(matrix.num_rows, 17, 1);
  const auto labels = sporos::detail::make_labels("test", "", "");
  std::vector<int> counts;
  const auto note = [&](auto, const auto& product) {
    counts.push_back(sporos::detail::columns_read<std::decay_t<decltype(product.x)>> == 1 ? product.x.count : 0);
  };
  sporos::detail::run_columns(exec, sporos::detect_machine(exec), labels, view, 1.0, x, 0.0, y, true, note);
  EXPECT_EQ(counts, std::vector<int>{17});
}

TEST(ColumnLanesKernel, ALaneHasFourEntriesOrMoreUnlessTheRowIsLong) {
  EXPECT_EQ(sporos::detail::column_lanes(100, 300), 1);
  EXPECT_EQ(sporos::detail::column_lanes(100, 800), 1);
  EXPECT_EQ(sporos::detail::column_lanes(100, 801), 2);
  EXPECT_EQ(sporos::detail::column_lanes(100, 2700), 4);
  EXPECT_EQ(sporos::detail::column_lanes(100, 1000000), 32);
  EXPECT_EQ(sporos::detail::column_lanes(0, 0), 1);
}

}  // namespace column_lanes_kernel_tests
