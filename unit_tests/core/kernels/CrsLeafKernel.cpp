// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/kernels/crs/Sporos_CrsLeafKernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/Sporos_Plan.hpp"
#include "core/setup/Sporos_FindBands.hpp"
#include "unit_tests/support/LeafProducts.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace crs_leaf_kernel_tests {

using Host = sporos_test::LeafHost;
using Operand = sporos_test::LeafOperand<double, double>;
using Epilogue = sporos::detail::LinearEpilogue<double, double>;
using sporos::HostLevel;
using sporos_test::product;
using sporos_test::RowsAmongOthers;

constexpr std::int64_t segment = sporos::detail::leaf_segment;

std::vector<std::vector<std::int64_t>> lists_of_lengths() {
  std::vector<std::int64_t> arrow(700, 2);
  arrow[0] = 7 * segment + 5;
  std::vector<std::int64_t> last(700, 0);
  last.back() = 11 * segment;
  std::vector<std::int64_t> mixed;
  for (std::int64_t row = 0; row < 900; ++row) mixed.push_back(row % 300 == 37 ? 2 * segment + row : row % 23);
  std::vector<std::int64_t> alternating;
  for (std::int64_t row = 0; row < 600; ++row) alternating.push_back(row % 2 == 0 ? 1 : 300);
  return {arrow,
          last,
          mixed,
          alternating,
          {9 * segment + 1},
          {2 * segment - 1, 2 * segment, 2 * segment + 1, 3 * segment - 1},
          std::vector<std::int64_t>(40, 2 * segment),
          std::vector<std::int64_t>(2000, 5)};
}

TEST(CrsLeafKernel, GivesTheSameBitsInAnyNumberOfShares) {
  for (const auto& lengths : lists_of_lengths()) {
    const RowsAmongOthers<double, double> rows(lengths, 3, 20);
    for (const HostLevel level : sporos_test::leaf_levels()) {
      const auto expected = product(rows, level, 1, false);
      for (std::size_t row = 0; row < expected.size(); ++row) {
        EXPECT_TRUE(rows.is_sum(static_cast<std::int64_t>(row), expected[row])) << row << " of " << expected.size();
      }
      for (std::int64_t shares = 1; shares <= 17; ++shares) {
        EXPECT_EQ(product(rows, level, shares, true), expected) << shares << " shares, rows cut";
        EXPECT_EQ(product(rows, level, shares, false), expected) << shares << " shares";
      }
    }
  }
}

TEST(CrsLeafKernel, CutsARowIntoEqualShares) {
  const RowsAmongOthers<double, double> rows({1, 1, 64 * segment, 1});
  const Operand a{{rows.num_rows(), rows.offsets.data(), rows.columns.data(), rows.values.data()}, {rows.x.data()}};
  const sporos::detail::LeafRows<Operand> leaf_rows{a, {}, HostLevel::avx2, false, true, {}};
  for (const std::int64_t shares : {2, 4, 16}) {
    for (std::int64_t share = 1; share < shares; ++share) {
      const auto point = leaf_rows.point(share, shares);
      EXPECT_EQ(point.row, 2);
      EXPECT_NEAR(static_cast<double>(point.segment), static_cast<double>(64 * share / shares), 1);
    }
  }
}

TEST(CrsLeafKernel, TakesUnevenRowsOfLargeMatricesAlikeInAnyNumberOfShares) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t row = 0; row < 20000; ++row) lengths.push_back(row * row % 13 + (row == 700 ? 2 * segment : 0));
  const RowsAmongOthers<double, double> rows(lengths, 3, 20);
  const Operand a{sporos_test::arrays_of(rows), {rows.x.data()}};
  const sporos::detail::LeafRows<Operand> leaf_rows{a, {}, HostLevel::avx2, false, false, {}};
  EXPECT_EQ(leaf_rows.form_of(0, 256, 256, 1500), sporos::detail::LeafForm::uneven);
  EXPECT_EQ(leaf_rows.form_of(512, 768, 255, 1500), sporos::detail::LeafForm::uneven);
  for (const HostLevel level : sporos_test::leaf_levels()) {
    const auto expected = product(rows, level, 1, false);
    for (std::size_t row = 0; row < expected.size(); ++row) {
      EXPECT_TRUE(rows.is_sum(static_cast<std::int64_t>(row), expected[row])) << row;
    }
    for (const std::int64_t shares : {2, 7, 40}) {
      EXPECT_EQ(product(rows, level, shares, false), expected) << shares << " shares";
      EXPECT_EQ(product(rows, level, shares, true), expected) << shares << " shares, rows cut";
    }
  }
}

