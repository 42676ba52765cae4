// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernel of the set-up finds, alone and together with lists, compared with the reductions in formats/.
#include <gtest/gtest.h>

#include <set>

#include "core/Sporos_Plan.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace setup_examine_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using HostMatrix = sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>;

const sporos::detail::ListLimits tiny_limits{{20, 8}, {INT64_MAX, 40, 9}};

const auto always = [](const sporos::detail::Inspection&) { return true; };

auto inspect(const HostMatrix& host, bool with_columns, const sporos::detail::ListLimits& limits) {
  const auto matrix = sporos::copy_to<Exec::memory_space>(host);
  return sporos::detail::inspect(Exec(), sporos::crs_view(matrix), with_columns, {limits, {}}, always);
}

HostMatrix good_matrix() {
  return sporos_test::make_matrix<double>(
      sporos_test::random_pattern("lengths 0 to 4", 100, 50, [](auto row) { return row % 5; }));
}

std::set<std::int64_t> first_rows(const sporos::detail::RowLists<Exec>& lists) {
  using Listed = Kokkos::View<const sporos::detail::RowBlock*, Exec::memory_space>;
  const auto blocks = sporos::detail::host_copy(Listed(lists.blocks, static_cast<std::size_t>(lists.num_blocks)));
  std::set<std::int64_t> rows;
  for (std::size_t i = 0; i < blocks.extent(0); ++i) rows.insert(blocks(i).first_row);
  EXPECT_EQ(rows.size(), blocks.extent(0));
  return rows;
}

TEST(SetupInspect, MeasuresRowsAsTheReductionDoes) {
  for (const auto& pattern : sporos_test::gallery()) {
    const auto host = sporos_test::make_matrix<double>(pattern);
    const auto matrix = sporos::copy_to<Exec::memory_space>(host);
    const auto wanted = sporos::detail::inspect_rows(Exec(), matrix);
    for (const auto& limits : {sporos::detail::ListLimits{}, tiny_limits}) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", limits.blocks.rows, " rows a block"));
      const auto found = inspect(host, true, limits).inspection;
      EXPECT_EQ(found.longest_row, wanted.longest_row);
      EXPECT_EQ(found.empty_rows, wanted.empty_rows);
      EXPECT_EQ(found.short_rows, wanted.short_rows);
      EXPECT_EQ(found.sum_of_squares, wanted.sum_of_squares);
      EXPECT_EQ(found.first_bad_row, sporos::detail::no_row);
      EXPECT_EQ(found.first_bad_entry, sporos::detail::no_row);
    }
  }
}

TEST(SetupInspect, ListsWhileItInspectsWhatItListsAlone) {
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto matrix = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(pattern));
    const auto view = sporos::crs_view(matrix);
    const auto alone = sporos::detail::list_rows(Exec(), view, tiny_limits);
    const auto both = sporos::detail::inspect(Exec(), view, true, {tiny_limits, {}}, always).lists[0];
    EXPECT_EQ(both.num_blocks, alone.num_blocks);
    EXPECT_EQ(both.num_segments, alone.num_segments);
    EXPECT_EQ(both.serve(tiny_limits), !pattern.rows.empty());
  }
}

TEST(SetupInspect, MakesTwoListsAtOnce) {
  const sporos::detail::ListLimits others{{64, 32}, {INT64_MAX, 100, 50}};
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto matrix = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(pattern));
    const auto view = sporos::crs_view(matrix);
    const auto found = sporos::detail::inspect(Exec(), view, true, {tiny_limits, others}, always);
    const sporos::detail::ListLimits* limits[] = {&tiny_limits, &others};
    for (std::size_t i = 0; i < 2; ++i) {
      const auto alone = sporos::detail::list_rows(Exec(), view, *limits[i]);
      EXPECT_EQ(first_rows(found.lists[i]), first_rows(alone));
      EXPECT_EQ(found.lists[i].num_segments, alone.num_segments);
    }
    EXPECT_EQ(found.inspection.longest_row, sporos::detail::inspect_rows(Exec(), matrix).longest_row);
  }
}

