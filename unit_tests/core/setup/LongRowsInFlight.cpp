// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long rows again and again: the last team must see what the others have just written, not what they wrote for the
// previous product.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "core/kernels/crs/Sporos_FindLongRowsKernel.hpp"
#include "core/kernels/crs/Sporos_LongRowsKernel.hpp"
#include "core/setup/Sporos_Inspect.hpp"
#include "unit_tests/support/Teams.hpp"

// The model is for the host: nvcc would call its counters from the device.
#if !defined(KOKKOS_ENABLE_CUDA)
namespace {

/// A model of teams of one thread, each with its own cache. Only at a fence does what a team has written reach memory,
/// and what others have written reach its cache. Counters are always in memory, with one exception: nobody waits for
/// the result of an addition to `counters.segments_found`, so that it may arrive as late as the next fence.
struct WeakMemory {
  std::vector<sporos::detail::SegmentSlot> slots;
  std::uint64_t count = 0;
  std::function<void()> after_next_fence = {};
  sporos::detail::LongRowCounters counters = {0, 0, 0};
};
WeakMemory* memory = nullptr;

struct Cache {
  std::vector<sporos::detail::SegmentSlot> slots = memory->slots;
  std::vector<sporos::detail::SegmentSlot> as_read = memory->slots;  // without what the team has written
  std::uint64_t found = memory->counters.segments_found;
  std::uint64_t found_by_team = 0;  // not in memory yet

  std::uint64_t add_to_found(std::uint64_t number) {
    return found + std::exchange(found_by_team, found_by_team + number);
  }

  void fence() {
    memory->counters.segments_found += std::exchange(found_by_team, 0);
    found = memory->counters.segments_found;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (std::memcmp(slots[i].sum, as_read[i].sum, sizeof(slots[i].sum)) != 0) memory->slots[i] = slots[i];
    }
    std::copy(memory->slots.begin(), memory->slots.end(), slots.begin());
    as_read = slots;
  }
};
Cache* cache = nullptr;

struct WeakExecution {};

struct OneThread {
  struct Scratch {
    void* bytes;
    void* get_shmem(std::size_t) const { return bytes; }
  };
  void* scratch = nullptr;
  int team = 0;
  int teams = 1;

  int league_rank() const { return team; }
  int league_size() const { return teams; }
  int team_rank() const { return 0; }
  int team_size() const { return 1; }
  Scratch team_scratch(int) const { return {scratch}; }
  void team_barrier() const {}
};

/// Every product is 1.
struct OnesOperand {
  using execution_space = WeakExecution;
  using entry_index = unsigned;
  using sum_t = double;
  using Entry = double;
  struct {
    std::int64_t num_rows;
  } matrix = {3};
  std::array<unsigned, 4> offsets = {0, 5, 16, 20};

  unsigned row_begin(std::int64_t row) const { return offsets[static_cast<std::size_t>(row)]; }
  KOKKOS_INLINE_FUNCTION Entry entry(entry_index) const { return 1; }
  KOKKOS_INLINE_FUNCTION double product(Entry entry) const { return entry; }
};

struct KeptSum {
  double* sum;
  void operator()(std::int64_t, double whole) const { *sum = whole; }
};

}  // namespace

template <>
struct sporos::detail::AtomicCounter<WeakExecution> {
  static std::uint64_t fetch_add(std::uint64_t* counter, std::uint64_t count) {
    if (counter == &memory->counters.segments_found) return cache->add_to_found(count);
    std::uint64_t& whole = counter == &memory->counters.teams_done ? *counter : memory->count;
    return std::exchange(whole, whole + count);
  }
  static void fetch_max(std::uint64_t*, std::uint64_t least) { memory->count = std::max(memory->count, least); }
  static void memory_fence() {
    cache->fence();
    if (const auto others = std::exchange(memory->after_next_fence, nullptr)) others();
  }
};
#endif

namespace {

using sporos_test::DoubleOperand;
using sporos_test::Exec;
using Space = Exec::memory_space;

#if !defined(KOKKOS_ENABLE_CUDA)
// The team of the first segment is delayed between its fence and its count, so it comes last.
TEST(LongRowsInFlight, AreRightWhereOnlyFencesMakeWritesSeen) {
  constexpr std::int64_t segments = 3;
  constexpr std::int64_t length = 10;
  double found = 0;
  const auto run_team = [&](std::int64_t index) {
    Cache own;
    Cache* const before = std::exchange(cache, &own);
    double scratch[2];
    sporos::detail::LongRowSums<double>{own.slots.data()}.add(
        OneThread(), OnesOperand(), KeptSum{&found}, {0, index * length, (index + 1) * length, index, segments}, index,
        scratch);
    cache = before;
  };
  WeakMemory weak{std::vector<sporos::detail::SegmentSlot>(segments), 0, [&] {
                    for (std::int64_t index = 1; index < segments; ++index) run_team(index);
                  }};
  memory = &weak;
  run_team(0);
  EXPECT_EQ(found, static_cast<double>(segments * length));
}

/// Two teams that look for long rows in rows of 5, 11 and 4 entries, of which more than 10 are long: the second team
/// finds one.
class LongRowSearch {
 public:
  static constexpr int with_long_row = 1;
  static constexpr int without = 0;

