// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What products without a plan remember, separately for each execution space instance.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "core/device/instance/Sporos_PinnedSpace.hpp"
#include "core/device/instance/Sporos_Recording.hpp"
#include "core/kernels/crs/Sporos_FindLongRowsKernel.hpp"
#include "core/setup/Sporos_PerInstance.hpp"

namespace sporos {
namespace detail {

/// \brief Slots for the segments of long rows, and for each matrix whether it had any when last examined.
///
/// Nothing here affects whether a result is right. A matrix is identified by the address of its row offsets and its
/// sizes, so it may be mistaken for another one. If it is believed to have long rows, they are searched for. If it is
/// wrongly believed to have none, one product is slow: the kernel that meets a long row sums it whole and reports it,
/// and products that are issued later search. Products of one instance run one after the other, so they can share the
/// slots; Kokkos does the same for its own reductions.
///
/// Memory is allocated by the first product on an instance. If a product needs more, at least twice as much is
/// allocated. Nothing is allocated while a graph is recorded, because the initialisation would be recorded too; long
/// rows are then summed whole. Memory that a graph may use is kept as PerInstance says, and is not freed to make room
/// for other instances. Such a graph must run on the instance from which it was recorded. Or the products in it must
/// use a plan, and a fence must have waited for the plan's instance. Safe from several threads.
template <class ExecutionSpace>
class LongRowMemory {
 public:
  static constexpr std::size_t max_known = 1024;

  /// \brief What one product gets. If it need not search for long rows, slots and counters are null, and it reports
  /// long rows to `verdict`, unless that is null, too.
  struct Use {
    bool find = false;  ///< whether it must search for long rows
    SegmentSlot* slots = nullptr;
    LongRowCounters* counters = nullptr;
    LongRowVerdict* verdict = nullptr;
    std::shared_ptr<const void> memory;  ///< owns all that; to be held until the product is launched
  };

  /// \param matrix  address of the row offsets, which identifies the matrix together with its sizes
  static Use get(const ExecutionSpace& exec, const void* matrix, std::int64_t num_rows, std::int64_t nnz,
                 std::int64_t segments) {
    const bool records = is_recording(exec);
    const std::shared_ptr<Instance> own = records ? Instances::find(exec) : Instances::get(exec);
    if (!own) return {};
    Use use = own->use(exec, Key(matrix, num_rows, nnz), static_cast<std::size_t>(segments), records);
    use.memory = own;
    return use;
  }

  static void release(const ExecutionSpace& exec) { Instances::release(exec); }

  /// \brief How many instances have memory.
  static std::size_t num_instances() { return Instances::size(); }

 private:
  class Instance;
  using Instances = PerInstance<ExecutionSpace, Instance>;
  using memory_space = typename ExecutionSpace::memory_space;
  using Key = std::tuple<const void*, std::int64_t, std::int64_t>;

  class Instance {
   public:
    static constexpr std::size_t max_instances = 256;

    explicit Instance(const ExecutionSpace& exec)
        : counters_(Kokkos::view_alloc(exec, std::string("sporos::long_rows[counters]")), 1),
          verdicts_(Kokkos::view_alloc(std::string("sporos::long_rows[verdicts]"), Kokkos::WithoutInitializing),
                    max_known) {}

    bool may_go() const { return !is_recorded_; }

    Use use(const ExecutionSpace& exec, const Key& key, std::size_t segments, bool records) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (records) is_recorded_ = true;
      auto found = known_.find(key);
      if (found == known_.end()) {
        if (known_.size() == max_known) known_.clear();
        const std::size_t place = known_.size();
        if (PinnedSpace<ExecutionSpace>::exists) *verdict(place) = LongRowVerdict::unknown;
        found = known_.emplace(key, place).first;
      }
      LongRowVerdict* const told = verdicts_.data() + found->second;
      if (PinnedSpace<ExecutionSpace>::exists && *verdict(found->second) == LongRowVerdict::none) {
        return {false, nullptr, nullptr, told, {}};
      }
      if (slots_.empty() || slots_.back().extent(0) < segments) {
        if (records) return {};
        const std::size_t twice = slots_.empty() ? 1024 : 2 * slots_.back().extent(0);
        slots_.emplace_back(Kokkos::view_alloc(exec, std::string("sporos::setup[segments]")),
                            segments < twice ? twice : segments);
      }
      return {true, slots_.back().data(), counters_.data(), told, {}};
    }

   private:
    volatile LongRowVerdict* verdict(std::size_t place) const { return verdicts_.data() + place; }

    std::mutex mutex_;
    std::atomic<bool> is_recorded_{false};
    std::vector<Kokkos::View<SegmentSlot*, memory_space>> slots_;
    Kokkos::View<LongRowCounters*, memory_space> counters_;
    Kokkos::View<LongRowVerdict*, typename PinnedSpace<ExecutionSpace>::type> verdicts_;
    std::map<Key, std::size_t> known_;
  };
};

}  // namespace detail
}  // namespace sporos
