// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of several columns at once, and of vectors with gaps between their elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/Sporos.hpp"
#include "core/Sporos_FormatPlan.hpp"
#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "core/launch/formats/Sporos_LaunchSell.hpp"
#include "formats/Sporos_Generate.hpp"
#include "unit_tests/core/Recordable.hpp"
#include "unit_tests/support/Columns.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace several_columns_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::detail::host_copy;
using sporos_test::check_columns;
using sporos_test::column_of;
using sporos_test::columns_of_numbers;
using sporos_test::Recordable;
using Left = Kokkos::LayoutLeft;
using Right = Kokkos::LayoutRight;

struct StoreSums {
  Kokkos::View<double**, Left, Space> sums;

  KOKKOS_FUNCTION void operator()(std::int64_t row, int column, double sum) const { sums(row, column) = sum; }
};

template <class T, class XLayout, class YLayout, class Multiply>
void check_layouts(const sporos_test::Pattern& pattern, int count, const Multiply& multiply) {
  SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", count, " columns"));
  const auto host = sporos_test::make_matrix<T>(pattern);
  const auto x = columns_of_numbers<T, XLayout>(host.num_columns, count, 1);
  const auto y = columns_of_numbers<T, YLayout>(host.num_rows, count, 100);
  for (const double beta : {0.0, -1.25}) check_columns(host, x, y, beta, multiply);
}

template <class T, class Each>
void for_gallery(const Each& each) {
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<T>(pattern));
    for (const int count : {0, 1, 2, 3, 4, 7, 8, 16, 17}) each(pattern, matrix, count);
  }
}

TEST(SeveralColumns, OfAnyLayoutMatchTheReference) {
  for_gallery<double>([](const auto& pattern, const auto& matrix, int count) {
    const auto plan = sporos::Plan(Exec(), matrix);
    const auto planned = [&](auto a, auto x, auto b, auto y) { plan.apply(a, x, b, y); };
    check_layouts<double, Left, Left>(pattern, count, planned);
    check_layouts<double, Right, Right>(pattern, count, planned);
    check_layouts<double, Left, Right>(pattern, count, planned);
    check_layouts<double, Right, Left>(pattern, count,
                                       [&](auto a, auto x, auto b, auto y) { sporos::spmv(a, matrix, x, b, y); });
  });
}

TEST(SeveralColumns, OfComplexNumbersMatchTheReference) {
  using T = Kokkos::complex<double>;
  for_gallery<T>([](const auto& pattern, const auto& matrix, int count) {
    check_layouts<T, Right, Left>(pattern, count,
                                  [&](auto a, auto x, auto b, auto y) { sporos::spmv(a, matrix, x, b, y); });
  });
}

TEST(SeveralColumns, ByEveryAlgorithmMatchTheReference) {
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
    for (const auto algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(name(algorithm));
      sporos::Options options;
      options.algorithm = algorithm;
      const auto plan = sporos::Plan(Exec(), matrix, options);
      check_layouts<double, Right, Right>(pattern, 3, [&](auto a, auto x, auto b, auto y) { plan.apply(a, x, b, y); });
    }
  }
}

TEST(SeveralColumns, OfOtherFormatsMatchTheReference) {
  sporos::SellOptions any_size;
  any_size.max_bytes = INT64_MAX;
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
    const auto coo = sporos::to_coo(Exec(), matrix);
    const auto sell = sporos::to_sell(Exec(), matrix, any_size);
    check_layouts<double, Right, Left>(pattern, 3,
                                       [&](auto a, auto x, auto b, auto y) { sporos::spmv(a, coo, x, b, y); });
    check_layouts<double, Right, Left>(
        pattern, 3, [&](auto a, auto x, auto b, auto y) { sporos::Plan(Exec(), sell).apply(a, x, b, y); });
  }
}

// Short rows, rows of some hundred entries, and one that teams of a GPU share.
TEST(SeveralColumns, OfRowsOfAnyLengthsMatchTheReference) {
  const auto pattern = sporos_test::random_pattern("any lengths", 900, 6000, [](auto row) {
    return row == 100 ? 5500 : row % 50 == 3 ? 300 + row % 7 : row % 9;
  });
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
  sporos::Options options;
  options.algorithm = sporos::Algorithm::adaptive;
  const auto plan = sporos::Plan(Exec(), matrix, options);
  for (const int count : {3, 5, 8, 16, 17, 40}) {
    check_layouts<double, Right, Right>(pattern, count,
                                        [&](auto a, auto x, auto b, auto y) { plan.apply(a, x, b, y); });
    check_layouts<double, Left, Left>(pattern, count, [&](auto a, auto x, auto b, auto y) { plan.apply(a, x, b, y); });
    check_layouts<double, Right, Right>(pattern, count,
                                        [&](auto a, auto x, auto b, auto y) { sporos::spmv(a, matrix, x, b, y); });
  }
}

