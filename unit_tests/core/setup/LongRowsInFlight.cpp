// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long rows again and again: the last team must see what the others have just written, not what they wrote for the
// previous product.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "core/kernels/crs/Sporos_LongRowsKernel.hpp"
#include "core/setup/Sporos_Inspect.hpp"
#include "unit_tests/support/Teams.hpp"

// The model is for the host: nvcc would call its counters from the device.
#if !defined(KOKKOS_ENABLE_CUDA)
namespace {

/// A model of teams of one thread, each with its own cache. Only at a fence does what a team has written reach memory,
/// and what others have written reach its cache. Counters are always in memory.
struct WeakMemory {
  std::vector<sporos::detail::SegmentSlot> slots;
  std::uint64_t count = 0;
  std::function<void()> after_next_fence = {};
};
WeakMemory* memory = nullptr;

struct Cache {
  std::vector<sporos::detail::SegmentSlot> slots = memory->slots;
  std::vector<sporos::detail::SegmentSlot> as_read = memory->slots;  // without what the team has written

  void fence() {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (std::memcmp(slots[i].sums, as_read[i].sums, sizeof(slots[i].sums)) != 0) memory->slots[i] = slots[i];
    }
    std::copy(memory->slots.begin(), memory->slots.end(), slots.begin());
    as_read = slots;
  }
};
Cache* cache = nullptr;

struct WeakExecution {};

struct OneThread {
  int team_rank() const { return 0; }
  int team_size() const { return 1; }
  void team_barrier() const {}
};

/// Every product is 1.
struct OnesOperand {
  using execution_space = WeakExecution;
  using entry_index = unsigned;
  using sum_t = double;
  using Entry = double;

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
  static std::uint64_t fetch_add(std::uint64_t*, std::uint64_t count) {
    return std::exchange(memory->count, memory->count + count);
  }
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