TEST(CrsLeafKernel, TakesRowsForScatteredWhoseColumnsAreFarFromThoseOfTheRowBefore) {
  using sporos::detail::LeafForm;
  // Rows of `length` entries, or of more and fewer by turns, every tenth empty. The middle columns of neighbours are
  // `distance` apart in the first eight rows and 90000 behind them, where it does not matter.
  const auto form = [](HostLevel level, std::int64_t length, int distance, bool even = true, bool prefetches = true) {
    std::vector<int> offsets{0};
    std::vector<int> columns;
    for (std::int64_t row = 0; row < 20000; ++row) {
      const std::int64_t entries = row % 10 == 3 ? 0 : even ? length : length + row * row % 13 - 6;
      columns.insert(columns.end(), static_cast<std::size_t>(entries),
                     row < 8 ? static_cast<int>(row % 10 < 3 ? row : row - 1) % 2 * distance : 90000 * (row % 2));
      offsets.push_back(static_cast<int>(columns.size()));
    }
    const Operand a{{20000, offsets.data(), columns.data(), nullptr}, {nullptr}};
    const sporos::detail::LeafRows<Operand> leaf_rows{a, {}, level, prefetches, false, {}};
    return leaf_rows.form_of(0, 256, 256, 256 * length);
  };
  EXPECT_EQ(form(HostLevel::avx2, 10, 6000), LeafForm::scattered);
  EXPECT_EQ(form(HostLevel::avx2, 10, 5999), LeafForm::some);
  EXPECT_EQ(form(HostLevel::avx2, 7, 6000), LeafForm::some) << "their rows are short";
  EXPECT_EQ(form(HostLevel::avx2, 200, 6000), LeafForm::many);
  EXPECT_EQ(form(HostLevel::avx512, 10, 6000), LeafForm::some);
  EXPECT_EQ(form(HostLevel::avx2, 10, 6000, false), LeafForm::scattered);
  EXPECT_EQ(form(HostLevel::avx2, 10, 160000), LeafForm::far);
  EXPECT_EQ(form(HostLevel::avx2, 10, 160000, true, false), LeafForm::scattered) << "a small matrix";
  EXPECT_EQ(form(HostLevel::avx2, 4, 160000), LeafForm::far);
  EXPECT_EQ(form(HostLevel::avx2, 4, 159999), LeafForm::some);
  EXPECT_EQ(form(HostLevel::avx2, 200, 160000), LeafForm::many);
  EXPECT_EQ(form(HostLevel::avx2, 7, 159999, false), LeafForm::uneven);
  EXPECT_EQ(form(HostLevel::avx2, 7, 160000, false), LeafForm::far);
  EXPECT_EQ(form(HostLevel::avx512_masks, 7, 160000, false), LeafForm::uneven);
}

// The rows of Lagrange elements of degree 2 have 15 and 25 entries by turns.
TEST(CrsLeafKernel, TakesRowsForEvenWhoseLengthsRepeatThemselves) {
  for (const std::int64_t period : {2, 3, 4, 5}) {
    std::vector<std::int64_t> lengths;
    for (std::int64_t row = 0; row < 20000; ++row) lengths.push_back(row % period == 0 ? 25 : 15);
    const RowsAmongOthers<double, double> rows(lengths, 3, 20);
    const Operand a{sporos_test::arrays_of(rows), {rows.x.data()}};
    const sporos::detail::LeafRows<Operand> leaf_rows{a, {}, HostLevel::avx2, false, false, {}};
    const auto expected = period > 4 ? sporos::detail::LeafForm::uneven : sporos::detail::LeafForm::some;
    EXPECT_EQ(leaf_rows.form_of(0, 256, 256, 256 * 18), expected) << period;
  }
}

// At the level of this program; CTest runs these at each level.
TEST(CrsLeafKernel, PlansAndProductsWithoutPlanMatchTheReference) {
  std::vector<sporos_test::Pattern> patterns = sporos_test::gallery();
  sporos_test::Pattern stencil{"stencil", 603, {}};
  for (std::int64_t row = 0; row < 601; ++row) stencil.rows.push_back({row, row + 1, row + 2});
  patterns.push_back(stencil);
  patterns.push_back(sporos_test::random_pattern("longer than shares", 300, 1000,
                                                 [](std::int64_t row) { return row % 100 == 99 ? 30000 : row % 9; }));
  for (const auto& pattern : patterns) {
    SCOPED_TRACE(pattern.name);
    sporos_test::ProductCase<double> doubles(pattern);
    sporos_test::ProductCase<float> floats(pattern);
    sporos_test::ProductCase<float, double> mixed(pattern);
    const auto check = [](auto& matrix_case) {
      const auto plan = sporos::Plan(sporos_test::ProductCase<double>::Exec(), matrix_case.matrix);
      for (const float beta : {0.F, 0.5F}) {
        matrix_case.check(2, beta, [&](auto... arguments) { plan.apply(arguments...); });
        matrix_case.check(2, beta, [&](auto... arguments) {
          const auto spmv = [&](auto alpha, auto x, auto b, auto y) {
            sporos::spmv(plan.exec(), alpha, matrix_case.matrix, x, b, y);
          };
          spmv(arguments...);
        });
      }
    };
    check(doubles);
    check(floats);
    check(mixed);
  }
}

