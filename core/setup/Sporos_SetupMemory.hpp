// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The memory of an execution space instance that plans are made in.
///
/// On a GPU, allocating and freeing cost as much as several small products, and so does a copy to the host.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "core/device/Sporos_PinnedSpace.hpp"
#include "core/setup/Sporos_PerInstance.hpp"
#include "core/setup/Sporos_SetupNumbers.hpp"

namespace sporos {

/// \brief Numbers that kernels pass to the host, and blocks of memory that the next plan may use again.
///
/// Kept until Kokkos::finalize: blocks up to `most_kept_bytes`. Safe from several threads.
template <class ExecutionSpace>
class SetupMemory {
 public:
  using Bytes = Kokkos::View<unsigned char*, typename ExecutionSpace::memory_space>;
  static constexpr std::size_t least_block_bytes = std::size_t{64} * 1024;
  static constexpr std::size_t most_kept_bytes = std::size_t{64} * 1024 * 1024;

  /// \brief Of the kernels that use this.
  static constexpr int team_size = is_host_execution<ExecutionSpace> ? 1 : 256;

  explicit SetupMemory(const ExecutionSpace& exec)
      : counters_(Kokkos::view_alloc(exec, std::string("sporos list counters")), most_lists),
        lengths_(Kokkos::view_alloc(std::string("sporos list lengths"), Kokkos::WithoutInitializing), most_lists),
        inspections_(Kokkos::view_alloc(std::string("sporos inspections"), Kokkos::WithoutInitializing),
                     most_inspections(exec)) {}

  /// \brief How many teams inspect a matrix of so many rows or entries, beside those that list.
  std::int64_t inspecting_teams(std::int64_t count, std::int64_t listing) const {
    constexpr std::int64_t team_work = (is_host_execution<ExecutionSpace> ? 1024 : 8) * team_size;
    const auto most = static_cast<std::int64_t>(inspections_.extent(0));
    // On a GPU all are to be there at once: those that have to wait begin when the first ones end.
    const std::int64_t beside = is_host_execution<ExecutionSpace> ? most : std::max(most - listing, most / 4);
    return std::min((count + team_work - 1) / team_work, beside);
  }

  /// \brief What a kernel gets.
  struct Use {
    ListLengths* counters;  ///< words of each list's PartCounter
    ListLengths* lengths;   ///< of each list
    Inspection* inspections;
  };

  /// \brief Calls `launch(use)`, which launches a kernel that leaves `inspections` of them and the lengths of the lists
  /// that it makes; waits for them.
  template <class Launch>
  SetupResults ask(const ExecutionSpace& exec, std::int64_t inspections, const Launch& launch) {
    const std::lock_guard<std::mutex> lock(asking_);
    launch(Use{counters_.data(), lengths_.data(), inspections_.data()});
    exec.fence();
    SetupResults results;
    const auto lengths = on_host(lengths_);
    for (std::size_t list = 0; list < most_lists; ++list) results.lengths[list] = lengths(list);
    const auto found = on_host(inspections_);
    for (std::int64_t i = 0; i < inspections; ++i) results.inspection += found(static_cast<std::size_t>(i));
    // Numbers from wrong offsets may have been too large for a PartCounter.
    if (results.inspection.rows.first_bad_row != detail::no_row) Kokkos::deep_copy(exec, counters_, ListLengths{0, 0});
    return results;
  }

  /// \brief A block of at least `bytes`, of any content.
  Bytes take(const ExecutionSpace& exec, std::size_t bytes) {
    std::size_t rounded = least_block_bytes;
    while (rounded < bytes) rounded *= 2;
    const std::lock_guard<std::mutex> lock(keeping_);
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (kept_[i].extent(0) != rounded) continue;
      const Bytes block = kept_[i];
      kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
      kept_bytes_ -= rounded;
      return block;
    }
    return Bytes(Kokkos::view_alloc(exec, std::string("sporos setup"), Kokkos::WithoutInitializing), rounded);
  }

  /// \brief Keeps a block that nothing uses any more.
  void give_back(const Bytes& block) {
    const std::lock_guard<std::mutex> lock(keeping_);
    if (kept_bytes_ + block.extent(0) > most_kept_bytes) return;
    kept_.push_back(block);
    kept_bytes_ += block.extent(0);
  }

 private:
  // On a GPU as many teams as the registers of examine()'s kernel leave room for: half of what it can hold.
  static std::size_t most_inspections(const ExecutionSpace& exec) {
    return static_cast<std::size_t>(is_host_execution<ExecutionSpace> ? concurrency(exec)
                                                                      : concurrency(exec) / (2 * team_size));
  }

  template <class View>
  static auto on_host(const View& view) {
    if constexpr (PinnedSpace<ExecutionSpace>::exists) {
      return view;
    } else {
      return host_copy(view);
    }
  }

  std::mutex asking_;
  std::mutex keeping_;
  Kokkos::View<ListLengths*, typename ExecutionSpace::memory_space> counters_;
  Kokkos::View<ListLengths*, typename PinnedSpace<ExecutionSpace>::type> lengths_;
  Kokkos::View<Inspection*, typename PinnedSpace<ExecutionSpace>::type> inspections_;
  std::vector<Bytes> kept_;
  std::size_t kept_bytes_ = 0;
};

/// \brief A block of the memory of an instance, given back when its owner goes.
template <class ExecutionSpace>
class SetupBlock {
 public:
  /// The kernel that fills the block has been waited for when it goes.
  SetupBlock(const ExecutionSpace& exec, std::size_t bytes)
      : exec_(exec), bytes_(PerInstance<ExecutionSpace, Memory>::get(exec).take(exec, bytes)) {}
  SetupBlock(const SetupBlock&) = delete;
  SetupBlock& operator=(const SetupBlock&) = delete;
  ~SetupBlock() {
    if (!Kokkos::is_initialized()) return;
    // As a free would: a product may still be running, on an instance that is no longer known.
    if (is_read_) Kokkos::fence();
    if (Memory* const memory = PerInstance<ExecutionSpace, Memory>::find(exec_)) memory->give_back(bytes_);
  }
  unsigned char* data() const { return bytes_.data(); }
  /// \brief From now on products may read the block without anyone waiting for them.
  void lend() const { is_read_ = true; }

 private:
  using Memory = SetupMemory<ExecutionSpace>;

  ExecutionSpace exec_;
  typename Memory::Bytes bytes_;
  mutable std::atomic<bool> is_read_{false};
};

}  // namespace sporos