  LongRowSearch() { memory = &weak_; }

  void run_team(int team) {
    Cache own;
    Cache* const before = std::exchange(cache, &own);
    alignas(16) std::array<unsigned char, Kernel::scratch_bytes(1)> scratch;
    const sporos::LongRows limits{INT64_MAX, 10, 10};
    Kernel{OnesOperand(),   KeptSum{&sum_}, 20, limits, {own.slots.data(), &weak_.counters.launches},
           &weak_.counters, &verdict_}(OneThread{scratch.data(), team, 2});
    cache = before;
  }
  void pause_after_next_fence(std::function<void()> others) { weak_.after_next_fence = std::move(others); }

  void expect_found() const {
    EXPECT_EQ(sum_, 11);
    EXPECT_EQ(weak_.counters.launches, 1u) << "the launch has not ended";
    EXPECT_EQ(static_cast<int>(verdict_), static_cast<int>(sporos::detail::LongRowVerdict::some));
  }

 private:
  using Kernel = sporos::detail::FindLongRowsKernel<OnesOperand, KeptSum>;
  WeakMemory weak_{std::vector<sporos::detail::SegmentSlot>(2)};
  double sum_ = 0;
  sporos::detail::LongRowVerdict verdict_ = sporos::detail::LongRowVerdict::unknown;
};

TEST(LongRowsInFlight, AreToldOfByATeamBeforeItCountsItself) {
  LongRowSearch search;
  search.run_team(LongRowSearch::with_long_row);
  search.run_team(LongRowSearch::without);
  search.expect_found();
}

TEST(LongRowsInFlight, AreSeenByTheLastTeamWhereTheyAreFoundWhileItIsHeldUp) {
  LongRowSearch search;
  search.pause_after_next_fence([&] { search.run_team(LongRowSearch::with_long_row); });
  search.run_team(LongRowSearch::without);
  search.expect_found();
}
#endif

TEST(LongRowsInFlight, AreSumsOfTheNumbersOfTheirOwnProduct) {
  if (sporos::detail::is_host_execution<Exec>) GTEST_SKIP() << "the teams of a host share its caches";
  using Kernel = sporos::detail::LongRowsKernel<DoubleOperand, sporos_test::DoubleEpilogue>;
  constexpr int num_rows = 200;
  constexpr int length = 20000;
  constexpr int team_size = 32;
  constexpr std::int64_t segment = 100;  // short, so that many teams arrive at the same time
  // All entries are 1 in the first column, so that each row is an exact multiple of the first number of x.
  const auto matrix = sporos::detail::allocate_crs<sporos::CrsMatrix<double, int, int, Space>>(
      num_rows, 10, std::int64_t{num_rows} * length);
  const auto offsets = Kokkos::create_mirror_view(matrix.row_offsets);
  for (int row = 0; row <= num_rows; ++row) offsets(static_cast<std::size_t>(row)) = row * length;
  Kokkos::deep_copy(matrix.row_offsets, offsets);
  Kokkos::deep_copy(matrix.columns, 0);
  Kokkos::deep_copy(matrix.values, 1.0);
  const auto view = sporos::crs_view(matrix);
  const auto lists = sporos::detail::list_rows(Exec(), view, {{0, 0}, {INT64_MAX, segment, segment}});
  ASSERT_EQ(lists.num_segments, num_rows * length / segment);
  const sporos::detail::ListedSegments<double> segments{lists.num_segments, lists.segments, {lists.slots}};
  const Kokkos::View<double*, Space> x("x", 10);
  const Kokkos::View<double*, Space> y("y", num_rows);
  for (int product = 1; product <= 3000; ++product) {
    Kokkos::deep_copy(x, product);
    sporos_test::launch_teams(lists.num_segments, team_size, segments.scratch_bytes(team_size),
                              Kernel{{sporos::detail::crs_arrays(view), {x.data()}}, {y.data(), 1.0, 0.0}, segments});
    const auto found = sporos::detail::host_copy(y);
    for (std::size_t row = 0; row < num_rows; ++row) {
      ASSERT_EQ(found(row), static_cast<double>(product) * length) << "product " << product << ", row " << row;
    }
  }
}

}  // namespace