// Of such rows a plan copies columns that are apart, on a host and on a GPU.
sporos_test::Pattern with_a_long_row() {
  return sporos_test::random_pattern("", 300, 40, [](auto row) { return row == 7 ? 40 : 2 + row % 2; });
}

const sporos_test::Pattern few_rows{"few rows", 3, {{0, 1}, {2}, {}}};

// A View with gaps cannot be copied from a device to the host, but the View that it is a part of can.
template <class View>
auto copy_on_host(const View& view) {
  const auto host = Kokkos::create_mirror(Kokkos::HostSpace(), view);
  Kokkos::deep_copy(host, view);
  return host;
}

TEST(SeveralColumns, MayBeNeighboursInOneView) {
  const auto host = sporos_test::make_matrix<double>(few_rows);
  const auto matrix = sporos::copy_to<Space>(host);
  const auto both = columns_of_numbers<double, Right>(3, 5, 1);
  const auto part = [&](int begin, int end) { return Kokkos::subview(both, Kokkos::ALL, std::make_pair(begin, end)); };
  const auto first = copy_on_host(both);
  sporos::spmv(2.0, matrix, part(0, 2), 0.5, part(2, 4));
  const auto second = copy_on_host(both);
  for (int c = 0; c < 2; ++c) {
    const auto wanted = sporos_test::reference_product(host, 2.0, column_of(first, c), 0.5, column_of(first, c + 2));
    EXPECT_EQ(sporos_test::first_wrong_row(wanted, column_of(second, c + 2)), -1);
  }
  // One column each, with gaps between the elements.
  sporos::Plan(Exec(), matrix)
      .apply(2.0, Kokkos::subview(both, Kokkos::ALL, 0), 0.0, Kokkos::subview(both, Kokkos::ALL, 1));
  const auto third = copy_on_host(both);
  const auto wanted = sporos_test::reference_product(host, 2.0, column_of(second, 0), 0.0, column_of(second, 1));
  EXPECT_EQ(sporos_test::first_wrong_row(wanted, column_of(third, 1)), -1);
  for (int row = 0; row < 3; ++row) EXPECT_EQ(third(row, 4), first(row, 4)) << "a column beside y";
}

TEST(SeveralColumns, ThatAreSharedOrDoNotFitAreRefused) {
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(few_rows));
  const auto both = columns_of_numbers<double, Right>(3, 5, 1);
  const auto part = [&](int begin, int end) { return Kokkos::subview(both, Kokkos::ALL, std::make_pair(begin, end)); };
  const auto said = [&](const auto& x, const auto& y) {
    return sporos_test::complaint([&] { sporos::spmv(1.0, matrix, x, 0.0, y); });
  };
  EXPECT_NE(said(part(0, 2), part(1, 3)).find("overlaps x"), std::string::npos);
  EXPECT_NE(said(Kokkos::subview(both, Kokkos::ALL, 1), Kokkos::subview(both, Kokkos::ALL, 1)).find("overlaps x"),
            std::string::npos);
  EXPECT_NE(said(part(0, 2), part(2, 5)).find("x has 2 columns, but y has 3"), std::string::npos);
}

TEST(SeveralColumns, OfXAreNotReadWhereAlphaIsZero) {
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(few_rows));
  const Kokkos::View<double**, Right, Space> x("x", 3, 2);
  Kokkos::deep_copy(x, std::numeric_limits<double>::quiet_NaN());
  const Kokkos::View<double**, Left, Space> y("y", 3, 2);
  Kokkos::deep_copy(y, 3.0);
  sporos::spmv(0.0, matrix, x, 2.0, y);
  const auto result = host_copy(y);
  for (int c = 0; c < 2; ++c) {
    for (int row = 0; row < 3; ++row) EXPECT_EQ(result(row, c), 6.0);
  }
}

// A plan copies them, so that it multiplies as if they were contiguous.
TEST(SeveralColumns, ThatAreApartAreCopiedByAPlan) {
  if (!sporos::detail::may_pack<Exec, Kokkos::View<double**, Left, Space>>()) GTEST_SKIP() << "not on this backend";
  const auto pattern = with_a_long_row();
  const auto host = sporos_test::make_matrix<double>(pattern);
  const sporos::Plan plan(sporos::copy_to<Space>(host));
  const std::int64_t of_one_column = plan.memory().prepared;
  plan.apply(1.0, columns_of_numbers<double, Right>(40, 4, 1), 0.0, columns_of_numbers<double, Right>(300, 4, 1));
  const std::int64_t before = plan.memory().prepared;
  std::int64_t most = 0;
  for (const int count : {3, 8, 17, 4}) {
    SCOPED_TRACE(count);
    const auto y = host_copy(columns_of_numbers<double, Left>(300, count, 100));
    const auto right = columns_of_numbers<double, Right>(300, count, 100);
    const auto left = columns_of_numbers<double, Left>(300, count, 100);
    plan.apply(2.0, columns_of_numbers<double, Right>(40, count, 1), -1.0, right);
    plan.apply(2.0, columns_of_numbers<double, Left>(40, count, 1), -1.0, left);
    most = std::max<std::int64_t>(most, count < 4 ? 0 : 40 * 8 * count);
    EXPECT_EQ(plan.memory().prepared, before + most);
    Kokkos::View<double**, Left, Space> sums("sums", 300, static_cast<std::size_t>(count));
    plan.apply_with(columns_of_numbers<double, Left>(40, count, 1), StoreSums{sums});
    const auto found = host_copy(left);
    const auto of_right = host_copy(right);
    const auto found_sums = host_copy(sums);
    for (int c = 0; c < count; ++c) {
      for (int row = 0; row < 300; ++row) {
        if (count >= 4) {
          EXPECT_EQ(found(row, c), of_right(row, c)) << row << ", " << c;
        }
        EXPECT_NEAR(2 * found_sums(row, c) - y(row, c), found(row, c), 1e-12);
      }
    }
  }
  EXPECT_EQ(plan.clone().memory().prepared, of_one_column);
}

