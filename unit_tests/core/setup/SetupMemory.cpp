// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels of the set-up tell the host, and the memory in which they work.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "core/setup/Sporos_Inspect.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Instances.hpp"
#include "unit_tests/support/Recording.hpp"

namespace setup_memory_tests {

using Exec = Kokkos::DefaultExecutionSpace;

const sporos::detail::ListLimits tiny_limits{{20, 8}, {INT64_MAX, 40, 9}};

const auto always = [](const sporos::detail::Inspection&) { return true; };

TEST(SetupMemory, IsUsedAgain) {
  using Memory = sporos::detail::SetupMemory<Exec>;
  using Block = sporos::detail::SetupBlock<Exec>;
  const auto memory = sporos::detail::PerInstance<Exec, Memory>::get(Exec());
  const unsigned char* first = nullptr;
  {
    const Block block(Exec(), memory->blocks.take(Exec(), 1000));
    const Block other(Exec(), memory->blocks.take(Exec(), 1000));
    EXPECT_NE(block.data(), other.data());
    first = other.data();
  }
  const Block larger(Exec(), memory->blocks.take(Exec(), 1000000));
  EXPECT_NE(larger.data(), first);
  // Earlier tests may have left more blocks in the pool.
  using Pool = sporos::detail::BlockPool<Exec>;
  constexpr std::size_t max_kept = Pool::max_kept_bytes / Pool::min_block_bytes;
  std::vector<std::unique_ptr<Block>> again;
  bool found = false;
  while (!found && again.size() < max_kept) {
    again.push_back(std::make_unique<Block>(Exec(), memory->blocks.take(Exec(), 2000)));
    found = again.back()->data() == first;
  }
  EXPECT_TRUE(found);
}

// Blocks of a size that no other test uses.
TEST(SetupMemory, OfListsIsTheirsWhereTheyAreNeeded) {
  const auto matrix = sporos::copy_to<Exec::memory_space>(
      sporos_test::make_matrix<double>(sporos_test::random_pattern("7 a row", 90000, 50, [](auto) { return 7; })));
  const auto lists_of = [&](bool are_needed) {
    const sporos::detail::ListLimits limits{{1, 8}, {}};
    return sporos::detail::inspect(Exec(), sporos::crs_view(matrix), true, {limits, {}},
                                   [=](const sporos::detail::Inspection&) { return are_needed; })
        .lists[0];
  };
  EXPECT_EQ(lists_of(false).memory, nullptr);
  const auto needed = lists_of(true);
  ASSERT_NE(needed.memory, nullptr);
  EXPECT_EQ(lists_of(false).memory, nullptr);
  const auto needed_too = lists_of(true);
  EXPECT_NE(needed_too.memory->data(), needed.memory->data());
}

// What happens to the block of lists that are not needed.
TEST(SetupMemory, OfListsThatNobodyNeedsGoesToTheNextKernel) {
  const auto matrix = sporos::copy_to<Exec::memory_space>(
      sporos_test::make_matrix<double>(sporos_test::random_pattern("7 a row", 90000, 50, [](auto) { return 7; })));
  const auto blocks_made = [&](bool are_needed) {
    const sporos_test::Recording recording;
    for (int i = 0; i < 3; ++i) {
      sporos::detail::inspect(Exec(), sporos::crs_view(matrix), true, {sporos::detail::ListLimits{{1, 8}, {}}, {}},
                              [=](const sporos::detail::Inspection&) { return are_needed; });
    }
    const auto& labels = recording.log().allocations;
    return std::count(labels.begin(), labels.end(), "sporos::setup[spare]");
  };
  blocks_made(false);
  EXPECT_EQ(blocks_made(false), 0);
}

// What each part adds, and the sum of the parts before it.
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
    const Kokkos::View<sporos::detail::Mailbox<std::uint64_t>*, Exec::memory_space> total("total", 1);
    const auto generation = static_cast<std::uint32_t>(use + 1);
    const Numbers before("before", parts);
    Kokkos::parallel_for("test[parts]", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(0, parts),
                         AddParts{{word.data(), total.data(), parts, generation}, before.data()});
    const auto found = sporos::detail::host_copy(before);
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
    EXPECT_TRUE(sporos::detail::host_copy(total)(0).take(generation, sum));
    EXPECT_EQ(sum, end);
    EXPECT_EQ(sporos::detail::host_copy(word)(0), 0u);
  }
}

// As for counts from wrong row offsets: something remains in the counters, with which the next list would begin.
struct FindBadRow {
  sporos::detail::SetupMailboxes<Exec>::Use use;