// Lists that a kernel is still writing disturb nobody.
TEST(SetupInspect, WaitsForListsWhereTheInspectionAsksForThem) {
  const auto matrix = sporos::copy_to<Exec::memory_space>(good_matrix());
  const auto view = sporos::crs_view(matrix);
  const std::set<std::int64_t> wanted = first_rows(sporos::detail::list_rows(Exec(), view, tiny_limits));
  for (int i = 0; i < 50; ++i) {
    const auto without =
        sporos::detail::inspect(Exec(), view, true, {tiny_limits, {}},
                                [](const sporos::detail::Inspection& seen) { return seen.longest_row > 4; });
    EXPECT_EQ(without.inspection.longest_row, 4);
    EXPECT_EQ(without.inspection.empty_rows, 20);
    EXPECT_EQ(without.lists[0].num_blocks, 0);
    EXPECT_FALSE(without.lists[0].serve(tiny_limits));
    const auto with =
        sporos::detail::inspect(Exec(), view, true, {tiny_limits, {}},
                                [](const sporos::detail::Inspection& seen) { return seen.longest_row == 4; });
    EXPECT_EQ(first_rows(with.lists[0]), wanted);
  }
}

TEST(SetupInspect, NamesTheFirstBadRowAndEntryAmongMany) {
  const auto pattern = sporos_test::random_pattern("20 a row", 5000, 700, [](auto) { return 20; });
  for (const int first : {0, 1, 255, 256, 4097, 4999}) {
    HostMatrix matrix = sporos_test::make_matrix<double>(pattern);
    for (int row = first; row < 5000; row += 97) matrix.row_offsets(static_cast<std::size_t>(row)) = 100001;
    EXPECT_EQ(inspect(matrix, true, tiny_limits).inspection.first_bad_row, first == 0 ? 0 : first - 1);
    matrix = sporos_test::make_matrix<double>(pattern);
    for (int entry = 20 * first; entry < 100000; entry += 1009) {
      matrix.columns(static_cast<std::size_t>(entry)) = entry % 2 == 0 ? -1 : 700;
    }
    EXPECT_EQ(inspect(matrix, true, tiny_limits).inspection.first_bad_entry, 20 * first);
    EXPECT_EQ(inspect(matrix, false, tiny_limits).inspection.first_bad_entry, sporos::detail::no_row);
  }
}

// The lists of such a matrix are useless, but the memory after them must not change.
TEST(SetupInspect, OfWrongRowOffsetsKeepsToItsMemory) {
  const auto offsets = {0, -1, 7, 200, 201, INT32_MAX, INT32_MIN};
  for (const int wrong : offsets) {
    for (const int step : {1, 2, 3, 50}) {
      HostMatrix matrix = good_matrix();
      for (std::size_t row = 1; row < 100; row += static_cast<std::size_t>(step)) matrix.row_offsets(row) = wrong;
      const auto found = inspect(matrix, true, {{1, 100}, {INT64_MAX, 1, 1}});
      const auto wanted = sporos::detail::inspect_rows(Exec(), sporos::copy_to<Exec::memory_space>(matrix));
      EXPECT_EQ(found.inspection.first_bad_row, wanted.first_bad_row) << wrong << " at every " << step;
    }
  }
  EXPECT_EQ(inspect(good_matrix(), true, tiny_limits).inspection.first_bad_row, sporos::detail::no_row);
}

TEST(SetupInspect, ListsServeLimitsThatChangeNothing) {
  const auto lists = inspect(good_matrix(), true, {{20, 8}, {INT64_MAX, 40, 9}}).lists[0];
  EXPECT_EQ(lists.num_segments, 0);
  EXPECT_TRUE(lists.serve({{20, 8}, {INT64_MAX, 40, 9}}));
  EXPECT_TRUE(lists.serve({{20, 8}, {}}));
  EXPECT_FALSE(lists.serve({{20, 8}, {INT64_MAX, 41, 9}}));
  EXPECT_FALSE(lists.serve({{21, 8}, {}}));
  EXPECT_FALSE(lists.serve({{20, 9}, {}}));
  const auto cut = inspect(good_matrix(), true, {{20, 8}, {INT64_MAX, 3, 3}}).lists[0];
  EXPECT_GT(cut.num_segments, 0);
  EXPECT_FALSE(cut.serve({{20, 8}, {}}));
}

}  // namespace setup_examine_tests
