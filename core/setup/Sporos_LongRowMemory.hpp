// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What products without a plan remember, separately for each execution space instance.
#pragma once

#include <algorithm>
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
#include "core/setup/Sporos_PerInstance.hpp"
#include "core/setup/Sporos_ShareMemory.hpp"
#include "formats/common/Sporos_Arrays.hpp"
#include "policies/crs/Sporos_UnevenRowsRule.hpp"

namespace sporos {
namespace detail {

/// \brief Room for the parts of long rows, and of each matrix the longest row that was seen.
///
/// Nothing here affects whether a result is right. A matrix is identified by the address of its row offsets, its sizes,
/// and the shares of its work, which follow from the type of its values. So it may be mistaken for another one, and
/// products are somewhat slower until one of them looks again. If there were even rows, a kernel that meets a long row
/// sums it whole and tells its length, by which products that are issued later go. If there were uneven rows, a kernel
/// that finds other ones at the limits of a share clears what is known, and the next product looks. Products of one
/// instance run one after the other, so they can share the room: what `get` returns holds a lock, so that the launches
/// of two products do not mix.
///
/// Memory is allocated by the first product on an instance, and by the first that knows of uneven rows (ShareMemory).
/// If a product needs more room, at least twice as much is allocated. Nothing is freed by a product. Nothing is
/// allocated, and no row looked at, while a graph is recorded: rows of a matrix of which nothing is known are summed
/// whole then. Memory that a graph may use is kept as PerInstance says, and is not freed to make room for other
/// instances. Such a graph must run on the instance from which it was recorded. Or the products in it must use a plan,
/// and a fence must have waited for the plan's instance. Safe from several threads.
template <class ExecutionSpace>
class LongRowMemory {
 public:
  static constexpr std::size_t max_known = 1024;  ///< the matrix that has been known longest goes first

  /// \brief What one product gets.
  struct Use {
    std::int64_t longest_row = -1;      ///< that was seen; negative if nothing is known
    bool looks_again = false;           ///< whether rows should be looked at again
    std::int64_t* told = nullptr;       ///< where kernels put messages of it (row_message); the host reads them
    std::int64_t stamp = 0;             ///< of these messages: no other matrix of this instance has had it
    std::int64_t* found = nullptr;      ///< the same for the kernels of this product, if nothing is known
    RowsOfAShare* shares = nullptr;     ///< what kernels remember of each share of uneven rows; may be null
    bool has_shares = false;            ///< whether an earlier product had them
    std::int64_t* rows = nullptr;       ///< for each share of the work, as SharedRows has it
    std::int64_t* begin = nullptr;      ///< "
    std::int64_t* end = nullptr;        ///< "
    SumOfRow* carries = nullptr;        ///< two for each share
    std::shared_ptr<const void> owner;  ///< of all that, to be held until the product is launched; null: there is none
    std::unique_lock<std::mutex> lock;  ///< launches of one product must follow each other; released before `owner`
  };

  /// \param matrix  address of the row offsets, which identifies the matrix together with the numbers
  /// \param shares  of the work, for which there must be room
  static Use get(const ExecutionSpace& exec, const void* matrix, std::int64_t num_rows, std::int64_t nnz,
                 std::int64_t shares) {
    const bool records = is_recording(exec);
    const std::shared_ptr<Instance> own = records ? Instances::find(exec) : Instances::get(exec);
    if (!own) return {};
    Use use = own->use(exec, {matrix, num_rows, nnz, shares}, records);
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
                            LongestRow<Offset>{rows.row_offsets, rows.num_rows, nnz, step, use.stamp},
                            Kokkos::Max<std::int64_t, memory_space>(found));
    if constexpr (PinnedSpace<ExecutionSpace>::exists) Kokkos::deep_copy(exec, told, found);
  }

  static void release(const ExecutionSpace& exec) { Instances::release(exec); }

  /// \brief How many instances have memory.
  static std::size_t num_instances() { return Instances::size(); }

 private:
  class Instance;
  using Instances = PerInstance<ExecutionSpace, Instance>;
  using memory_space = typename ExecutionSpace::memory_space;
  using Key = std::tuple<const void*, std::int64_t, std::int64_t, std::int64_t>;
  using Numbers = Kokkos::View<std::int64_t*, memory_space>;

  class Instance {
   public:
    static constexpr std::size_t max_instances = 256;

    explicit Instance(const ExecutionSpace& exec)
        : found_(allocate<Numbers>(exec, "sporos::long_rows[found]", 1)),
          told_(Kokkos::view_alloc(std::string("sporos::long_rows[told]"), Kokkos::WithoutInitializing), max_known) {}

    bool may_go() const { return !is_recorded_; }

    Use use(const ExecutionSpace& exec, const Key& key, bool records) {
      std::unique_lock<std::mutex> lock(mutex_);
      if (records) is_recorded_ = true;
      const auto [address, num_rows, nnz, shares] = key;
      if (!make_room(exec, shares, !records)) return {};
      const auto kept = places_.find(key);
      if (records && kept == places_.end()) return {};
      const std::size_t place = kept == places_.end() ? remember(key) : kept->second;
      Known& matrix = known_[place];
      Use use;
      if constexpr (PinnedSpace<ExecutionSpace>::exists) use.longest_row = told_length(matrix.stamp, *told(place));
      const bool is_known = use.longest_row >= 0;
      if (records && !is_known) return {};
      const bool is_uneven = use.longest_row > longest_even_row(num_rows, nnz);
      ++matrix.products;
      use.looks_again = is_known && !records &&
                        matrix.products % (is_uneven ? products_until_next_look : even_products_until_next_look) == 0;
      if (is_uneven) {
        use.has_shares = shares_.renew(exec, matrix.piece, shares, !records);
        use.shares = matrix.piece.data;
      }
      use.told = told_.data() + place;
      use.stamp = matrix.stamp;
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
      Key key;
      std::int64_t stamp;
      std::int64_t products;
      typename ShareMemory<ExecutionSpace>::Piece piece;
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

    bool make_room(const ExecutionSpace& exec, std::int64_t shares, bool may_allocate) {
      const std::int64_t old = rooms_.empty() ? 0 : rooms_.back().shares;
      if (!rooms_.empty() && old >= shares) return true;
      if (may_allocate) rooms_.emplace_back(exec, std::max(shares, 2 * old));
      return may_allocate;
    }

    // The place of a new matrix, perhaps that of an old one, to which running kernels may still send messages.
    std::size_t remember(const Key& key) {
      const std::size_t place = static_cast<std::size_t>(matrices_++) % max_known;
      if (place == known_.size()) {
        known_.emplace_back();
        if constexpr (PinnedSpace<ExecutionSpace>::exists) *told(place) = 0;
      } else {
        places_.erase(known_[place].key);
      }
      known_[place] = {key, stamp_of(matrices_), 0, {}};
      places_.emplace(key, place);
      return place;
    }

    volatile std::int64_t* told(std::size_t place) const { return told_.data() + place; }

    std::mutex mutex_;
    std::atomic<bool> is_recorded_{false};
    std::vector<Room> rooms_;
    Numbers found_;
    Kokkos::View<std::int64_t*, typename PinnedSpace<ExecutionSpace>::type> told_;
    std::int64_t matrices_ = 0;  // so far
    std::vector<Known> known_;
    std::map<Key, std::size_t> places_;  // in known_ and told_
    ShareMemory<ExecutionSpace> shares_;
  };
};

}  // namespace detail
}  // namespace sporos
