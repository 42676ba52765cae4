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
#include "core/kernels/Sporos_Carries.hpp"
#include "core/kernels/crs/Sporos_LongestRow.hpp"
#include "core/kernels/crs/Sporos_RowsOfAShare.hpp"
#include "core/setup/Sporos_PerInstance.hpp"
#include "formats/common/Sporos_Arrays.hpp"
#include "policies/crs/Sporos_UnevenRowsRule.hpp"

namespace sporos {
namespace detail {

/// \brief Room for the parts of long rows, and of each matrix the longest row that was seen.
///
/// Nothing here affects whether a result is right. A matrix is identified by the address of its row offsets and its
/// sizes, so it may be mistaken for another one. If that had even rows, one product is slow: a kernel that meets a long
/// row where it expects none sums it whole and tells its length, by which products that are issued later go. If it had
/// uneven rows, products are somewhat slower until a product looks again. Products of one instance run one after the
/// other, so they can share the room: what `get` returns holds a lock, so that the launches of two products do not mix.
///
/// Memory is allocated by the first product on an instance, and 16 bytes for each share by the first product that knows
/// of uneven rows. If a product needs more room, at least twice as much is allocated. Nothing is allocated, and no row
/// looked at, while a graph is recorded: rows of a matrix of which nothing is known are summed whole then. Memory that
/// a graph may use is kept as PerInstance says, and is not freed to make room for other instances. Such a graph must
/// run on the instance from which it was recorded. Or the products in it must use a plan, and a fence must have waited
/// for the plan's instance. Safe from several threads.
template <class ExecutionSpace>
class LongRowMemory {
 public:
  static constexpr std::size_t max_known = 1024;

  /// \brief What one product gets.
  struct Use {
    std::int64_t longest_row = -1;      ///< that was seen; negative if nothing is known
    bool looks_again = false;           ///< whether uneven rows should be looked at again
    std::int64_t* told = nullptr;       ///< where kernels tell of it; the host reads it
    std::int64_t* found = nullptr;      ///< the same for the kernels of this product, if nothing is known
    RowsOfAShare* shares = nullptr;     ///< what kernels remember of each share of uneven rows; null at first
    std::int64_t* rows = nullptr;       ///< for each share of the work, as SharedRows has it
    std::int64_t* begin = nullptr;      ///< "
    std::int64_t* end = nullptr;        ///< "
    SumOfRow* carries = nullptr;        ///< two for each share
    std::shared_ptr<const void> owner;  ///< of all that, to be held until the product is launched; null: there is none
    std::unique_lock<std::mutex> lock;  ///< launches of one product must follow each other; released before `owner`
  };

  /// \param matrix  address of the row offsets, which identifies the matrix together with its sizes
  /// \param shares  of the work, for which there must be room
  static Use get(const ExecutionSpace& exec, const void* matrix, std::int64_t num_rows, std::int64_t nnz,
                 std::int64_t shares) {
    const bool records = is_recording(exec);
    const std::shared_ptr<Instance> own = records ? Instances::find(exec) : Instances::get(exec);
    if (!own) return {};
    Use use = own->use(exec, Key(matrix, num_rows, nnz), shares, records);
    if (use.told != nullptr) use.owner = own;
    return use;
  }

  /// \brief Launches what finds the longest row, for the kernels of the same product and for the host. Rows of more
  /// than `step` entries are not missed.
  template <class Arrays>
  static void find_longest_row(const ExecutionSpace& exec, const std::string& label, const Arrays& rows,
                               std::int64_t nnz, std::int64_t step, const Use& use) {
    using Offset = std::remove_const_t<std::remove_pointer_t<decltype(rows.row_offsets)>>;
    const Kokkos::View<std::int64_t, memory_space> found(use.found);
    const Kokkos::View<std::int64_t, typename PinnedSpace<ExecutionSpace>::type> told(use.told);
    Kokkos::parallel_reduce(label, IndexRange<ExecutionSpace>(exec, 0, (nnz + step - 1) / step),
                            LongestRow<Offset>{rows.row_offsets, rows.num_rows, nnz, step},
                            Kokkos::Max<std::int64_t, memory_space>(found));
    Kokkos::deep_copy(exec, told, found);
  }

