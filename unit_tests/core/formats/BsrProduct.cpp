// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "core/launch/formats/Sporos_LaunchBsr.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/Teams.hpp"

namespace bsr_product_tests {

using sporos::BlockLayout;
using sporos_test::Exec;

// Every repeated entry of a long row takes a block.
bool has_moderate_rows(const sporos_test::Pattern& pattern) {
  for (const auto& row : pattern.rows) {
    if (row.size() > 4000) return false;
  }
  return true;
}

auto in_blocks(int size, BlockLayout layout) {
  sporos::BsrOptions options;
  options.block_size = size;
  options.layout = layout;
  options.max_bytes = std::int64_t{1} << 29;
  return [options](const auto& exec, const auto& A) { return sporos::to_bsr(exec, A, options); };
}

template <class Value, class Vector = Value, class Column = int, class Offset = int>
void check_blocks(int size, BlockLayout layout = BlockLayout::block_by_block) {
  SCOPED_TRACE(sporos::detail::concat("blocks of ", size, ", ", name(layout)));
  sporos_test::FormatChecks checks;
  checks.suits = has_moderate_rows;
  sporos_test::check_format<Value, Vector, Column, Offset>(in_blocks(size, layout), checks);
}

TEST(BsrProduct, OfEveryBlockSizeMatchesTheReference) {
  for (const int size : {2, 3, 4, 5, 6, 7, 8}) check_blocks<double>(size);
  check_blocks<double>(3, BlockLayout::row_by_row);
}

TEST(BsrProduct, OfBlocksOfAnySizeMatchesTheReference) {
  check_blocks<double>(1);
  check_blocks<double>(11);
  check_blocks<double>(17, BlockLayout::row_by_row);
}

TEST(BsrProduct, OfEveryScalarMatchesTheReference) {
  for (const int size : {2, 3, 5, 6, 7, 8}) check_blocks<float>(size);
  check_blocks<Kokkos::complex<float>>(3);
  check_blocks<Kokkos::complex<double>>(2, BlockLayout::row_by_row);
  for (const int size : {3, 4, 5}) check_blocks<float, double>(size);
}

TEST(BsrProduct, OfEveryIndexTypeMatchesTheReference) {
  check_blocks<double, double, int, std::size_t>(2);
  check_blocks<double, double, std::int64_t, int>(3);
  check_blocks<double, double, std::int64_t, std::int64_t>(9);
}

TEST(BsrProduct, ReadsNoXBehindTheLastColumn) {
  const auto matrix = sporos::copy_to<Exec::memory_space>(
      sporos_test::make_matrix<double>(sporos_test::random_pattern("", 5, 5, [](auto) { return 4; })));
  const Kokkos::View<double*, Exec> longer("x and what follows", 8);
  Kokkos::deep_copy(longer, std::numeric_limits<double>::quiet_NaN());
  const auto x = Kokkos::subview(longer, std::make_pair(0, 5));
  Kokkos::deep_copy(x, 1.0);
  const Kokkos::View<double*, Exec> y("y", 5);
  for (const int size : {4, 8, 10}) {
    sporos::spmv(Exec(), 1.0, in_blocks(size, BlockLayout::row_by_row)(Exec(), matrix), x, 0.0, y);
    for (const double element : sporos_test::elements(y)) EXPECT_TRUE(std::isfinite(element)) << "blocks of " << size;
  }
}

// The portable form of the kernel for cooperating lanes on real teams, which hosts do not choose.
template <int Block, int RowTile, int InFlight>
void check_lanes(const sporos_test::Pattern& pattern, int size, BlockLayout layout) {
  using Reader = sporos::detail::VectorReader<Exec, sporos::Gather::plain, double>;
  using Operand = sporos::detail::FormatOperand<Exec, sporos::detail::BsrArrays<double, int, int>, Reader, double>;
  using Kernel = sporos::detail::BsrKernel<Operand, sporos_test::DoubleEpilogue, sporos::Reduction::scratch,
                                           sporos::detail::BsrTile<Block, RowTile, InFlight>>;
  sporos_test::ProductCase<double> matrix_case(pattern);
  const auto matrix = in_blocks(size, layout)(Exec(), matrix_case.matrix);
  for (const int team_size : sporos_test::team_sizes()) {
    for (int width = 1; width <= team_size && width <= sporos::detail::max_coop; width *= 2) {
      SCOPED_TRACE(
          sporos::detail::concat(pattern.name, ", blocks of ", size, ", team of ", team_size, ", width ", width));
      for (const double beta : {0.0, -1.25}) {
        matrix_case.check(0.75, beta, [&](double alpha, auto x, double b, auto y) {
          sporos_test::launch_teams(
              sporos::detail::ceiling_of(matrix.num_block_rows() * width, team_size), team_size,
              sizeof(double) * static_cast<std::size_t>(team_size),
              Kernel{{sporos::detail::bsr_arrays(matrix), {x.data()}}, {y.data(), alpha, b}, width});
        });
      }
    }
  }
}

TEST(BsrProduct, LanesShareBlockRowsOnEveryBackend) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() == 0 || !has_moderate_rows(pattern)) continue;  // nothing is launched without entries
    for (const auto layout : {BlockLayout::block_by_block, BlockLayout::row_by_row}) {
      check_lanes<2, 2, 4>(pattern, 2, layout);
      check_lanes<5, 5, 1>(pattern, 5, layout);
      check_lanes<0, 4, 2>(pattern, 10, layout);
    }
  }
}

TEST(BsrRule, GivesEveryLaneThreeColumnsOrMore) {
  EXPECT_EQ(sporos::detail::bsr_lanes(1000, 26000, 3), 16);
  EXPECT_EQ(sporos::detail::bsr_lanes(1000, 5000, 2), 2);
  EXPECT_EQ(sporos::detail::bsr_lanes(1000, 1000, 2), 1);
  EXPECT_EQ(sporos::detail::bsr_lanes(1000, 1000000, 8), sporos::detail::max_coop);
}

TEST(BsrRule, SharesAllBlockRowsAmongThreads) {
  EXPECT_EQ(sporos::detail::block_rows_per_share(sporos::host_machine(1), 1000), 1000);
  EXPECT_EQ(sporos::detail::block_rows_per_share(sporos::host_machine(2), 1000), 125);
  EXPECT_EQ(sporos::detail::block_rows_per_share(sporos::host_machine(2), 3), 1);
}

}  // namespace bsr_product_tests
