// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What products without a plan remember, one for each execution space instance.
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

/// \brief Slots for the segments of long rows, and whether a matrix had any when it was last looked at.
///
/// Nothing here decides whether a result is right. A matrix is known by the address of its row offsets and its sizes,
/// so that another one may be taken for it. One that is taken to have long rows is looked at. One that is taken to have
/// none, but has, is slow once: the kernel that meets a long row sums it and says so, and the next product that is
/// issued after that has run looks. Products of one instance run one after the other, so they can share the slots;
/// Kokkos does the same for its own reductions.
///
/// Memory is allocated by the first product on an instance, and again, at least twice as large, by one that needs more.
/// While a graph is recorded none is, and long rows stay whole: what makes memory ready would be recorded too.
/// What a graph may use is kept as PerInstance keeps it, and does not have to make room for other instances. Such a
/// graph must run on the instance that it was recorded from, or use a plan, whose instance a fence has waited for. Safe
/// from several threads.
template <class ExecutionSpace>
class LongRowMemory {
 public:
  static constexpr std::size_t max_known = 1024;

  /// \brief What one product gets. Where it need not look for long rows, slots and counters are null, and it tells
  /// `verdict` of long rows; where that is null, too, it tells nobody.
  struct Use {
    bool find = false;  ///< whether it must look for long rows
    SegmentSlot* slots = nullptr;
    LongRowCounters* counters = nullptr;
    LongRowVerdict* verdict = nullptr;
    std::shared_ptr<const void> memory;  ///< where all that is; to be held until the product is launched
  };

  /// \param matrix  address of the row offsets, by which the matrix is known with its sizes
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

  /// \brief The instances that there is memory for.
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
