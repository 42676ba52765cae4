// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that several teams share: with limits so small that most rows of the gallery are long, and with the real ones.
#include "policies/crs/Sporos_LongRowRule.hpp"

#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "unit_tests/support/InventedDecisions.hpp"

namespace long_rows_tests {

using sporos::Algorithm;
using sporos_test::Exec;
using sporos_test::Pattern;
using sporos_test::ProductCase;

struct Numbers {
  int block_size;
  int tile;
  std::int64_t long_row;
  std::int64_t segment;
};
// A row that fits into a tile is never long, and a tile holds the sums of a team.
constexpr Numbers all_numbers[] = {{32, 32, 32, 32}, {32, 40, 63, 10}, {64, 70, 70, 1}, {256, 256, 1000, 999}};

TEST(LongRows, OfAPlanAreSplitAndAddedUp) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(pattern);
    for (const Numbers& numbers : all_numbers) {
      for (const auto algorithm : {Algorithm::stream, Algorithm::adaptive}) {
        auto decision = sporos_test::invented(algorithm, numbers.block_size, numbers.tile);
        decision.limits.long_row = numbers.long_row;
        decision.limits.segment = numbers.segment;
        check_invented(matrix_case, decision);
      }
    }
  }
}

TEST(LongRows, OfAProductWithoutPlanAreFoundAndAddedUp) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(pattern);
    for (const Numbers& numbers : all_numbers) {
      auto decision = sporos_test::invented(Algorithm::stream, numbers.block_size, numbers.tile);
      decision.limits.long_row = numbers.long_row;
      decision.limits.segment = numbers.segment;
      check_invented_without_setup(matrix_case, decision);
    }
  }
}

TEST(LongRows, AreFoundWhereverTheRowsLieInTheArrays) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    if (pattern.num_columns == 0) continue;
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(
        sporos_test::with_unused_entries(sporos_test::make_matrix<double>(pattern), 333, 100));
    auto decision = sporos_test::invented(Algorithm::stream, 32, 32);
    decision.limits.long_row = 32;
    decision.limits.segment = 9;
    check_invented_without_setup(matrix_case, decision);
    check_invented(matrix_case, decision);
  }
}

// On the host every row belongs to one thread, whatever its length, so there are no limits to reach.
TEST(LongRows, OfCooperatingLanesMoveUpToAWarpAndToSeveralTeams) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(pattern);
    for (int coop = 1; coop <= sporos::detail::max_coop; coop *= 2) {
      for (const std::int64_t warp_row : {std::int64_t{0}, std::int64_t{20}, std::int64_t{INT64_MAX}}) {
        auto decision = sporos_test::invented(Algorithm::coop, 64, 0);
        decision.shape.coop = coop;
        decision.shape.repeat = 2;
        decision.limits.warp_row = warp_row;
        SCOPED_TRACE(sporos::detail::concat("coop ", coop, ", warp row ", warp_row));
        check_invented(matrix_case, decision);
        if (sporos::detail::is_host_execution<Exec> || (coop < sporos::detail::max_coop && warp_row == INT64_MAX))
          continue;
        decision.limits.long_row = 40;
        decision.limits.segment = 40;
        check_invented(matrix_case, decision);
        check_invented_without_setup(matrix_case, decision);
      }
    }
  }
}

Pattern longest(std::int64_t length) {
  return sporos_test::random_pattern("one long row", 4000, 500,
                                     [length](auto row) { return row == 1234 ? length : 17; });
}

TEST(LongRows, AroundTheLimitsOfPlansAreRight) {
  const auto usual = sporos::detail::planned_long_rows(68000, 128);
  const auto of_large_teams = sporos::detail::planned_long_rows(68000, 512);
  for (const std::int64_t limit : {usual.segment, usual.long_row, of_large_teams.long_row}) {
    for (const std::int64_t length : {limit - 1, limit, limit + 1, 2 * limit, 2 * limit + 1}) {
      ProductCase<double> matrix_case(longest(length));
      for (const auto algorithm : sporos::all_algorithms()) {
        SCOPED_TRACE(sporos::detail::concat(name(algorithm), ", row of ", length));
        sporos::Options options;
        options.algorithm = algorithm;
        const auto plan = sporos::Plan(Exec(), matrix_case.matrix, options);
        matrix_case.check(-2, 0.5, [&](auto... arguments) { plan.apply(arguments...); });
      }
    }
  }
}

TEST(LongRows, AroundTheLimitsOfProductsWithoutPlanAreRight) {
  const auto machine = sporos::detect_machine(Exec());
  constexpr std::int64_t even = sporos::detail::longest_even_row(4000, 68000);
  constexpr std::int64_t expected = sporos::detail::expected_row(4000, 68000);
  const std::int64_t whole = sporos::detail::decide_uneven(machine, 4000, 68000, 8).limits.long_row;
  for (const std::int64_t length : {even, even + 1, expected, expected + 1, whole, whole + 1, 10 * whole + 1}) {
    SCOPED_TRACE(length);
    ProductCase<double> matrix_case(longest(length));
    for (const double beta : {0.0, 0.5, 0.0}) {
      matrix_case.check(-2, beta,
                        [&](auto a, auto x, auto b, auto y) { sporos::spmv(Exec(), a, matrix_case.matrix, x, b, y); });
    }
  }
}

// Segments must not be rounded to the type of y before they are added up.
TEST(LongRows, AreAddedUpInTheTypeOfTheSum) {
  const auto host = sporos_test::make_matrix<double>(longest(50000));
  const auto matrix = sporos::copy_to<Exec::memory_space>(host);
  const auto x = sporos_test::make_vector<double>(host.num_columns, 1);
  const auto y = sporos_test::make_vector<float>(host.num_rows, 2);
  const auto device_x = Kokkos::create_mirror_view_and_copy(Exec::memory_space{}, x);
  const Kokkos::View<float*, Exec::memory_space> device_y("y", y.extent(0));
  for (const double beta : {0.0, 0.5}) {
    Kokkos::deep_copy(device_y, y);
    sporos::spmv(Exec(), 3.0, matrix, device_x, beta, device_y);
    const auto reference = sporos_test::reference_product(host, 3.0, x, beta, y);
    EXPECT_EQ(sporos_test::first_wrong_row(reference, sporos::detail::host_copy(device_y)), -1) << "beta " << beta;
  }
}

/// One row with all entries, before empty rows; or wrong offsets, which must not be multiplied by, of rows that end
/// before they begin.
sporos::CrsMatrix<double, int, int, Kokkos::HostSpace> one_row_and_empty_ones(bool wrong) {
  const Pattern pattern = sporos_test::random_pattern("one row", 3, 500, [](auto row) { return row == 0 ? 200 : 0; });
  const auto matrix = sporos_test::make_matrix<double>(pattern);
  if (wrong) matrix.row_offsets(2) = 100;
  return matrix;
}

TEST(LongRows, AreRightBehindAProductWithWrongOffsets) {
  ProductCase<double> right(one_row_and_empty_ones(false));
  const ProductCase<double> wrong(one_row_and_empty_ones(true));
  auto decision = sporos_test::invented(Algorithm::stream, 32, 32);
  decision.limits.long_row = 32;
  decision.limits.segment = 10;
  for (int i = 0; i < 3; ++i) {
    sporos_test::run_without_setup(decision, wrong.matrix, 1.0, wrong.x, 0.0, wrong.y);
    check_invented_without_setup(right, decision);
  }
}

}  // namespace long_rows_tests
