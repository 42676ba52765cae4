// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What the kernel that prepares a plan tells the host while it runs, and how the host waits for it.
///
/// On a GPU, a copy to the host costs as much as several small products.
#pragma once

#include <array>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "core/device/instance/Sporos_Mailbox.hpp"
#include "core/device/instance/Sporos_PinnedSpace.hpp"
#include "core/device/instance/Sporos_Recording.hpp"
#include "formats/crs/Sporos_Validate.hpp"
#include "policies/crs/Sporos_SetupRule.hpp"

namespace sporos {
namespace detail {

/// \brief One number for row blocks and one for segments of long rows.
template <class T>
struct OfList {
  T row_blocks;
  T segments;
};

/// \brief The largest number of lists, for different limits, that one kernel makes of the same rows.
inline constexpr int max_lists = 2;

/// \brief What a kernel is to find out: how many teams inspect, each of which has a mailbox, how many rows and entries
/// each of them gets, and which lists post their lengths.
struct SetupQuestions {
  std::int64_t inspecting_teams = 0;
  std::int64_t rows_each = 0;
  std::int64_t entries_each = 0;
  std::array<OfList<bool>, max_lists> has_lists = {};
};

/// \brief What the host is told. Lists that are not made, or that the host did not wait for, have length 0.
struct SetupAnswers {
  Inspection inspection;
  bool has_lengths = false;  ///< whether the host waited for the lists
  std::array<OfList<std::uint64_t>, max_lists> lengths = {};
};

/// \brief The mailboxes of one instance. Safe from several threads; only one at a time waits.
template <class ExecutionSpace>
class SetupMailboxes {
 public:
  /// \brief Counts rows or entries of one inspecting team. On a GPU, 32 bits are enough for a team's share of what fits
  /// into its memory, and the fewer words there are, the sooner the host has read them.
  using Count = std::conditional_t<is_host_execution<ExecutionSpace>, std::int64_t, std::uint32_t>;
  using Found = InspectionOf<Count>;

  /// \param last_generation  must not be in any mailbox
  /// \throws std::runtime_error where `exec` records a graph
  explicit SetupMailboxes(const ExecutionSpace& exec, std::uint32_t last_generation = 0)
      : max_polls_(max_polls(exec)),
        counters_(Kokkos::view_alloc(exec, std::string("sporos::setup[list counters]")), max_lists),
        lengths_(Kokkos::view_alloc(std::string("sporos::setup[list lengths]"), Kokkos::WithoutInitializing),
                 max_lists),
        inspections_(Kokkos::view_alloc(std::string("sporos::setup[inspections]"), Kokkos::WithoutInitializing),
                     max_inspections(exec)),
        generation_(last_generation) {
    empty_all(exec);
  }

  /// \brief How many teams can inspect in one launch.
  std::int64_t max_inspecting_teams() const { return static_cast<std::int64_t>(inspections_.extent(0)); }

  /// \brief What a kernel gets.
  struct Use {
    OfList<std::uint64_t>* counters;          ///< for each list, the words of its PartCounters
    OfList<Mailbox<std::uint64_t>>* lengths;  ///< of each list
    Mailbox<Found>* inspections;              ///< of each team
    std::uint32_t generation;                 ///< to post values with
  };

