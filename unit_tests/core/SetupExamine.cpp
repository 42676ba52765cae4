// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernel of the set-up finds, alone and while it lists, against the reductions of formats/; its memory.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "core/Sporos_Plan.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Instances.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using HostMatrix = sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>;

const sporos::ListLimits tiny_limits{{20, 8}, {INT64_MAX, 40, 9}};

auto examine(const HostMatrix& host, bool with_columns, const sporos::ListLimits& limits) {
  const auto matrix = sporos::copy_to<Exec::memory_space>(host);
  return sporos::examine(Exec(), sporos::crs_view(matrix), with_columns, {limits, {}});
}

HostMatrix good_matrix() {
  return sporos_test::make_matrix<double>(
      sporos_test::random_pattern("lengths 0 to 4", 100, 50, [](auto row) { return row % 5; }));
}

std::set<std::int64_t> first_rows(const sporos::RowLists<Exec>& lists) {
  using Listed = Kokkos::View<const sporos::RowBlock*, Exec::memory_space>;
  const auto blocks = sporos::host_copy(Listed(lists.blocks, static_cast<std::size_t>(lists.num_blocks)));
  std::set<std::int64_t> rows;
  for (std::size_t i = 0; i < blocks.extent(0); ++i) rows.insert(blocks(i).first_row);
  EXPECT_EQ(rows.size(), blocks.extent(0));
  return rows;
}

TEST(SetupExamine, MeasuresRowsAsTheReductionDoes) {
  for (const auto& pattern : sporos_test::gallery()) {
    const auto host = sporos_test::make_matrix<double>(pattern);
    const auto matrix = sporos::copy_to<Exec::memory_space>(host);
    const auto wanted = sporos::detail::scan_rows(Exec(), matrix);
    for (const auto& limits : {sporos::ListLimits{}, tiny_limits}) {
      SCOPED_TRACE(sporos::concat(pattern.name, ", ", limits.blocks.rows, " rows a block"));
      const auto found = examine(host, true, limits).inspection;
      EXPECT_EQ(found.rows.longest_row, wanted.longest_row);
      EXPECT_EQ(found.rows.empty_rows, wanted.empty_rows);
      EXPECT_EQ(found.rows.short_rows, wanted.short_rows);
      EXPECT_EQ(found.rows.sum_of_squares, wanted.sum_of_squares);
      EXPECT_EQ(found.rows.first_bad_row, sporos::detail::no_row);
      EXPECT_EQ(found.first_bad_entry, sporos::detail::no_row);
    }
  }
}

TEST(SetupExamine, ListsWhileItInspectsWhatItListsAlone) {
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto matrix = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(pattern));
    const auto view = sporos::crs_view(matrix);
    const auto alone = sporos::list_rows(Exec(), view, tiny_limits);
    const auto both = sporos::examine(Exec(), view, true, {tiny_limits, {}}).lists[0];
    EXPECT_EQ(both.num_blocks, alone.num_blocks);
    EXPECT_EQ(both.num_stretches, alone.num_stretches);
    EXPECT_EQ(both.serve(tiny_limits), !pattern.rows.empty());
  }
}

TEST(SetupExamine, MakesTwoListsAtOnce) {
  const sporos::ListLimits others{{64, 32}, {INT64_MAX, 100, 50}};
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto matrix = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(pattern));
    const auto view = sporos::crs_view(matrix);
    const auto found = sporos::examine(Exec(), view, true, {tiny_limits, others});
    const sporos::ListLimits* limits[] = {&tiny_limits, &others};
    for (std::size_t i = 0; i < 2; ++i) {
      const auto alone = sporos::list_rows(Exec(), view, *limits[i]);
      EXPECT_EQ(first_rows(found.lists[i]), first_rows(alone));
      EXPECT_EQ(found.lists[i].num_stretches, alone.num_stretches);
    }
    EXPECT_EQ(found.inspection.rows.longest_row, sporos::detail::scan_rows(Exec(), matrix).longest_row);
  }
}

TEST(SetupExamine, NamesTheFirstBadRowAndEntryAmongMany) {
  const auto pattern = sporos_test::random_pattern("20 a row", 5000, 700, [](auto) { return 20; });
  for (const int first : {0, 1, 255, 256, 4097, 4999}) {
    HostMatrix matrix = sporos_test::make_matrix<double>(pattern);
    for (int row = first; row < 5000; row += 97) matrix.row_offsets(static_cast<std::size_t>(row)) = 100001;
    EXPECT_EQ(examine(matrix, true, tiny_limits).inspection.rows.first_bad_row, first == 0 ? 0 : first - 1);
    matrix = sporos_test::make_matrix<double>(pattern);
    for (int entry = 20 * first; entry < 100000; entry += 1009) {
      matrix.columns(static_cast<std::size_t>(entry)) = entry % 2 == 0 ? -1 : 700;
    }
    EXPECT_EQ(examine(matrix, true, tiny_limits).inspection.first_bad_entry, 20 * first);
    EXPECT_EQ(examine(matrix, false, tiny_limits).inspection.first_bad_entry, sporos::detail::no_row);
  }
}

