// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <vector>

#include "core/launch/formats/Sporos_LaunchSell.hpp"
#include "formats/sell/Sporos_FromSell.hpp"
#include "formats/sell/Sporos_ToSell.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/Teams.hpp"

namespace sell_product_tests {

using sporos::SellShape;

// The longest rows of the gallery would take most of the memory of a test.
bool has_moderate_rows(const sporos_test::Pattern& pattern) {
  for (const auto& row : pattern.rows) {
    if (row.size() > 7000) return false;
  }
  return true;
}

auto in_shape(const SellShape& shape, std::optional<bool> row_lengths = std::nullopt) {
  sporos::SellOptions options;
  options.shape = shape;
  options.row_lengths = row_lengths;
  options.max_bytes = std::int64_t{1} << 28;
  return [options](const auto& exec, const auto& A) { return sporos::to_sell(exec, A, options); };
}

constexpr SellShape usual{32, 1024};

template <class Value, class Vector = Value, class Column = int, class Offset = int>
void check_shape(const SellShape& shape, std::optional<bool> row_lengths = std::nullopt) {
  SCOPED_TRACE(sporos::detail::concat("slice height ", shape.slice_height, ", window ", shape.sorting_window));
  sporos_test::FormatChecks checks;
  checks.suits = has_moderate_rows;
  sporos_test::check_format<Value, Vector, Column, Offset>(in_shape(shape, row_lengths), checks);
}

TEST(SellProduct, OfEveryShapeMatchesTheReference) {
  for (const SellShape& shape : {SellShape{2, 1}, SellShape{4, 2}, SellShape{8, 8}, SellShape{16, 64}, SellShape{32, 1},
                                 SellShape{32, 8192}, SellShape{64, 256}}) {
    check_shape<double>(shape);
  }
}

TEST(SellProduct, MatchesTheReferenceWithAndWithoutRowLengths) {
  check_shape<double>(usual, true);
  check_shape<double>(usual, false);
}

TEST(SellProduct, OfEveryScalarMatchesTheReference) {
  check_shape<float>(usual);
  check_shape<Kokkos::complex<float>>({8, 32});
  check_shape<Kokkos::complex<double>>(usual);
  check_shape<float, double>({8, 1});
}

TEST(SellProduct, OfEveryIndexTypeMatchesTheReference) {
  check_shape<double, double, int, std::size_t>(usual);
  check_shape<double, double, std::int64_t, int>(usual);
  check_shape<double, double, std::int64_t, std::int64_t>({8, 1});
}

TEST(SellProduct, PaddingMeetsNoInfinity) {
  const sporos::CrsMatrix<double, int, int, Kokkos::HostSpace> host =
      sporos_test::make_matrix<double>({"", 3, {{0, 1, 2}, {1}, {}, {2, 1}, {1, 1, 1, 1}}});
  using sporos_test::Exec;
  const Kokkos::View<double*, Exec> x("x", 3);
  const Kokkos::View<double*, Exec> y("y", 5);
  const auto host_x = sporos_test::make_vector<double>(3, 1);
  host_x(0) = std::numeric_limits<double>::infinity();
  host_x(2) = std::numeric_limits<double>::infinity();
  Kokkos::deep_copy(x, host_x);
  const auto matrix = sporos::to_sell(Exec(), sporos::copy_to<Exec::memory_space>(host));
  sporos::spmv(Exec(), 1.0, matrix, x, 0.0, y);
  const std::vector<double> result = sporos_test::elements(y);
  EXPECT_FALSE(std::isfinite(result[0]));
  EXPECT_EQ(result[1], host.values(3) * host_x(1));
  EXPECT_EQ(result[2], 0);
  EXPECT_FALSE(std::isfinite(result[3]));
  EXPECT_TRUE(std::isfinite(result[4]));
}

// The kernel with one lane per row, which hosts do not choose.
template <int Height, class Matrix, class Case>
void check_lanes(const Matrix& matrix, Case& matrix_case) {
  using sporos_test::Exec;
  using Reader = sporos::detail::VectorReader<Exec, sporos::Gather::plain, double>;
  using Operand = sporos::detail::FormatOperand<Exec, decltype(sporos::detail::sell_arrays(matrix)), Reader, double>;
  using Kernel = sporos::detail::SellKernel<Operand, sporos_test::DoubleEpilogue, Height, 4>;
  for (const double beta : {0.0, -1.25}) {
    matrix_case.check(0.75, beta, [&](double alpha, auto x, double b, auto y) {
      const int team_size = sporos_test::team_sizes().back();
      sporos_test::launch_teams(sporos::detail::ceiling_of(matrix.num_rows, team_size), team_size, 0,
                                Kernel{{sporos::detail::sell_arrays(matrix), {x.data()}}, {y.data(), alpha, b}});
    });
  }
}

TEST(SellProduct, LanesStopAtTheEndOfTheirRows) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() == 0 || !has_moderate_rows(pattern)) continue;  // nothing is launched without entries
    SCOPED_TRACE(pattern.name);
    sporos_test::ProductCase<double> matrix_case(pattern);
    for (const bool row_lengths : {false, true}) {
      const Kokkos::DefaultExecutionSpace exec;
      check_lanes<32>(in_shape({32, 1}, row_lengths)(exec, matrix_case.matrix), matrix_case);
      check_lanes<4>(in_shape({4, 16}, row_lengths)(exec, matrix_case.matrix), matrix_case);
    }
  }
}

TEST(SellRule, LeavesEvenRowsInTheirOrderAndSortsUnevenOnesFar) {
  sporos::RowProfile even{1000, 1000, 7000, 8, 0, 49500, 1000};
  EXPECT_EQ(sporos::sell_rule(sporos::h100(), even), (SellShape{32, 1}));
  EXPECT_EQ(sporos::sell_rule(sporos::host_machine(4), even), (SellShape{8, 1}));
  sporos::RowProfile uneven = even;
  uneven.sum_of_squares = 70000;
  EXPECT_EQ(sporos::sell_rule(sporos::h100(), uneven), (SellShape{32, 1024}));
  uneven.sum_of_squares = 1e6;
  EXPECT_EQ(sporos::sell_rule(sporos::h100(), uneven), (SellShape{32, sporos::detail::largest_sorting_window}));
}

TEST(SellRule, SharesAllSlicesAmongThreads) {
  EXPECT_EQ(sporos::detail::slice_shares(sporos::host_machine(1), 1000), 1);
  EXPECT_EQ(sporos::detail::slice_shares(sporos::host_machine(4), 1000), 16);
  EXPECT_EQ(sporos::detail::slice_shares(sporos::host_machine(4), 3), 3);
  EXPECT_EQ(sporos::detail::slice_shares(sporos::host_machine(4), 0), 0);
}

// Slices of 8 rows: one of 25 slots a row, then five of 1.
TEST(SliceShares, AreOfEqualWorkAndTakeEachSliceOnce) {
  const std::vector<std::int64_t> offsets = {0, 200, 208, 216, 224, 232, 240};
  const auto begins = [&](std::int64_t shares) {
    const sporos::detail::SliceShares of{offsets.data(), 6, 8, shares};
    std::vector<std::int64_t> all;
    for (std::int64_t share = 0; share <= shares; ++share) all.push_back(of.begin(share));
    return all;
  };
  EXPECT_EQ(begins(1), (std::vector<std::int64_t>{0, 6}));
  EXPECT_EQ(begins(2), (std::vector<std::int64_t>{0, 1, 6}));
  EXPECT_EQ(begins(3), (std::vector<std::int64_t>{0, 1, 1, 6}));
}

}  // namespace sell_product_tests