  KOKKOS_INLINE_FUNCTION void operator()(int) const {
    use.counters[0] = {5, 7};
    sporos::detail::SetupMailboxes<Exec>::Found found;
    found.first_bad_row = 3;
    use.inspections[0].put(found, use.generation);
  }
};

TEST(SetupMailboxes, ForgetsCountsOfWrongRows) {
  sporos::detail::SetupMailboxes<Exec> mailboxes{Exec()};
  const sporos::detail::OfList<std::uint64_t>* counters = nullptr;
  const auto results = mailboxes.launch_and_wait(Exec(), {1, 10, 0, {}}, always, [&](const auto& use) {
    counters = use.counters;
    Kokkos::parallel_for("test[bad row]", Kokkos::RangePolicy<Exec>(0, 1), FindBadRow{use});
  });
  EXPECT_EQ(results.inspection.first_bad_row, 3);
  Kokkos::fence();
  using Counters = Kokkos::View<const sporos::detail::OfList<std::uint64_t>*, Exec::memory_space>;
  const auto left = sporos::detail::host_copy(Counters(counters, 1));
  EXPECT_EQ(left(0).row_blocks, 0u);
  EXPECT_EQ(left(0).segments, 0u);
}

TEST(SetupMailboxes, TakesNoSilenceForAnInspection) {
  sporos::detail::SetupMailboxes<Exec> mailboxes{Exec()};
  const auto nothing = [](const auto&) {};
  EXPECT_THROW(mailboxes.launch_and_wait(Exec(), {1, 10, 0, {}}, always, nothing), std::runtime_error);
  const auto results = mailboxes.launch_and_wait(Exec(), {1, 10, 0, {}}, always, [](const auto& use) {
    Kokkos::parallel_for("test[bad row]", Kokkos::RangePolicy<Exec>(0, 1), FindBadRow{use});
  });
  EXPECT_EQ(results.inspection.first_bad_row, 3);
}

// All kernels but one post the length of a list.
struct PutLength {
  sporos::detail::SetupMailboxes<Exec>::Use use;
  std::uint32_t silent;

  KOKKOS_INLINE_FUNCTION void operator()(int) const {
    if (use.generation != silent) use.lengths[0].row_blocks.put(17, use.generation);
  }
};

// After the largest generation they start again; the second kernel posts nothing.
TEST(SetupMailboxes, TakesNoAnswerOfAnEarlierKernel) {
  for (const std::uint32_t last : {0u, 0xfffffffeu, 0xffffffffu}) {
    sporos::detail::SetupMailboxes<Exec> mailboxes(Exec(), last);
    sporos::detail::SetupQuestions questions;
    questions.has_lists[0].row_blocks = true;
    const std::uint32_t silent = last == 0xfffffffeu ? 1 : 2;
    for (const bool answers : {true, false, true}) {
      const auto ask = [&] {
        return mailboxes.launch_and_wait(Exec(), questions, always, [=](const auto& use) {
          Kokkos::parallel_for("test[put]", Kokkos::RangePolicy<Exec>(0, 1), PutLength{use, silent});
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
  const auto few = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(
      sporos_test::random_pattern("lengths 0 to 4", 100, 50, [](auto row) { return row % 5; })));
  const auto many = sporos::copy_to<Exec::memory_space>(
      sporos_test::make_matrix<double>(sporos_test::random_pattern("7 a row", 3000, 50, [](auto) { return 7; })));
  const auto wrong = [](const auto& matrix, std::int64_t longest, std::int64_t blocks) {
    int count = 0;
    for (int i = 0; i < 50; ++i) {
      const auto found = sporos::detail::inspect(Exec(), sporos::crs_view(matrix), true, {tiny_limits, {}}, always);
      count += found.inspection.longest_row == longest && found.lists[0].num_blocks == blocks ? 0 : 1;
    }
    return count;
  };
  const std::int64_t few_blocks = sporos::detail::list_rows(Exec(), sporos::crs_view(few), tiny_limits).num_blocks;
  const std::int64_t many_blocks = sporos::detail::list_rows(Exec(), sporos::crs_view(many), tiny_limits).num_blocks;
  int wrong_in_thread = -1;
  std::thread thread([&] { wrong_in_thread = wrong(few, 4, few_blocks); });
  const int wrong_here = wrong(many, 7, many_blocks);
  thread.join();
  EXPECT_EQ(wrong_in_thread, 0);
  EXPECT_EQ(wrong_here, 0);
}

}  // namespace setup_memory_tests
