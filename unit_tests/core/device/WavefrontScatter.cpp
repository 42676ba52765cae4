// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed products without a plan where 32 or 64 lanes exchange registers, as in Wavefront.cpp.
#include <gtest/gtest.h>

#include <limits>

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

template <class Space>
auto terms_of(const Matrix& matrix, const Vector& x, std::vector<double>& y) {
  const auto entries = sporos::detail::scattered<Space>(sporos::crs_view(matrix));
  using Target = sporos::detail::ScatterTarget<double, double, sporos::detail::Constant<1>>;
  using Reader = sporos::detail::VectorReader<Space, sporos::Gather::plain, double>;
  using Mode = sporos::detail::ScatterMode<false, true>;
  return sporos::detail::ScatterTerms<Space, std::decay_t<decltype(entries)>, Reader, Target, Mode>{
      entries, {x.data()}, {y.data(), {}, 2.0}};
}

template <int Lanes>
void add_by_rows(const Matrix& matrix, const Vector& x, const sporos::detail::ScatterRowsShape& shape, bool is_crowded,
                 std::vector<double>& y) {
  const auto terms = terms_of<Lockstep<Lanes>>(matrix, x, y);
  using Kernel = sporos::detail::ScatterRowsKernel<std::decay_t<decltype(terms)>>;
  const auto& rows = terms.entries;
  const std::int64_t searchers = sporos::detail::ceiling_of(rows.end() - rows.first(), shape.segment);
  const std::int64_t teams = searchers + sporos::detail::ceiling_of(rows.num_rows, Kernel::rows_of_a_group(shape));
  const int told = is_crowded ? 1 : 0;
  sporos_test::launch_lockstep<Lanes>(static_cast<int>(teams), shape.threads, Kernel::scratch_bytes(shape),
                                      Kernel{terms, shape, searchers, &told});
}

// The row in which each share of so many entries begins, as the kernel says that runs before.
template <int Lanes>
std::vector<std::int64_t> marked_rows(const Matrix& matrix, unsigned share) {
  const auto view = sporos::crs_view(matrix);
  std::vector<std::int64_t> first_rows(static_cast<std::size_t>((view.nnz() + share - 1) / share), -1);
  using Epilogue = sporos::detail::LinearEpilogue<double, double>;
  using Marks = sporos::detail::RowMarks<int>;
  using Kernel = sporos::detail::ScatterStartKernel<Lockstep<Lanes>, int, Epilogue, Marks>;
  double y[300];
  std::fill_n(y, 300, 3.0);
  const std::int64_t at_once = Lanes * Kernel::elements_at_once;
  const std::int64_t teams =
      1 + sporos::detail::ceiling_of(299, at_once) + sporos::detail::ceiling_of(view.num_rows, at_once);
  sporos_test::launch_lockstep<Lanes>(static_cast<int>(teams), Lanes, Kernel::scratch_bytes,
                                      Kernel{view.columns.data(), view.nnz(), nullptr, Epilogue{y, 1.0, 0.5}, 299,
                                             Marks{view.num_rows, view.row_offsets.data(), first_rows.data(), share}});
  for (std::size_t i = 0; i < 299; ++i) EXPECT_EQ(y[i], 1.5) << i;
  EXPECT_EQ(y[299], 3.0);
  for (std::size_t i = 0; i < first_rows.size(); ++i) {
    const std::int64_t entry = view.row_offsets(0) + static_cast<std::int64_t>(i * share);
    const std::int64_t row = first_rows[i];
    const bool is_a_row = row >= 0 && row < view.num_rows;
    EXPECT_TRUE(is_a_row && view.row_offsets(row) <= entry && view.row_offsets(row + 1) > entry)
        << "share " << i << " of " << share << " does not begin in row " << row;
  }
  return first_rows;
}

