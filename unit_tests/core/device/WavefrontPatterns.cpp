// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows with patterns, summed in teams of a GPU, with 32 or 64 lanes as in Wavefront.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/kernels/crs/Sporos_PatternRowsKernel.hpp"
#include "core/setup/Sporos_FindPatterns.hpp"
#include "unit_tests/support/Lockstep.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace wavefront_patterns_tests {

namespace detail = sporos::detail;
using sporos::Reduction;
using sporos_test::Lockstep;
using Exec = Kokkos::DefaultExecutionSpace;
using Case = sporos_test::ProductCase<double>;
using Epilogue = detail::LinearEpilogue<double, double>;
template <int Lanes>
using Operand = detail::CrsOperand<Lockstep<Lanes>, detail::CrsArrays<double, int, int>,
                                   detail::VectorReader<Lockstep<Lanes>, sporos::Gather::plain, double>, double>;

class WavefrontPatterns : public testing::Test {
 protected:
  void SetUp() override {
    if (!detail::is_host_execution<Exec>) GTEST_SKIP() << "matrices are not on the host";
  }
};

TEST_F(WavefrontPatterns, ScansAddUpTheLanesBefore) {
  constexpr int lanes = 64;
  sporos_test::launch_lockstep<lanes>(1, 2 * lanes, 0, [](const sporos_test::LockstepMember& member) {
    const int thread = member.team_rank();
    const auto value = [](int of_thread) { return of_thread * of_thread % 11; };
    int before = 0;
    for (int other = thread / lanes * lanes; other < thread; ++other) before += value(other);
    EXPECT_EQ(detail::WarpScan<Lockstep<lanes>>::sum_before(thread % lanes, value(thread)), before);
  });
}

// Rows of at most `neighbours` columns, with a pattern, but for one in `apart` rows, which has 40 columns and none.
Case line(std::int64_t neighbours, std::int64_t apart = 29) {
  sporos_test::Pattern pattern{"line", 1200, {}};
  for (std::int64_t row = 0; row < 1200; ++row) {
    pattern.rows.emplace_back();
    for (std::int64_t i = 0; i < neighbours; ++i) {
      const std::int64_t column = row + i * i - neighbours;
      if (column >= 0 && column < 1200) pattern.rows.back().push_back(column);
    }
    if (row % apart != 17) continue;
    pattern.rows.back().clear();
    for (std::int64_t i = 0; i < 40; ++i) pattern.rows.back().push_back((row * row + 37 * i * i) % 1200);
  }
  return Case(pattern);
}

using Rows = detail::CrsArrays<double, int, int>;

Rows rows_of(const Case& matrix_case) { return detail::crs_arrays(sporos::crs_view(matrix_case.matrix)); }

detail::Patterns<Exec> patterns_of(const Rows& rows, int lanes) {
  const auto found = detail::mark_patterns(Exec(), rows, detail::sample_patterns(Exec(), rows), lanes);
  Exec().fence();
  return found;
}

template <int Lanes, int Coop>
void check(Case& matrix_case, const Rows& arrays, const detail::RowPatterns& patterns, bool adds_lengths = false) {
  using Kernel = detail::PatternRowsKernel<Operand<Lanes>, Epilogue, Reduction::shuffle, Coop>;
  for (const int team_size : {Lanes, 3 * Lanes}) {
    for (const int repeat : {1, 3}) {
      SCOPED_TRACE(detail::concat(Lanes, " lanes, ", Coop, " a row, team of ", team_size));
      for (const double beta : {0.0, 0.5}) {
        matrix_case.check(2, beta, [&](double alpha, auto x, double b, auto y) {
          sporos_test::launch_lockstep<Lanes>(
              detail::block_count({Coop, repeat, team_size}, arrays.num_rows), team_size, 0,
              Kernel{{arrays, {x.data()}}, Epilogue{y.data(), alpha, b}, patterns, repeat, INT64_MAX, adds_lengths});
        });
      }
    }
  }
}