  /// \brief Calls `launch(use)`, which launches a kernel that answers the questions, and polls for the answers. Waits
  /// for the end of the kernel only if they take too long.
  /// \param needs_lists  called with the inspection; returns whether to wait for the lengths of the lists, too
  /// \throws std::runtime_error where the kernel has ended without answers, or `exec` records a graph
  template <class NeedsLists, class Launch>
  SetupAnswers launch_and_wait(const ExecutionSpace& exec, const SetupQuestions& questions,
                               const NeedsLists& needs_lists, const Launch& launch) {
    refuse_recording(exec);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (++generation_ == 0) {
      wait_for(exec, "sporos::setup[wait]");
      empty_all(exec);
      ++generation_;
    }
    launch(Use{counters_.data(), lengths_.data(), inspections_.data(), generation_});
    // Polling is faster than waiting for the end of the kernel. After `max_polls_` attempts the backend waits in its
    // own way.
    int polls = max_polls_;
    if (polls == 0) wait_for(exec, "sporos::setup[wait]");
    const auto take = [&](const auto& mailbox, auto& answer) {
      while (!mailbox.take(generation_, answer)) {
        if (polls == 0) return false;
        if (--polls == 0) wait_for(exec, "sporos::setup[wait]");
      }
      return true;
    };
    bool is_complete = true;
    SetupAnswers answers;
    const auto inspections = on_host(inspections_);
    for (std::int64_t i = 0; i < questions.inspecting_teams; ++i) {
      Found of_team;
      is_complete &= take(inspections(static_cast<std::size_t>(i)), of_team);
      answers.inspection += of_matrix(of_team, i * questions.rows_each, i * questions.entries_each);
    }
    // Wrong offsets may lead to counts that are too large for a PartCounter, which then posts no length.
    const bool may_be_silent = answers.inspection.first_bad_row != no_row;
    answers.has_lengths = is_complete && !may_be_silent && needs_lists(answers.inspection);
    if (answers.has_lengths) {
      const auto lengths = on_host(lengths_);
      for (std::size_t list = 0; list < max_lists; ++list) {
        const OfList<bool>& is_made = questions.has_lists[list];
        if (is_made.row_blocks) is_complete &= take(lengths(list).row_blocks, answers.lengths[list].row_blocks);
        if (is_made.segments) is_complete &= take(lengths(list).segments, answers.lengths[list].segments);
      }
    }
    if (may_be_silent || !is_complete) Kokkos::deep_copy(exec, counters_, OfList<std::uint64_t>{0, 0});
    if (!is_complete) throw std::runtime_error("sporos::Plan: the kernel that inspects the matrix did not answer");
    return answers;
  }

 private:
  // The memory would only be initialised, and the kernel only answer, when the graph runs.
  static void refuse_recording(const ExecutionSpace& exec) {
    if (is_recording(exec)) throw std::runtime_error("sporos::Plan: made while its instance records a graph");
  }

  static int max_polls(const ExecutionSpace& exec) {
    refuse_recording(exec);
    return PinnedSpace<ExecutionSpace>::is_seen_at_once(exec) ? 100000 : 0;
  }

  static std::size_t max_inspections(const ExecutionSpace& exec) {
    return static_cast<std::size_t>(is_host_execution<ExecutionSpace> ? concurrency(exec)
                                                                      : SetupRule::teams_at_once(concurrency(exec)));
  }

  // A team counts its rows and entries from 0; here they become those of the matrix.
  static Inspection of_matrix(const Found& found, std::int64_t first_row, std::int64_t first_entry) {
    const auto number = [](Count of_team, std::int64_t first) {
      return of_team == Found::none ? no_row : first + static_cast<std::int64_t>(of_team);
    };
    return {found.sum_of_squares,
            found.longest_row,
            static_cast<std::int64_t>(found.empty_rows),
            static_cast<std::int64_t>(found.short_rows),
            number(found.first_bad_row, first_row),
            number(found.first_bad_entry, first_entry)};
  }

  // Without `exec`, deep_copy would launch on another instance.
  void empty_all(const ExecutionSpace& exec) const {
    const auto empty = [&](const auto& mailboxes) {
      if constexpr (PinnedSpace<ExecutionSpace>::exists) {
        std::memset(static_cast<void*>(mailboxes.data()), 0, mailboxes.span() * sizeof(mailboxes(0)));
      } else {
        Kokkos::deep_copy(exec, mailboxes, typename std::decay_t<decltype(mailboxes)>::value_type{});
      }
    };
    empty(lengths_);
    empty(inspections_);
  }

  template <class View>
  static auto on_host(const View& view) {
    if constexpr (PinnedSpace<ExecutionSpace>::exists) {
      return view;
    } else {
      return host_copy(view);
    }
  }

  int max_polls_;  // attempts before waiting for the end of the kernel
  std::mutex mutex_;
  Kokkos::View<OfList<std::uint64_t>*, typename ExecutionSpace::memory_space> counters_;
  Kokkos::View<OfList<Mailbox<std::uint64_t>>*, typename PinnedSpace<ExecutionSpace>::type> lengths_;
  Kokkos::View<Mailbox<Found>*, typename PinnedSpace<ExecutionSpace>::type> inspections_;
  std::uint32_t generation_;  // never 0 in a kernel: empty mailboxes have 0
};

}  // namespace detail
}  // namespace sporos