template <int Lanes>
void add_by_shares(const Matrix& matrix, const Vector& x, const std::vector<std::int64_t>& first_rows, int threads,
                   bool is_crowded, std::vector<double>& y) {
  const auto terms = terms_of<Lockstep<Lanes>>(matrix, x, y);
  using Kernel = sporos::detail::ScatterSharesKernel<std::decay_t<decltype(terms)>>;
  const int told = is_crowded ? 1 : 0;
  sporos_test::launch_lockstep<Lanes>(
      static_cast<int>(first_rows.size()), threads, Kernel::scratch_bytes(threads),
      Kernel{terms, terms.entries.end() - terms.entries.first(), &told, first_rows.data()});
}

// Calls `test(matrix, x, check)`, where `check(add, what)` compares what `add(y)` adds to y.
template <class Test>
void with_gallery(const Test& test) {
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
    test(matrix, x, [&](const auto& add, const std::string& what) {
      std::vector<double> y(wanted.size(), 0.5);
      add(y);
      for (std::size_t column = 0; column < y.size(); ++column) {
        ASSERT_NEAR(y[column], wanted[column], 1e-12 * sizes[column])
            << pattern.name << ", column " << column << ", " << what;
      }
    });
  }
}

// By one lane a row and by several, with groups of rows that are larger than a segment.
TEST(WavefrontScatter, AddsEveryEntryToItsColumn) {
  if (!sporos::detail::is_host_execution<Kokkos::DefaultExecutionSpace>) GTEST_SKIP() << "matrices are not on the host";
  with_gallery([](const Matrix& matrix, const Vector& x, const auto& check) {
    with_lanes([&](auto constant) {
      constexpr int lanes = constant;
      const auto name = std::to_string(lanes) + " lanes";
      check([&](auto& y) { add_by_rows<lanes>(matrix, x, {lanes, 0, 200}, true, y); }, name + ", one a row");
      check([&](auto& y) { add_by_rows<lanes>(matrix, x, {2 * lanes, 4, 1000}, false, y); }, name + ", 16 a row");
    });
  });
}

// Wrong rows are what another thread's product on the same instance may have told.
TEST(WavefrontScatter, AddsEqualSharesWhateverRowsItIsTold) {
  if (!sporos::detail::is_host_execution<Kokkos::DefaultExecutionSpace>) GTEST_SKIP() << "matrices are not on the host";
  with_gallery([](const Matrix& matrix, const Vector& x, const auto& check) {
    constexpr int lanes = 32;
    constexpr int threads = 2 * lanes;
    const auto rows = marked_rows<lanes>(matrix, threads * sporos::detail::scattered_at_once);
    const auto add = [&](const std::vector<std::int64_t>& told, bool is_crowded) {
      return [&, told, is_crowded](auto& y) { add_by_shares<lanes>(matrix, x, told, threads, is_crowded, y); };
    };
    check(add(rows, false), "the right rows");
    check(add(rows, true), "the right rows, added up in scratch");
    check(add(std::vector<std::int64_t>(rows.size(), 0), false), "always the first row");
    check(add(std::vector<std::int64_t>(rows.size(), std::numeric_limits<std::int64_t>::max()), false), "no row");
    std::vector<std::int64_t> other(rows);
    for (auto& row : other) ++row;
    check(add(other, false), "the next row");
    for (auto& row : other) row -= 2;
    check(add(other, false), "the row before");
  });
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
  using Kernel = sporos::detail::ScatterStartKernel<Lockstep<Lanes>, int, Epilogue, sporos::detail::RowMarks<int>>;
  const auto teams = 1 + sporos::detail::ceiling_of(299, 2 * Lanes * Kernel::elements_at_once);
  sporos_test::launch_lockstep<Lanes>(
      static_cast<int>(teams), 2 * Lanes, Kernel::scratch_bytes,
      Kernel{columns.data(), static_cast<std::int64_t>(columns.size()), &told, Epilogue{y.data(), 1.0, 0.5}, 299, {}});
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
