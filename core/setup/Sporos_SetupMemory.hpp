// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The memory of an execution space instance that plans are made in.
///
/// On a GPU, allocating and freeing cost as much as several small products, and so does a copy to the host.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/device/instance/Sporos_PinnedSpace.hpp"
#include "core/device/instance/Sporos_Recording.hpp"
#include "core/setup/Sporos_PerInstance.hpp"
#include "core/setup/Sporos_SetupNumbers.hpp"

namespace sporos {
namespace detail {

/// \brief Numbers that kernels pass to the host, and blocks of memory that the next plan may use again.
///
/// Kept with the instance: blocks up to `max_kept_bytes`, and one for lists. Safe from several threads.
template <class ExecutionSpace>
class SetupMemory {
 public:
  using Bytes = Kokkos::View<unsigned char*, typename ExecutionSpace::memory_space>;
  static constexpr std::size_t min_block_bytes = std::size_t{64} * 1024;
  static constexpr std::size_t max_kept_bytes = std::size_t{64} * 1024 * 1024;
  static constexpr std::size_t max_instances = 32;

  /// \brief The rows, or entries, of a team that inspects; what a GPU's memory holds, shared out among so many teams,
  /// needs no more bits.
  using Count = std::conditional_t<is_host_execution<ExecutionSpace>, std::int64_t, std::uint32_t>;
  using Found = ShareFindings<Count>;

  /// \brief Of the kernels that use this.
  static constexpr int team_size = is_host_execution<ExecutionSpace> ? 1 : 256;

  /// \param last_generation  that nothing posted has any more
  /// \throws std::runtime_error where `exec` records a graph: the memory would not be ready before that runs
  explicit SetupMemory(const ExecutionSpace& exec, std::uint32_t last_generation = 0)
      : max_looks_(max_looks(exec)),
        counters_(Kokkos::view_alloc(exec, std::string("sporos::setup[list counters]")), max_lists),
        lengths_(Kokkos::view_alloc(std::string("sporos::setup[list lengths]"), Kokkos::WithoutInitializing),
                 max_lists),
        inspections_(Kokkos::view_alloc(std::string("sporos::setup[inspections]"), Kokkos::WithoutInitializing),
                     max_inspections(exec)),
        generation_(last_generation) {
    forget_answers(exec);
  }

  /// \brief How many teams inspect a matrix of so many rows or entries, beside those that list.
  std::int64_t inspecting_teams(std::int64_t count, std::int64_t listing) const {
    constexpr std::int64_t team_work = (is_host_execution<ExecutionSpace> ? 1024 : 8) * team_size;
    const std::int64_t wanted = (count + team_work - 1) / team_work;
    const auto most = static_cast<std::int64_t>(inspections_.extent(0));
    if (is_host_execution<ExecutionSpace>) return std::min(wanted, most);
    // All are to be there at once: those that have to wait begin when the first ones end. And the host takes time for
    // the answer of each team, a team for each round of loads, so that their sum is least with as many teams as the
    // root of count divided by a constant. Of 20, 40, 82, 160 and 320 on an H100, 40 is the best for 180,000 rows
    // (cont-300_kkt), by 1 to 3 of 19 microseconds over the larger ones; for fewer rows they differ little.
    const std::int64_t beside = std::max(most - listing, most / 4);
    const auto worth = static_cast<std::int64_t>(std::sqrt(static_cast<double>(count) / 40)) + 1;
    return std::min({wanted, beside, worth});
  }

  /// \brief What a kernel gets.
  struct Use {
    OfList<std::uint64_t>* counters;          ///< words of each list's PartCounter
    OfList<Mailbox<std::uint64_t>>* lengths;  ///< of each list
    Mailbox<Found>* inspections;
    unsigned char* lists;      ///< where they are written
    std::uint32_t generation;  ///< to post with
  };

  /// \brief What comes out of it, and where lists were needed, their memory.
  struct Answers : SetupResults {
    Bytes lists;
  };