// The lists of such a matrix are worth nothing, but what lies behind them must stay as it is.
TEST(SetupExamine, OfWrongRowOffsetsKeepsToItsMemory) {
  const auto offsets = {0, -1, 7, 200, 201, INT32_MAX, INT32_MIN};
  for (const int wrong : offsets) {
    for (const int step : {1, 2, 3, 50}) {
      HostMatrix matrix = good_matrix();
      for (std::size_t row = 1; row < 100; row += static_cast<std::size_t>(step)) matrix.row_offsets(row) = wrong;
      const auto found = examine(matrix, true, {{1, 100}, {INT64_MAX, 1, 1}});
      const auto wanted = sporos::detail::scan_rows(Exec(), sporos::copy_to<Exec::memory_space>(matrix));
      EXPECT_EQ(found.inspection.rows.first_bad_row, wanted.first_bad_row) << wrong << " at every " << step;
    }
  }
  EXPECT_EQ(examine(good_matrix(), true, tiny_limits).inspection.rows.first_bad_row, sporos::detail::no_row);
}

TEST(SetupExamine, ListsServeLimitsThatChangeNothing) {
  const auto lists = examine(good_matrix(), true, {{20, 8}, {INT64_MAX, 40, 9}}).lists[0];
  EXPECT_EQ(lists.num_stretches, 0);
  EXPECT_TRUE(lists.serve({{20, 8}, {INT64_MAX, 40, 9}}));
  EXPECT_TRUE(lists.serve({{20, 8}, {}}));
  EXPECT_FALSE(lists.serve({{20, 8}, {INT64_MAX, 41, 9}}));
  EXPECT_FALSE(lists.serve({{21, 8}, {}}));
  EXPECT_FALSE(lists.serve({{20, 9}, {}}));
  const auto cut = examine(good_matrix(), true, {{20, 8}, {INT64_MAX, 3, 3}}).lists[0];
  EXPECT_GT(cut.num_stretches, 0);
  EXPECT_FALSE(cut.serve({{20, 8}, {}}));
}

TEST(SetupMemory, IsUsedAgain) {
  const unsigned char* first = nullptr;
  {
    const sporos::SetupBlock<Exec> block(Exec(), 1000);
    const sporos::SetupBlock<Exec> other(Exec(), 1000);
    EXPECT_NE(block.data(), other.data());
    first = other.data();
  }
  const sporos::SetupBlock<Exec> larger(Exec(), 1000000);
  EXPECT_NE(larger.data(), first);
  // Tests before this one may have left more of them.
  constexpr std::size_t most_kept =
      sporos::SetupMemory<Exec>::most_kept_bytes / sporos::SetupMemory<Exec>::least_block_bytes;
  std::vector<std::unique_ptr<sporos::SetupBlock<Exec>>> again;
  bool found = false;
  while (!found && again.size() < most_kept) {
    again.push_back(std::make_unique<sporos::SetupBlock<Exec>>(Exec(), 2000));
    found = again.back()->data() == first;
  }
  EXPECT_TRUE(found);
}

// What each part adds and the sum of those before it.
struct AddParts {
  sporos::detail::PartCounter<Exec> counter;
  std::uint64_t* before;

  KOKKOS_INLINE_FUNCTION static std::uint64_t of_part(std::int64_t part) {
    return static_cast<std::uint64_t>(part % 7 == 0 ? 0 : part * 1000000);
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t part) const { before[part] = counter.add(of_part(part)); }
};

TEST(PartCounter, NumbersWhatPartsFindAndIsEmptyAfterTheLast) {
  using Numbers = Kokkos::View<std::uint64_t*, Exec::memory_space>;
  constexpr std::int64_t parts = 300;
  const Numbers word("word", 1);
  for (int use = 0; use < 2; ++use) {
    const Kokkos::View<sporos::Posted<std::uint64_t>*, Exec::memory_space> total("total", 1);
    const auto ticket = static_cast<std::uint32_t>(use + 1);
    const Numbers before("before", parts);
    Kokkos::parallel_for("test[parts]", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(0, parts),
                         AddParts{{word.data(), total.data(), parts, ticket}, before.data()});
    const auto found = sporos::host_copy(before);
    std::set<std::pair<std::uint64_t, std::uint64_t>> ranges;
    for (std::int64_t part = 0; part < parts; ++part) {
      const std::uint64_t first = found(static_cast<std::size_t>(part));
      if (AddParts::of_part(part) > 0) ranges.emplace(first, first + AddParts::of_part(part));
    }
    std::uint64_t end = 0;
    for (const auto& [first, behind] : ranges) {
      EXPECT_EQ(first, end);
      end = behind;
    }
    std::uint64_t sum = 0;
    EXPECT_TRUE(sporos::host_copy(total)(0).take(ticket, sum));
    EXPECT_EQ(sum, end);
    EXPECT_EQ(sporos::host_copy(word)(0), 0u);
  }
}

