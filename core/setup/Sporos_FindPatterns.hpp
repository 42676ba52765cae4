// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Finds patterns of rows that many rows of a matrix share.
///
/// A sample of the rows tells which patterns there are: the host waits for it and chooses. Then every row is compared
/// with them, entry by entry, and nobody waits for that. What is found depends on the matrix alone.
#pragma once

#include <memory>
#include <mutex>

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/instance/Sporos_PinnedSpace.hpp"
#include "core/kernels/crs/Sporos_PatternRowsKernel.hpp"
#include "core/setup/Sporos_PatternSample.hpp"
#include "core/setup/Sporos_SetupMemory.hpp"
#include "formats/common/Sporos_Arrays.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"

namespace sporos {
namespace detail {

/// \brief Where samples are written; one per instance, kept by PerInstance. Safe from several threads.
template <class ExecutionSpace>
struct SampleMemory {
  static constexpr std::size_t max_instances = 32;

  explicit SampleMemory(const ExecutionSpace&)
      : rows(Kokkos::view_alloc(std::string("sporos::setup[sample]"), Kokkos::WithoutInitializing),
             static_cast<std::size_t>(pattern_samples)) {}
  bool may_go() const { return true; }

  std::mutex mutex;  ///< held from the launch until the sample has been read
  Kokkos::View<SampledRow*, typename PinnedSpace<ExecutionSpace>::type> rows;
};

/// \brief What both kernels need: a row for each group of lanes.
template <class ExecutionSpace, class Matrix>
struct RowsOfLanes {
  static constexpr int most_lanes = is_host_execution<ExecutionSpace> ? 1 : 8;
  static constexpr int team_size = is_host_execution<ExecutionSpace> ? 1 : 256;
  static constexpr Reduction how = Reductions<ExecutionSpace>::preferred;
  template <class T>
  using Group = GroupSum<ExecutionSpace, how, T>;

  template <class Kernel>
  static void launch(const ExecutionSpace& exec, const char* label, std::int64_t rows, const Kernel& kernel) {
    Kokkos::TeamPolicy<ExecutionSpace> policy(
        exec, static_cast<int>((rows * kernel.of.lanes + team_size - 1) / team_size), team_size, 1);
    const std::size_t scratch = static_cast<std::size_t>(team_size) * Group<std::uint64_t>::scratch_bytes_per_lane;
    if (scratch > 0) policy.set_scratch_size(0, scratch_of_team(scratch));
    launch_kernel(label, policy, kernel);
  }

  Matrix matrix;
  int lanes;

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t index(const Member& member) const {
    return static_cast<std::int64_t>(member.league_rank()) * (member.team_size() / lanes) + member.team_rank() / lanes;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t begin(std::int64_t row) const {
    return static_cast<std::int64_t>(matrix.row_offsets[row]);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t column(std::int64_t row, std::int64_t entry) const {
    return static_cast<std::int64_t>(matrix.columns[entry]) - row;
  }
  KOKKOS_INLINE_FUNCTION PatternKey key(std::int64_t row) const {
    const std::int64_t first = begin(row);
    const std::int64_t last = begin(row + 1);
    if (first == last) return {0, 0, 0};
    return {last - first, column(row, first), column(row, last - 1)};
  }
};

template <class ExecutionSpace, class Matrix>
struct SampleRows {
  RowsOfLanes<ExecutionSpace, Matrix> of;
  std::int64_t samples;
  SampledRow* sample;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const typename decltype(of)::template Group<std::uint64_t> group(member);
    const int lane = member.team_rank() % of.lanes;
    const std::int64_t i = of.index(member);
    std::uint64_t hash = 0;
    std::uint64_t far = 0;  // columns beyond those of patterns
    PatternKey key{0, 0, 0};
    if (i < samples) {
      const std::int64_t row = sampled_row(i, samples, of.matrix.num_rows);
      key = of.key(row);
      const std::int64_t hashed = key.length >= max_row_pattern_columns ? 0 : key.length;
      for (std::int64_t j = lane; j < hashed; j += of.lanes) {
        const std::int64_t column = of.column(row, of.begin(row) + j);
        hash += mixed(mixed(static_cast<std::uint64_t>(j) + 1) + static_cast<std::uint64_t>(column));
        if (column < INT32_MIN || column > INT32_MAX) far = 1;
      }
    }
    hash = group.sum(member, hash, of.lanes);
    far = group.sum(member, far, of.lanes);
    if (lane == 0 && i < samples) sample[i] = {far == 0 ? hash : 0, key};
  }
};

/// \brief The patterns of a sample of the rows; waits. None where the host could not read the sample.
/// \param matrix  CrsArrays
template <class ExecutionSpace, class Matrix>
PatternSample sample_patterns(const ExecutionSpace& exec, const Matrix& matrix) {
  using Rows = RowsOfLanes<ExecutionSpace, Matrix>;
  const std::int64_t samples = std::min(matrix.num_rows, pattern_samples);
  if (!PinnedSpace<ExecutionSpace>::exists || samples == 0) return {};
  const auto memory = PerInstance<ExecutionSpace, SampleMemory<ExecutionSpace>>::get(exec);
  const std::lock_guard<std::mutex> lock(memory->mutex);
  Rows::launch(exec, "sporos::setup[sample rows]", samples,
               SampleRows<ExecutionSpace, Matrix>{Rows{matrix, Rows::most_lanes}, samples, memory->rows.data()});
  wait_for(exec, "sporos::setup[wait]");
  return PatternSample(memory->rows.data(), samples, matrix.num_rows);
}

// Compares each row with the patterns of its key; the groups of lanes behind the last row write the columns of
// patterns.
template <class ExecutionSpace, class Matrix>
struct MarkPatterns {
  RowsOfLanes<ExecutionSpace, Matrix> of;
  const PatternSlot* slots;
  std::int64_t num_slots;
  int longest_search;
  RowPatterns::Start* starts;
  int* columns;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const typename decltype(of)::template Group<int> group(member);
    const int lane = member.team_rank() % of.lanes;
    const std::int64_t row = of.index(member);
    const bool is_row = row < of.matrix.num_rows;
    if (!is_row && row - of.matrix.num_rows < num_slots) write(slots[row - of.matrix.num_rows], lane);
    PatternKey key{0, 0, 0};
    if (is_row) key = of.key(row);
    const std::uint64_t hash = key.hash();
    auto start = RowPatterns::none;
    // All lanes look at as many slots, since they add up together.
    for (int i = 0; i < longest_search; ++i) {
      const PatternSlot slot = slots[(hash + static_cast<std::uint64_t>(i)) % static_cast<std::uint64_t>(num_slots)];
      const bool may_be = key.length > 0 && slot.row >= 0 && slot.key == hash && slot.length == key.length;
      int differences = 1;
      if (may_be) differences = differ(row, slot.row, static_cast<int>(key.length), lane);
      if (group.sum(member, differences, of.lanes) == 0) start = static_cast<RowPatterns::Start>(slot.start);
    }
    if (lane == 0 && is_row) starts[row] = start;
  }