  static void release(const ExecutionSpace& exec) { Instances::release(exec); }

  /// \brief How many instances have memory.
  static std::size_t num_instances() { return Instances::size(); }

 private:
  class Instance;
  using Instances = PerInstance<ExecutionSpace, Instance>;
  using memory_space = typename ExecutionSpace::memory_space;
  using Key = std::tuple<const void*, std::int64_t, std::int64_t>;
  using Numbers = Kokkos::View<std::int64_t*, memory_space>;
  using Shares = Kokkos::View<RowsOfAShare*, memory_space>;

  class Instance {
   public:
    static constexpr std::size_t max_instances = 256;

    explicit Instance(const ExecutionSpace& exec)
        : found_(allocate<Numbers>(exec, "sporos::long_rows[found]", 1)),
          told_(Kokkos::view_alloc(std::string("sporos::long_rows[told]"), Kokkos::WithoutInitializing), max_known) {}

    bool may_go() const { return !is_recorded_; }

    Use use(const ExecutionSpace& exec, const Key& key, std::int64_t shares, bool records) {
      std::unique_lock<std::mutex> lock(mutex_);
      if (records) is_recorded_ = true;
      auto known = known_.find(key);
      if (known == known_.end()) {
        if (known_.size() == max_known) forget();
        const std::size_t place = known_.size();
        if (PinnedSpace<ExecutionSpace>::exists) *told(place) = -1;
        known = known_.emplace(key, Known{place, 0, {}}).first;
      }
      Known& matrix = known->second;
      Use use;
      if (PinnedSpace<ExecutionSpace>::exists) use.longest_row = *told(matrix.place);
      use.looks_again = !records && ++matrix.products % products_until_next_look == 0;
      if (rooms_.empty() || rooms_.back().shares < shares) {
        if (records) return {};
        rooms_.emplace_back(exec, rooms_.empty()                      ? shares
                                  : shares < 2 * rooms_.back().shares ? 2 * rooms_.back().shares
                                                                      : shares);
      }
      if (records && use.longest_row < 0) return {};
      const bool is_uneven = use.longest_row > longest_even_row(std::get<1>(key), std::get<2>(key));
      if (is_uneven && !records && matrix.shares.extent(0) == 0) {
        matrix.shares = allocate<Shares>(exec, "sporos::long_rows[shares]", shares);
      }
      if (static_cast<std::int64_t>(matrix.shares.extent(0)) >= shares) use.shares = matrix.shares.data();
      use.told = told_.data() + matrix.place;
      use.found = found_.data();
      const Room& room = rooms_.back();
      use.rows = room.lists.data();
      use.begin = use.rows + room.shares;
      use.end = use.begin + room.shares;
      use.carries = room.carries.data();
      use.lock = std::move(lock);
      return use;
    }

   private:
    struct Known {
      std::size_t place;  // in told_
      std::int64_t products;
      Shares shares;
    };

    // Kernels write all that others read, so that nothing has to be initialised.
    struct Room {
      Room(const ExecutionSpace& exec, std::int64_t count)
          : shares(count),
            lists(allocate<Numbers>(exec, "sporos::long_rows[cut rows]", 3 * count)),
            carries(allocate<decltype(carries)>(exec, "sporos::long_rows[carries]", 2 * count)) {}

      std::int64_t shares;
      Numbers lists;
      Kokkos::View<SumOfRow*, memory_space> carries;
    };

    // A graph may read what is remembered of shares.
    void forget() {
      if (is_recorded_) {
        for (const auto& matrix : known_) recorded_.push_back(matrix.second.shares);
      }
      known_.clear();
    }

    volatile std::int64_t* told(std::size_t place) const { return told_.data() + place; }

    std::mutex mutex_;
    std::atomic<bool> is_recorded_{false};
    std::vector<Room> rooms_;
    Numbers found_;
    Kokkos::View<std::int64_t*, typename PinnedSpace<ExecutionSpace>::type> told_;
    std::map<Key, Known> known_;
    std::vector<Shares> recorded_;
  };
};

}  // namespace detail
}  // namespace sporos