TEST_F(WavefrontPatterns, AreSummedByAnyNumberOfLanes) {
  // Of the numbers of entries of a lane, some are multiples of those in flight.
  for (const std::int64_t neighbours : {1, 3, 4, 5, 8, 13, 24}) {
    SCOPED_TRACE(neighbours);
    Case matrix_case = line(neighbours);
    const Rows rows = rows_of(matrix_case);
    const auto found = patterns_of(rows, 4);
    ASSERT_NE(found.arrays.starts, nullptr);
    check<32, 1>(matrix_case, rows, found.arrays);
    check<32, 2>(matrix_case, rows, found.arrays);
    check<64, 4>(matrix_case, rows, found.arrays);
    check<32, 8>(matrix_case, rows, found.arrays);
    // `coop` in batches
    check<64, 1>(matrix_case, rows, {});
    check<32, 4>(matrix_case, rows, {});
    check<64, 8>(matrix_case, rows, {});
  }
}

TEST_F(WavefrontPatterns, AreNotReadFromTheMatrix) {
  Case matrix_case = line(5);
  Rows rows = rows_of(matrix_case);
  const auto found = patterns_of(rows, 1);
  std::vector<int> columns(rows.columns, rows.columns + matrix_case.matrix.nnz());
  int spoiled = 0;
  for (std::int64_t row = 0; row < rows.num_rows; ++row) {
    if (found.arrays.starts[row] == detail::RowPatterns::none) continue;
    for (int k = rows.row_offsets[row]; k < rows.row_offsets[row + 1]; ++k) {
      columns[static_cast<std::size_t>(k)] = 0;
      ++spoiled;
    }
  }
  EXPECT_GT(spoiled, 5000);
  rows.columns = columns.data();
  check<32, 2>(matrix_case, rows, found.arrays);
}

TEST_F(WavefrontPatterns, FollowFromLengthsWhereAWarpHasNoOtherRows) {
  for (const std::int64_t neighbours : {1, 5, 13}) {
    SCOPED_TRACE(neighbours);
    Case matrix_case = line(neighbours, 150);
    Rows rows = rows_of(matrix_case);
    const auto found = patterns_of(rows, 1);
    ASSERT_NE(found.arrays.starts, nullptr);
    // Other offsets than those of the first row of 32 are not read, unless a row has no pattern.
    std::vector<int> offsets(rows.row_offsets, rows.row_offsets + rows.num_rows + 1);
    int spoiled = 0;
    for (std::int64_t first = 0; first < rows.num_rows; first += 32) {
      const auto* const starts = found.arrays.starts + first;
      const auto* const last = found.arrays.starts + std::min<std::int64_t>(first + 32, rows.num_rows);
      if (std::find(starts, last, detail::RowPatterns::none) != last) continue;
      for (std::int64_t row = first + 1; row < first + (last - starts); ++row) {
        offsets[static_cast<std::size_t>(row)] = -1;
        ++spoiled;
      }
    }
    EXPECT_GT(spoiled, 600);
    check<64, 1>(matrix_case, rows, found.arrays, true);
    check<64, 4>(matrix_case, rows, found.arrays, true);
    rows.row_offsets = offsets.data();
    check<32, 1>(matrix_case, rows, found.arrays, true);
  }
}

TEST_F(WavefrontPatterns, LongRowsAreLeftToOtherKernels) {
  using Kernel = detail::PatternRowsKernel<Operand<32>, Epilogue, Reduction::shuffle, 2>;
  Case matrix_case = line(5);
  const Rows rows = rows_of(matrix_case);
  const auto found = patterns_of(rows, 1);
  Kokkos::deep_copy(matrix_case.y, -7);
  sporos_test::launch_lockstep<32>(
      detail::block_count({2, 1, 64}, rows.num_rows), 64, 0,
      Kernel{{rows, {matrix_case.x.data()}}, Epilogue{matrix_case.y.data(), 1, 0}, found.arrays, 1, 39, false});
  for (std::int64_t row = 0; row < rows.num_rows; ++row) {
    EXPECT_EQ(matrix_case.y(static_cast<std::size_t>(row)) == -7, row % 29 == 17) << row;
  }
}

}  // namespace wavefront_patterns_tests