  KOKKOS_FORCEINLINE_FUNCTION int differ(std::int64_t row, std::int64_t other, int length, int lane) const {
    const auto* const columns_of_row = of.matrix.columns + of.begin(row);
    const auto* const columns_of_other = of.matrix.columns + of.begin(other);
    int differences = 0;
    for (int j = lane; j < length; j += of.lanes) {
      const auto apart = static_cast<std::int64_t>(columns_of_row[j]) - static_cast<std::int64_t>(columns_of_other[j]);
      differences |= apart != row - other ? 1 : 0;
    }
    return differences;
  }

  KOKKOS_INLINE_FUNCTION void write(const PatternSlot& slot, int lane) const {
    if (slot.row < 0) return;
    if (lane == 0) columns[slot.start - 1] = slot.length;
    for (int j = lane; j < slot.length; j += of.lanes) {
      columns[slot.start + j] = static_cast<int>(of.column(slot.row, of.begin(slot.row) + j));
    }
  }
};

/// \brief What products read of patterns.
template <class ExecutionSpace>
struct Patterns {
  RowPatterns arrays;  ///< empty: there are none
  std::shared_ptr<const SetupBlock<ExecutionSpace>> memory;
};

/// \brief Marks the rows that have patterns of the sample; asynchronous.
/// \param matrix  CrsArrays
/// \param lanes   of a row, as in products
template <class ExecutionSpace, class Matrix>
Patterns<ExecutionSpace> mark_patterns(const ExecutionSpace& exec, const Matrix& matrix, const PatternSample& sample,
                                       int lanes) {
  using Rows = RowsOfLanes<ExecutionSpace, Matrix>;
  if (sample.num_numbers() == 0) return {};
  const std::size_t num_slots = sample.slots().size();
  const std::size_t columns_at = num_slots * sizeof(PatternSlot);
  const std::size_t starts_at = columns_at + static_cast<std::size_t>(sample.num_numbers()) * sizeof(int);
  auto bytes = PerInstance<ExecutionSpace, SetupMemory<ExecutionSpace>>::get(exec)->blocks.take(
      exec, starts_at + static_cast<std::size_t>(matrix.num_rows) * sizeof(RowPatterns::Start));
  const auto memory = std::make_shared<const SetupBlock<ExecutionSpace>>(exec, std::move(bytes));
  memory->lend();
  auto* const slots = reinterpret_cast<PatternSlot*>(memory->data());
  auto* const columns = reinterpret_cast<int*>(memory->data() + columns_at);
  auto* const starts = reinterpret_cast<RowPatterns::Start*>(memory->data() + starts_at);
  using OnDevice = Kokkos::View<PatternSlot*, typename ExecutionSpace::memory_space, Kokkos::MemoryUnmanaged>;
  using OnHost = Kokkos::View<const PatternSlot*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  Kokkos::deep_copy(exec, OnDevice(slots, num_slots), OnHost(sample.slots().data(), num_slots));
  const auto rows = matrix.num_rows + static_cast<std::int64_t>(num_slots);
  Rows::launch(exec, "sporos::setup[mark patterns]", rows,
               MarkPatterns<ExecutionSpace, Matrix>{Rows{matrix, std::min(lanes, Rows::most_lanes)}, slots,
                                                    static_cast<std::int64_t>(num_slots), sample.longest_search(),
                                                    starts, columns});
  return {{starts, columns}, memory};
}

}  // namespace detail
}  // namespace sporos