// As counts from wrong row offsets may: they leave something in the counters, which the next list would begin with.
struct FindBadRow {
  sporos::SetupMemory<Exec>::Use use;

  KOKKOS_INLINE_FUNCTION void operator()(int) const {
    use.counters[0] = {5, 7};
    sporos::SetupMemory<Exec>::Found found;
    found.first_bad_row = 3;
    use.inspections[0].put(found, use.ticket);
  }
};

TEST(SetupMemory, ForgetsCountsOfWrongRows) {
  sporos::SetupMemory<Exec> memory{Exec()};
  const sporos::OfList<std::uint64_t>* counters = nullptr;
  const auto results = memory.ask(Exec(), {{1, 10, 0}, {}}, [&](const auto& use) {
    counters = use.counters;
    Kokkos::parallel_for("test[bad row]", Kokkos::RangePolicy<Exec>(0, 1), FindBadRow{use});
  });
  EXPECT_EQ(results.inspection.rows.first_bad_row, 3);
  Kokkos::fence();
  using Counters = Kokkos::View<const sporos::OfList<std::uint64_t>*, Exec::memory_space>;
  const auto left = sporos::host_copy(Counters(counters, 1));
  EXPECT_EQ(left(0).row_blocks, 0u);
  EXPECT_EQ(left(0).stretches, 0u);
}

TEST(SetupMemory, TakesNoSilenceForAnInspection) {
  sporos::SetupMemory<Exec> memory{Exec()};
  const auto nothing = [](const auto&) {};
  EXPECT_THROW(memory.ask(Exec(), {{1, 10, 0}, {}}, nothing), std::runtime_error);
  const auto results = memory.ask(Exec(), {{1, 10, 0}, {}}, [](const auto& use) {
    Kokkos::parallel_for("test[bad row]", Kokkos::RangePolicy<Exec>(0, 1), FindBadRow{use});
  });
  EXPECT_EQ(results.inspection.rows.first_bad_row, 3);
}

// The length of a list, by every kernel but one.
struct PostLength {
  sporos::SetupMemory<Exec>::Use use;
  std::uint32_t silent;

  KOKKOS_INLINE_FUNCTION void operator()(int) const {
    if (use.ticket != silent) use.lengths[0].row_blocks.put(17, use.ticket);
  }
};

// Tickets are used again after the largest: silent is the second kernel.
TEST(SetupMemory, TakesNoAnswerOfAnEarlierKernel) {
  for (const std::uint32_t last : {0u, 0xfffffffeu, 0xffffffffu}) {
    sporos::SetupMemory<Exec> memory(Exec(), last);
    sporos::SetupQuestions questions;
    questions.has_lists[0].row_blocks = true;
    const std::uint32_t silent = last == 0xfffffffeu ? 1 : 2;
    for (const bool answers : {true, false, true}) {
      const auto ask = [&] {
        return memory.ask(Exec(), questions, [=](const auto& use) {
          Kokkos::parallel_for("test[post]", Kokkos::RangePolicy<Exec>(0, 1), PostLength{use, silent});
        });
      };
      if (answers) {
        EXPECT_EQ(ask().lengths[0].row_blocks, 17u) << last;
      } else {
        EXPECT_THROW(ask(), std::runtime_error) << last;
      }
    }
  }
}

TEST(SetupMemory, OfOneInstanceServesSeveralThreads) {
  if (!sporos_test::serves_several_threads) GTEST_SKIP() << "this Kokkos serves one host thread";
  const auto few = sporos::copy_to<Exec::memory_space>(good_matrix());
  const auto many = sporos::copy_to<Exec::memory_space>(
      sporos_test::make_matrix<double>(sporos_test::random_pattern("7 a row", 3000, 50, [](auto) { return 7; })));
  const auto wrong = [](const auto& matrix, std::int64_t longest, std::int64_t blocks) {
    int count = 0;
    for (int i = 0; i < 50; ++i) {
      const auto found = sporos::examine(Exec(), sporos::crs_view(matrix), true, {tiny_limits, {}});
      count += found.inspection.rows.longest_row == longest && found.lists[0].num_blocks == blocks ? 0 : 1;
    }
    return count;
  };
  const std::int64_t few_blocks = sporos::list_rows(Exec(), sporos::crs_view(few), tiny_limits).num_blocks;
  const std::int64_t many_blocks = sporos::list_rows(Exec(), sporos::crs_view(many), tiny_limits).num_blocks;
  int wrong_in_thread = -1;
  std::thread thread([&] { wrong_in_thread = wrong(few, 4, few_blocks); });
  const int wrong_here = wrong(many, 7, many_blocks);
  thread.join();
  EXPECT_EQ(wrong_in_thread, 0);
  EXPECT_EQ(wrong_here, 0);
}

}  // namespace
