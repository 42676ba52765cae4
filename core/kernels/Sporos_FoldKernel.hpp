// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A fold: runs a function on each element of vectors and adds up the resulting terms in a fixed order.
///
/// Who computes what: team `t` has the chunk of elements from `t * chunk` on, and a thread every `team_size`-th of
/// them. A thread keeps several partial sums; the sums of the threads are added from the first thread to the last. Each
/// team stores its sums in a place of its own, and the last team to finish adds up the places in the same way. So the
/// bits depend only on `chunk` and on the size of a team. The launch must give a team for each chunk, at least one,
/// `scratch_bytes`, and a counter that is zero; the kernel leaves it at zero. If `places.done` says that the sums of a
/// chunk are in their place already, as a product on a host may have stored them (StepWithDots), its team does not
/// compute them again.
///
/// Each thread calls `elements.ready()` once, for a function: `ready(i, terms)` processes element `i` and sets `terms`,
/// one per sum. In the end `elements.put(k, sum)` gets sum `k`. There may be no sums. Bytes: those that `elements`
/// reads and writes.
#pragma once

#include "core/device/Sporos_ReadOnly.hpp"
#include "core/device/Sporos_RowCounter.hpp"
#include "core/device/Sporos_TeamSum.hpp"

namespace sporos {
namespace detail {

/// \brief Memory for a sum of any type.
struct alignas(16) FoldPlace {
  unsigned char bytes[16];
};

/// \brief Where teams store their sums (the first sum of all teams, then the second), and how many teams have arrived.
struct FoldPlaces {
  FoldPlace* sums;
  std::uint64_t* arrived;
  unsigned char* done = nullptr;  ///< per chunk: whether its sums are in place already; zero after the launch

  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION Sum* place(int k, std::int64_t teams, std::int64_t team) const {
    return reinterpret_cast<Sum*>(sums + k * teams + team);
  }
};

template <class ExecutionSpace, class Elements>
struct FoldKernel {
  using Sum = typename Elements::sum_t;
  using Team = TeamSum<ExecutionSpace>;
  using Counter = AtomicCounter<ExecutionSpace>;
  static constexpr int num_sums = Elements::num_sums;
  static constexpr int in_flight = 8;
  static constexpr int room = num_sums > 0 ? num_sums : 1;  // an array cannot be empty
  static_assert(sizeof(Sum) <= sizeof(FoldPlace),
                "sporos::detail::FoldPlace: a sum of this type does not fit into its place");

  Elements elements;
  std::int64_t count;
  std::int64_t chunk;
  FoldPlaces places;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int block_size) {
    return (static_cast<std::size_t>(block_size) + 1) * sizeof(Sum);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    auto* const scratch = static_cast<Sum*>(member.team_scratch(0).get_shmem(scratch_bytes(member.team_size())));
    auto* const is_last = reinterpret_cast<int*>(scratch + member.team_size());
    const std::int64_t teams = member.league_size();
    const std::int64_t begin = static_cast<std::int64_t>(member.league_rank()) * chunk;
    const std::int64_t end = begin + chunk < count ? begin + chunk : count;
    if (is_done(member.league_rank())) {
      places.done[member.league_rank()] = 0;
    } else {
      Sum sums[room];
      // For a single thread the step is a constant, so that the compiler vectorises the loop, in the same way
      // everywhere.
      const int step = is_host_execution<ExecutionSpace> ? 1 : member.team_size();
      work(elements.ready(), begin + member.team_rank(), end, step, sums);
      if (num_sums == 0) return;
      for (int k = 0; k < num_sums; ++k) {
        const Sum sum = Team::sum(member, scratch, sums[k]);
        if (member.team_rank() == 0) *place(k, teams, member.league_rank()) = sum;
        member.team_barrier();
      }
    }
    if (member.team_rank() == 0) {
      Counter::memory_fence();
      *is_last = Counter::fetch_add(places.arrived, 1) + 1 == static_cast<std::uint64_t>(teams);
    }
    member.team_barrier();
    if (*is_last == 0) return;
    member.team_barrier();
    Counter::memory_fence();
    for (int k = 0; k < num_sums; ++k) {
      Sum whole(0);
      for (std::int64_t i = member.team_rank(); i < teams; i += member.team_size()) {
        whole += load_fresh(place(k, teams, i));
      }
      whole = Team::sum(member, scratch, whole);
      if (member.team_rank() == 0) elements.put(k, whole);
      member.team_barrier();
    }
    if (member.team_rank() == 0) *places.arrived = 0;
  }

  /// \brief The sums of the elements `i`, `i + step` and so on, before `end`.
  // By value: what is written could alias the members, so each of them would be loaded again for every element.
  template <class Ready>
  KOKKOS_FORCEINLINE_FUNCTION static void work(const Ready ready, std::int64_t i, std::int64_t end, int step,
                                               Sum (&sums)[room]) {
    Sum partial[room][in_flight] = {};
    const auto add = [&](std::int64_t element, int lane) {
      Sum terms[room];
      ready(element, terms);
      for (int k = 0; k < num_sums; ++k) partial[k][lane] += terms[k];
    };
    for (; i + (in_flight - 1) * static_cast<std::int64_t>(step) < end; i += in_flight * step) {
      for (int lane = 0; lane < in_flight; ++lane) add(i + static_cast<std::int64_t>(lane) * step, lane);
    }
    for (int lane = 0; lane < in_flight - 1; ++lane, i += step) {
      if (i < end) add(i, lane);
    }
    for (int k = 0; k < num_sums; ++k) {
      sums[k] = partial[k][0];
      for (int lane = 1; lane < in_flight; ++lane) sums[k] += partial[k][lane];
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Sum* place(int k, std::int64_t teams, std::int64_t team) const {
    return places.template place<Sum>(k, teams, team);
  }

  // Only on a host, where a team is one thread.
  KOKKOS_FORCEINLINE_FUNCTION bool is_done([[maybe_unused]] int team) const {
    if constexpr (is_host_execution<ExecutionSpace>) {
      return places.done != nullptr && places.done[team] != 0;
    } else {
      return false;
    }
  }
};

}  // namespace detail
}  // namespace sporos