auto view_of(const RowsAmongOthers<double, double>& rows) {
  return sporos::crs_view<Host::memory_space>(rows.num_rows(), 97, rows.offsets.back(), rows.offsets.data(),
                                              rows.columns.data(), rows.values.data());
}

using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;

// The products of a plan must get the bands that it has found; the order of additions in a band shows whether they do.
TEST(CrsLeafKernel, PlansMultiplyBandsAsBands) {
  const HostLevel level = sporos::detail::host_level();
  if (level == HostLevel::portable) GTEST_SKIP() << "no leaves";
  const auto rows = sporos_test::rows_in_bands(30, 0, 0);
  const auto bands = sporos::detail::find_bands(Host(), sporos::detail::crs_arrays(view_of(rows)), false);
  const auto expected = product(rows, level, 1, false, bands.arrays());
  ASSERT_NE(product(rows, level, 1, false), expected);
  std::vector<double> y(expected.size(), std::nan(""));
  const auto plan = sporos::Plan(Host(), view_of(rows));
  plan.apply(1.0, Kokkos::View<const double*, Host, Unmanaged>(rows.x.data(), 97), 0.0,
             Kokkos::View<double*, Host, Unmanaged>(y.data(), y.size()));
  EXPECT_EQ(y, expected);
}

TEST(CrsLeafKernel, PlansOfSeveralThreadsShareLongRows) {
  const HostLevel level = sporos::detail::host_level();
  if (level == HostLevel::portable) GTEST_SKIP() << "no leaves";
  const RowsAmongOthers<double, double> rows({1, 1, 64 * segment, 1});
  sporos::RowProfile profile;
  profile.num_rows = rows.num_rows();
  profile.nnz = rows.offsets.back();
  profile.longest_row = 64 * segment;
  const auto machine = sporos::host_machine(4, level);
  const auto decision = sporos::detail::decide_crs(machine, profile, {}, 8);
  ASSERT_TRUE(decision.cuts_rows);
  const Host exec;
  const auto setup = sporos::detail::prepare_crs(exec, view_of(rows), decision, sizeof(double));
  auto* const carries = reinterpret_cast<double*>(setup.carries.data());
  std::fill_n(carries, 64, std::nan(""));
  std::vector<double> y(4, std::nan(""));
  const auto labels = sporos::detail::make_labels("test", "", "");
  const sporos::detail::Product<Host, decltype(Operand::x), Epilogue> base{
      exec, machine, labels, {rows.x.data()}, {y.data(), 1, 0}};
  constexpr auto how = sporos::detail::Reductions<Host>::preferred;
  sporos::detail::launch_prepared<how>(sporos::detail::crs_product(base, view_of(rows)), decision, setup);
  EXPECT_EQ(y, product(rows, level, 1, false));
  EXPECT_TRUE(std::none_of(carries, carries + 64, [](double sum) { return std::isnan(sum); })) << "nothing was shared";
}

TEST(CrsLeafKernel, PlansSayWhichLeavesRun) {
  sporos_test::ProductCase<double> matrix_case(
      sporos_test::random_pattern("five", 100, 100, [](std::int64_t) { return 5; }));
  const auto plan = sporos::Plan(sporos_test::ProductCase<double>::Exec(), matrix_case.matrix);
  const bool on_host = sporos::detail::is_host_execution<sporos_test::ProductCase<double>::Exec>;
  const HostLevel expected = on_host ? sporos::detail::host_level() : HostLevel::portable;
  const auto description = plan.describe();
  EXPECT_EQ(description.decision.level, expected);
  EXPECT_NE(description.json().find(sporos::detail::concat("\"host_level\": \"", name(expected), '"')),
            std::string::npos);
  EXPECT_EQ(description.words().find("vectors") != std::string::npos, expected != HostLevel::portable);
}

TEST(CrsLeafKernel, AShapeOfTheCallersIsWhatItSays) {
  const auto machine = sporos::host_machine(4, HostLevel::avx2);
  sporos::RowProfile rows;
  rows.num_rows = 1000;
  rows.nnz = 5000;
  rows.longest_row = 5;
  sporos::Options options;
  EXPECT_EQ(sporos::detail::decide_crs(machine, rows, options, 8).level, HostLevel::avx2);
  options.shape = sporos::RowShape{2, 100, 2};
  EXPECT_EQ(sporos::detail::decide_crs(machine, rows, options, 8).level, HostLevel::portable);
}

TEST(CrsLeafKernel, RowsLongerThanAShareAreCut) {
  sporos::RowProfile rows;
  rows.num_rows = 100000;
  rows.nnz = 400000;
  for (const std::int64_t longest : {10, 200000}) {
    rows.longest_row = longest;
    for (const int threads : {1, 16}) {
      const auto decision = sporos::detail::decide_crs(sporos::host_machine(threads, HostLevel::avx2), rows, {}, 8);
      EXPECT_EQ(decision.algorithm, sporos::Algorithm::coop);
      EXPECT_EQ(decision.cuts_rows, longest > 10 && threads > 1);
    }
  }
}

}  // namespace crs_leaf_kernel_tests
