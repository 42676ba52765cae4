// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of several columns on a host in which threads share long rows.
#include "core/kernels/crs/Sporos_ColumnsHostKernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/Sporos_Plan.hpp"
#include "unit_tests/support/HostLeaves.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace columns_host_kernel_tests {

using Host = Kokkos::DefaultHostExecutionSpace;
using HostMatrix = sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>;
using View = std::decay_t<decltype(sporos::crs_view(std::declval<HostMatrix>()))>;
using Prepared = sporos::detail::PreparedCrs<Host, View, sporos::DefaultPrimitives>;
constexpr std::int64_t segment = sporos::detail::leaf_segment;

template <class Layout>
using Columns = Kokkos::View<double**, Layout, Kokkos::HostSpace>;

template <class Layout>
Columns<Layout> columns_of(std::int64_t rows, int count) {
  const Columns<Layout> columns("columns", static_cast<std::size_t>(rows), static_cast<std::size_t>(count));
  for (int c = 0; c < count; ++c) {
    const auto numbers = sporos_test::make_vector<double>(rows, static_cast<std::uint64_t>(c));
    for (std::int64_t row = 0; row < rows; ++row) columns(row, c) = numbers(row);
  }
  return columns;
}

sporos::CrsDecision sharing_decision(const View& matrix, std::int64_t longest) {
  sporos::RowProfile profile;
  profile.num_rows = matrix.num_rows;
  profile.nnz = matrix.nnz();
  profile.longest_row = longest;
  return sporos::detail::decide_crs(sporos::host_machine(16, sporos::HostLevel::portable), profile, {}, 8);
}

// Every level that this processor has.
std::vector<sporos::HostLevel> levels() {
  auto levels = sporos_test::leaf_levels();
  levels.push_back(sporos::HostLevel::portable);
  return levels;
}

// y = 0.75*A*x - 1.25*y of so many columns with the shares of so many threads. Checks that some carries are used where
// threads share.
template <class Layout>
std::vector<double> product(const View& matrix, const sporos::CrsDecision& decision, sporos::HostLevel level,
                            int threads, int count) {
  const Host exec;
  const Prepared prepared(exec, sporos::host_machine(threads, level), matrix, decision);
  const auto& carries = prepared.setup().column_carries;
  auto* const begin = reinterpret_cast<double*>(carries.data());
  auto* const end = begin + 2 * carries.extent(0);
  std::fill(begin, end, std::nan(""));
  const auto x = columns_of<Layout>(matrix.num_columns, count);
  const auto y = columns_of<Layout>(matrix.num_rows, count);
  sporos::detail::VectorBinder<Host> binder;
  prepared.run(exec, matrix, 0.75, x, -1.25, y, binder);
  EXPECT_EQ(std::all_of(begin, end, [](double sum) { return std::isnan(sum); }), threads == 1);
  return {y.data(), y.data() + y.span()};
}

template <class Layout>
void check_sharing(const HostMatrix& matrix, std::int64_t longest, sporos::HostLevel level, int count) {
  SCOPED_TRACE(sporos::detail::concat(matrix.num_rows, " rows, ", count, " columns, ", sporos::name(level)));
  const View view = sporos::crs_view(matrix);
  const auto decision = sharing_decision(view, longest);
  ASSERT_TRUE(decision.cuts_columns);
  const auto expected = product<Layout>(view, decision, level, 1, count);
  for (const int threads : {2, 3, 8}) {
    EXPECT_EQ(product<Layout>(view, decision, level, threads, count), expected) << threads << " threads";
  }
  const Columns<Layout> y(const_cast<double*>(expected.data()), static_cast<std::size_t>(matrix.num_rows),
                          static_cast<std::size_t>(count));
  const auto x = columns_of<Layout>(matrix.num_columns, count);
  const auto before = columns_of<Layout>(matrix.num_rows, count);
  for (int c = 0; c < count; ++c) {
    const auto wanted = sporos_test::reference_product(matrix, 0.75, Kokkos::subview(x, Kokkos::ALL, c), -1.25,
                                                       Kokkos::subview(before, Kokkos::ALL, c));
    EXPECT_EQ(sporos_test::first_wrong_row(wanted, Kokkos::subview(y, Kokkos::ALL, c)), -1) << "column " << c;
  }
}

// Sums of sixteen columns in double need segments of eight times the entries.
TEST(ColumnsHostKernel, ThreadsShareLongRowsAndTheBitsDoNotDependOnThem) {
  const auto one_long = sporos_test::make_matrix<double>(
      sporos_test::random_pattern("", 40, 300, [](auto row) { return row == 17 ? 40 * segment + 5 : row % 4; }));
  const auto neighbours = sporos_test::make_matrix<double>(sporos_test::random_pattern("", 6, 300, [](auto row) {
    return row == 1 || row == 2 ? 17 * segment - 1 : row == 5 ? 20 * segment : 0;
  }));
  for (const int count : {1, 3, 4, 7, 16, 17}) {
    check_sharing<Kokkos::LayoutLeft>(one_long, 40 * segment + 5, sporos::HostLevel::portable, count);
    for (const sporos::HostLevel level : levels()) {
      check_sharing<Kokkos::LayoutRight>(one_long, 40 * segment + 5, level, count);
      check_sharing<Kokkos::LayoutRight>(neighbours, 20 * segment, level, count);
    }
  }
}

TEST(ColumnsHostKernel, HasRoomForTheSumsOfAnyType) {
  for (const std::int64_t bytes : {4, 8, 16, 24, 64, 128, 256}) {
    const std::int64_t entries = sporos::detail::column_segment(bytes);
    for (const std::int64_t nnz : {2 * segment, 2 * entries, 7 * entries - 1, 100 * entries}) {
      EXPECT_LE((nnz / entries + 1) * bytes, 16 * sporos::detail::column_carries(nnz)) << bytes << " bytes, " << nnz;
    }
  }
}

TEST(ColumnsHostKernel, RowsAreSharedOnlyWhereTheyAreLongForAShare) {
  const auto matrix = sporos_test::make_matrix<double>(
      sporos_test::random_pattern("", 40, 300, [](auto row) { return row == 17 ? 3 * segment : row % 4; }));
  EXPECT_TRUE(sharing_decision(sporos::crs_view(matrix), 3 * segment).cuts_columns);
  EXPECT_FALSE(sharing_decision(sporos::crs_view(matrix), 2 * segment - 1).cuts_columns);
  const auto even =
      sporos_test::make_matrix<double>(sporos_test::random_pattern("", 100, 300, [](auto) { return 2 * segment; }));
  EXPECT_FALSE(sharing_decision(sporos::crs_view(even), 2 * segment).cuts_columns);
}

}  // namespace columns_host_kernel_tests
