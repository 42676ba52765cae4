// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed products without a plan where 32 or 64 lanes exchange registers, as in Wavefront.cpp.
#include <gtest/gtest.h>

#include "core/launch/Sporos_LaunchScatter.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Lockstep.hpp"
#include "unit_tests/support/Reference.hpp"

namespace wavefront_scatter_tests {

using sporos_test::Lockstep;
using sporos_test::LockstepMember;

template <class Test>
void with_lanes(const Test& test) {
  test(std::integral_constant<int, 32>());
  test(std::integral_constant<int, 64>());
}

TEST(WavefrontScatter, AWarpFindsTheFirstNumberThatHolds) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    for (const std::int64_t end : {7, 8, 38, 40, 71, 72, 1096, 40000}) {
      for (const std::int64_t wanted : {std::int64_t{7}, std::int64_t{8}, end / 2, end - 1, end}) {
        sporos_test::launch_lockstep<lanes>(1, lanes, 0, [&](const LockstepMember& member) {
          const auto holds = [&](std::int64_t number) {
            EXPECT_TRUE(number >= 7 && number < end) << number;
            return number >= wanted;
          };
          const std::int64_t first = std::max<std::int64_t>(wanted, 7);
          EXPECT_EQ(sporos::detail::first_that_by_warp<Lockstep<lanes>>(member.team_rank(), 7, end, holds),
                    std::min(first, end))
              << wanted << " of 7 to " << end << ", " << lanes << " lanes";
        });
      }
    }
  });
}

using Matrix = sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>;
using Vector = Kokkos::View<double*, Kokkos::HostSpace>;

template <int Lanes>
std::vector<double> scattered_sums(const Matrix& matrix, const Vector& x, const sporos::detail::ScatterRowsShape& shape,
                                   bool is_crowded) {
  using Space = Lockstep<Lanes>;
  const auto view = sporos::crs_view(matrix);
  const auto entries = sporos::detail::scattered<Space>(view);
  using Target = sporos::detail::ScatterTarget<double, double, sporos::detail::Constant<1>>;
  using Reader = sporos::detail::VectorReader<Space, sporos::Gather::plain, double>;
  using Terms = sporos::detail::ScatterTerms<Space, std::decay_t<decltype(entries)>, Reader, Target,
                                             sporos::detail::ScatterMode<false, true>>;
  using Kernel = sporos::detail::ScatterRowsKernel<Terms>;
  std::vector<double> y(static_cast<std::size_t>(view.num_columns), 0.5);
  const std::int64_t searchers = sporos::detail::ceiling_of(view.nnz(), shape.segment);
  const std::int64_t teams = searchers + sporos::detail::ceiling_of(view.num_rows, Kernel::rows_of_a_group(shape));
  const int told = is_crowded ? 1 : 0;
  sporos_test::launch_lockstep<Lanes>(static_cast<int>(teams), shape.threads, Kernel::scratch_bytes(shape),
                                      Kernel{{entries, {x.data()}, {y.data(), {}, 2.0}}, shape, searchers, &told});
  return y;
}

// By one lane a row and by several, with groups of rows that are larger than a segment.
TEST(WavefrontScatter, AddsEveryEntryToItsColumn) {
  if (!sporos::detail::is_host_execution<Kokkos::DefaultExecutionSpace>) GTEST_SKIP() << "matrices are not on the host";
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos_test::make_matrix<double>(pattern);
    if (matrix.values.extent(0) == 0) continue;
    const Vector x("x", pattern.rows.size());
    for (std::size_t i = 0; i < x.extent(0); ++i) x(i) = static_cast<double>(i % 7) - 3;
    std::vector<double> wanted(static_cast<std::size_t>(pattern.num_columns), 0.5);
    std::vector<double> sizes(wanted.size(), 1);
    for (std::size_t row = 0; row < pattern.rows.size(); ++row) {
      for (auto k = matrix.row_offsets(row); k < matrix.row_offsets(row + 1); ++k) {
        const auto column = static_cast<std::size_t>(matrix.columns(k));
        wanted[column] += 2 * matrix.values(k) * x(row);
        sizes[column] += std::abs(2 * matrix.values(k) * x(row));
      }
    }
    with_lanes([&](auto constant) {
      constexpr int lanes = constant;
      for (const bool is_crowded : {false, true}) {
        const sporos::detail::ScatterRowsShape shape = is_crowded
                                                           ? sporos::detail::ScatterRowsShape{lanes, 0, 200}
                                                           : sporos::detail::ScatterRowsShape{2 * lanes, 4, 1000};
        const auto y = scattered_sums<lanes>(matrix, x, shape, is_crowded);
        for (std::size_t column = 0; column < y.size(); ++column) {
          ASSERT_NEAR(y[column], wanted[column], 1e-12 * sizes[column])
              << pattern.name << ", column " << column << ", " << shape.threads << " threads of " << lanes
              << " lanes, 2^" << shape.lanes_log2 << " of a row, segments of " << shape.segment;
        }
      }
    });
  }
}

// Whether a team that looks at the columns of 102,400 entries says that many are in one; `in_one` out of `of` are.
template <int Lanes>
bool is_found_crowded(int in_one, int of) {
  std::vector<int> columns(102400);  // parts of 100
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const int k = static_cast<int>(i);
    columns[i] = k % of >= of - in_one ? 7 : 1000 + k;
  }
  using Epilogue = sporos::detail::LinearEpilogue<double, double>;
  int told = -1;
  std::vector<double> y(300, 3.0);
  using Kernel = sporos::detail::ScatterStartKernel<Lockstep<Lanes>, int, Epilogue>;
  sporos_test::launch_lockstep<Lanes>(
      1 + static_cast<int>(sporos::detail::ceiling_of(300, 2 * Lanes)), 2 * Lanes, Kernel::scratch_bytes,
      Kernel{columns.data(), static_cast<std::int64_t>(columns.size()), &told, Epilogue{y.data(), 1.0, 0.5}, 299});
  for (std::size_t i = 0; i < 299; ++i) EXPECT_EQ(y[i], 1.5) << i;
  EXPECT_EQ(y[299], 3.0);
  EXPECT_TRUE(told == 0 || told == 1) << told;
  return told == 1;
}

TEST(WavefrontScatter, OneTeamTellsWhetherManyEntriesAreInOneColumnWhileOthersScale) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    EXPECT_FALSE(is_found_crowded<lanes>(0, 1));
    EXPECT_FALSE(is_found_crowded<lanes>(1, 1000));
    EXPECT_TRUE(is_found_crowded<lanes>(1, 20));
    EXPECT_TRUE(is_found_crowded<lanes>(1, 2)) << "not only where a part begins";
    EXPECT_TRUE(is_found_crowded<lanes>(1, 1));
  });
}

}  // namespace wavefront_scatter_tests