// Rows of two entries are not worth a copy on a host, unless they read x far apart.
TEST(SeveralColumns, OfScatteredRowsAreCopiedByAPlanOnAHost) {
  const int threads = sporos::detail::concurrency(Exec());
  if (!sporos::detail::is_host_execution<Exec> || threads > 8) GTEST_SKIP() << "for hosts with a few threads";
  const int rows = 30000 * threads;
  for (const bool far : {true, false}) {
    const auto name =
        sporos::detail::concat(far ? "uniform:" : "band:", rows, far ? ",entries=2" : ",shortest=2,longest=2");
    SCOPED_TRACE(name);
    const sporos::Plan plan(sporos::copy_to<Space>(sporos::generate<double>(name)));
    const std::int64_t before = plan.memory().prepared;
    const auto right = columns_of_numbers<double, Right>(rows, 4, 100);
    const auto left = columns_of_numbers<double, Left>(rows, 4, 100);
    plan.apply(2.0, columns_of_numbers<double, Right>(rows, 4, 1), -1.0, right);
    plan.apply(2.0, columns_of_numbers<double, Left>(rows, 4, 1), -1.0, left);
    EXPECT_EQ(plan.memory().prepared - before, far ? rows * 4 * 8 : 0);
    const auto found = host_copy(left);
    const auto expected = host_copy(right);
    for (int row = 0; row < rows; ++row) EXPECT_NEAR(found(row, 3), expected(row, 3), 1e-11) << row;
  }
}

// While a graph is recorded there is no memory to be had, and what a recorded product reads must stay.
TEST(SeveralColumns, ThatAreApartAreNotCopiedWhereARecordedProductWouldNeedMemory) {
  if (!sporos::detail::may_pack<Exec, Kokkos::View<double**, Left, Space>>()) GTEST_SKIP() << "not on this backend";
  const auto pattern = with_a_long_row();
  const auto host = sporos_test::make_matrix<double>(pattern);
  const sporos::Plan plan(Exec(), sporos::copy_to<Space>(host), {}, Recordable());
  const std::int64_t before = plan.memory().prepared;
  const auto x = columns_of_numbers<double, Left>(40, 4, 1);
  const auto multiply = [&](double alpha, const auto& from, double beta, const auto& to) {
    plan.apply(alpha, from, beta, to);
  };
  Recordable::now = true;
  check_columns(host, x, columns_of_numbers<double, Left>(300, 4, 2), 0, multiply);
  EXPECT_EQ(plan.memory().prepared, before);
  Recordable::now = false;
  check_columns(host, x, columns_of_numbers<double, Left>(300, 4, 2), 0, multiply);
  EXPECT_EQ(plan.memory().prepared, before + 40 * 8 * 4);
}

TEST(SeveralColumns, CopiesThatARecordedProductReadsStayWhereTheRoomGrows) {
  if (!sporos::detail::may_pack<Exec, Kokkos::View<double**, Left, Space>>()) GTEST_SKIP() << "not on this backend";
  sporos::detail::PackedColumns<Exec, Recordable> copies;
  const auto x = columns_of_numbers<double, Left>(40, 4, 1);
  Recordable::now = true;
  EXPECT_FALSE(copies.can_pack(Exec(), x));
  Recordable::now = false;
  EXPECT_TRUE(copies.can_pack(Exec(), x));
  copies.pack(Exec(), x);
  Recordable::now = true;
  EXPECT_TRUE(copies.can_pack(Exec(), x));
  const auto recorded = copies.pack(Exec(), x);
  Recordable::now = false;
  const auto more = copies.pack(Exec(), columns_of_numbers<double, Left>(40, 17, 100));
  Exec().fence();
  EXPECT_NE(more.data(), recorded.data());
  const auto x_host = host_copy(x);
  const auto found = host_copy(recorded);
  for (int row = 0; row < 40; ++row) {
    for (int c = 0; c < 4; ++c) EXPECT_EQ(found(row, c), x_host(row, c)) << row << ", " << c;
  }
}

}  // namespace several_columns_tests