  /// \brief Calls `launch(use)`, which launches a kernel that posts what is asked; waits for the answers, and for the
  /// end of the kernel only where they do not come.
  /// \param needs_lists  called with the inspection: whether to wait for the lists' lengths, too
  /// \throws std::runtime_error where the kernel has ended without them
  template <class NeedsLists, class Launch>
  Answers launch_and_wait(const ExecutionSpace& exec, const SetupQuestions& questions, const NeedsLists& needs_lists,
                          const Launch& launch) {
    const std::lock_guard<std::mutex> lock(launching_);
    if (++generation_ == 0) {
      wait_for(exec, "sporos::setup[wait]");
      forget_answers(exec);
      ++generation_;
    }
    const std::size_t list_bytes = rounded(questions.list_bytes);
    if (spare_.extent(0) != list_bytes) {
      give_back(std::exchange(spare_, Bytes()));
      if (list_bytes > 0) spare_ = take(exec, list_bytes);
    }
    launch(Use{counters_.data(), lengths_.data(), inspections_.data(), spare_.data(), generation_});
    // Looking for the answers takes less time than waiting for the kernel; whoever has to wait for long leaves it to
    // the backend how.
    int looks = max_looks_;
    if (looks == 0) wait_for(exec, "sporos::setup[wait]");
    const auto take = [&](const auto& post, auto& answer) {
      while (!post.take(generation_, answer)) {
        if (looks == 0) return false;
        if (--looks == 0) wait_for(exec, "sporos::setup[wait]");
      }
      return true;
    };
    bool is_complete = true;
    Answers answers;
    const auto found = on_host(inspections_);
    const InspectionShares& shares = questions.shares;
    for (std::int64_t i = 0; i < shares.teams; ++i) {
      Found of_team;
      is_complete &= take(found(static_cast<std::size_t>(i)), of_team);
      answers.inspection += of_team.from(i * shares.rows_each, i * shares.entries_each);
    }
    // Numbers from wrong offsets may be too large for a PartCounter, which then leaves no length.
    const bool may_be_silent = answers.inspection.rows.first_bad_row != no_row;
    const bool takes_lists = is_complete && !may_be_silent && needs_lists(answers.inspection);
    if (takes_lists) {
      const auto lengths = on_host(lengths_);
      for (std::size_t list = 0; list < max_lists; ++list) {
        const OfList<bool>& is_made = questions.has_lists[list];
        if (is_made.row_blocks) is_complete &= take(lengths(list).row_blocks, answers.lengths[list].row_blocks);
        if (is_made.segments) is_complete &= take(lengths(list).segments, answers.lengths[list].segments);
      }
    }
    if (may_be_silent || !is_complete) Kokkos::deep_copy(exec, counters_, OfList<std::uint64_t>{0, 0});
    if (!is_complete) throw std::runtime_error("sporos::Plan: the kernel that looks at the matrix did not answer");
    // Lists that nobody needs may still be written when the next kernel gets the same memory, but that runs afterwards.
    if (takes_lists) answers.lists = std::exchange(spare_, Bytes());
    return answers;
  }

  /// \brief Plans have blocks of their own, so that none needs this between two set-ups.
  bool may_go() const { return true; }

  /// \brief A block of at least `bytes`, of any content.
  Bytes take(const ExecutionSpace& exec, std::size_t bytes) {
    const std::size_t size = rounded(bytes);
    const std::lock_guard<std::mutex> lock(keeping_);
    for (Bytes& kept : kept_) {
      if (kept.extent(0) != size) continue;
      std::swap(kept, kept_.back());
      Bytes block = std::move(kept_.back());
      kept_.pop_back();
      kept_bytes_ -= size;
      return block;
    }
    return Bytes(Kokkos::view_alloc(exec, std::string("sporos::setup[spare]"), Kokkos::WithoutInitializing), size);
  }

  /// \brief Keeps a block that nothing uses any more.
  void give_back(Bytes block) {
    if (block.extent(0) == 0) return;
    const std::lock_guard<std::mutex> lock(keeping_);
    if (kept_bytes_ + block.extent(0) > max_kept_bytes) return;
    kept_bytes_ += block.extent(0);
    kept_.push_back(std::move(block));
  }

 private:
  static std::size_t rounded(std::size_t bytes) {
    if (bytes == 0) return 0;
    std::size_t size = min_block_bytes;
    while (size < bytes) size *= 2;
    return size;
  }

  static int max_looks(const ExecutionSpace& exec) {
    if (is_recording(exec)) throw std::runtime_error("sporos::Plan: made while its instance records a graph");
    return PinnedSpace<ExecutionSpace>::is_seen_at_once(exec) ? 100000 : 0;
  }

  // On a GPU as many teams as the registers of examine()'s kernel leave room for: half of what it can hold.
  static std::size_t max_inspections(const ExecutionSpace& exec) {
    return static_cast<std::size_t>(is_host_execution<ExecutionSpace> ? concurrency(exec)
                                                                      : concurrency(exec) / (2 * team_size));
  }

  // Not in the default way, which would launch on another instance.
  void forget_answers(const ExecutionSpace& exec) const {
    const auto forget = [&](const auto& answers) {
      if constexpr (PinnedSpace<ExecutionSpace>::exists) {
        std::memset(static_cast<void*>(answers.data()), 0, answers.span() * sizeof(answers(0)));
      } else {
        Kokkos::deep_copy(exec, answers, typename std::decay_t<decltype(answers)>::value_type{});
      }
    };
    forget(lengths_);
    forget(inspections_);
  }

  template <class View>
  static auto on_host(const View& view) {
    if constexpr (PinnedSpace<ExecutionSpace>::exists) {
      return view;
    } else {
      return host_copy(view);
    }
  }

  int max_looks_;  // for answers, before the end of the kernel is waited for
  std::mutex launching_;
  std::mutex keeping_;
  Kokkos::View<OfList<std::uint64_t>*, typename ExecutionSpace::memory_space> counters_;
  Kokkos::View<OfList<Mailbox<std::uint64_t>>*, typename PinnedSpace<ExecutionSpace>::type> lengths_;
  Kokkos::View<Mailbox<Found>*, typename PinnedSpace<ExecutionSpace>::type> inspections_;
  std::uint32_t generation_;  // 0 is that of no kernel
  Bytes spare_;               // for the lists of the next kernel, until they are needed
  std::vector<Bytes> kept_;
  std::size_t kept_bytes_ = 0;
};

/// \brief A block of the memory of an instance, given back when its owner goes.
template <class ExecutionSpace>
class SetupBlock {
 public:
  using Memory = SetupMemory<ExecutionSpace>;

  /// The kernel that fills the block runs on `exec`, as the one that will fill it next.
  SetupBlock(const ExecutionSpace& exec, typename Memory::Bytes bytes) : exec_(exec), bytes_(std::move(bytes)) {}
  SetupBlock(const SetupBlock&) = delete;
  SetupBlock& operator=(const SetupBlock&) = delete;
  ~SetupBlock() {
    if (!Kokkos::is_initialized()) return;
    const auto memory = PerInstance<ExecutionSpace, Memory>::find(exec_);
    // As a free would: a product may still be running, on an instance that is no longer known.
    if (is_read_ || !memory) wait_for_all("sporos::setup[wait]");
    if (memory) memory->give_back(std::move(bytes_));
  }
  unsigned char* data() const { return bytes_.data(); }
  /// \brief From now on products may read the block without anyone waiting for them.
  void lend() const { is_read_ = true; }

 private:
  ExecutionSpace exec_;
  typename Memory::Bytes bytes_;
  mutable std::atomic<bool> is_read_{false};
};

}  // namespace detail
}  // namespace sporos
