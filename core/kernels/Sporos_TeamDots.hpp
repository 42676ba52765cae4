// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Dot products that are computed within the product on a GPU, while what it has written is still in the cache.
///
/// A team that has finished its rows computes the terms of these rows, and each group of 32 threads stores the sums of
/// its terms in places of its own. A fold of these places must follow (GroupSumElements). So the bits depend on the
/// rows of a team: the same launch gives the same bits.
///
/// What was slower on an H100: adding up terms where a row is finished costs registers, in StreamKernel 240 bytes of
/// spills and mostly a quarter of the product; sums of threads in shared memory cost half of it there. Without the fold
/// the last group to finish has to add up the places, and the fences that this takes cost 9 to 128 % of the product;
/// presumably they invalidate the first-level cache.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/device/Sporos_GroupSum.hpp"
#include "core/kernels/Sporos_CallerEpilogue.hpp"
#include "core/kernels/Sporos_TeamRows.hpp"
#include "policies/Sporos_RowShape.hpp"

namespace sporos {
namespace detail {

/// \brief Whether products make dot products in this way: where groups of threads exchange registers.
template <class ExecutionSpace>
inline constexpr bool makes_team_dots = Reductions<ExecutionSpace>::preferred == Reduction::shuffle;

/// \brief What a launch is asked for, and what it answers; in host memory.
/// \tparam Room  `room.get(exec, bytes)`: device memory, or null where none can be had now
template <class Room>
struct TeamDotsRequest {
  Room* room = nullptr;     ///< null if no dot products are wanted
  void* sums = nullptr;     ///< the sums of all groups: of the first dot product, then of the second
  std::int64_t groups = 0;  ///< number of groups of threads that leave sums; zero if none do

  /// \brief To be called before the launch if other launches finish rows, too.
  void refuse() { room = nullptr; }
};

/// \brief A function for CallerEpilogue, with dot products for the launch.
/// \tparam Step      the function that gets the sum of a row
/// \tparam Elements  the terms of the dot products, as for FoldKernel
template <class Step, class ElementsType, class Request>
struct StepWithTeamDots {
  using sum_t = typename Step::sum_t;
  using Elements = ElementsType;

  Step step;
  Elements elements;
  Request* request;  ///< for the host alone

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const sum_t& sum) const { step(row, sum); }
};

template <class Epilogue>
inline constexpr bool has_team_dots = false;
template <class Step, class Elements, class Request, class Sum>
inline constexpr bool has_team_dots<CallerEpilogue<StepWithTeamDots<Step, Elements, Request>, Sum>> = true;

/// \brief A kernel of a product, and then the dot products.
/// \tparam Kernel  has_team_rows holds, and has_team_dots for its member `epilogue`. Its teams are whole groups
template <class ExecutionSpace, class Kernel>
struct TeamDotsKernel {
  using Elements = typename decltype(Kernel::epilogue.f)::Elements;
  using Sum = typename Elements::sum_t;
  static constexpr int num_sums = Elements::num_sums;
  static constexpr int lanes = max_coop;  ///< of a group
  using Group = GroupSum<ExecutionSpace, Reduction::shuffle, Sum>;

  Kernel kernel;
  Sum* sums;            ///< those of all groups: of the first dot product, then of the second; null if none are wanted
  std::int64_t groups;  ///< number of groups

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    kernel(member);
    if (sums == nullptr) return;
    member.team_barrier();
    Sum of_thread[num_sums] = {};
    const TeamRows rows = kernel.rows_of_team(member.league_rank(), member.team_size());
    for (std::int64_t row = rows.first + member.team_rank(); row < rows.last; row += member.team_size()) {
      Sum terms[num_sums];
      kernel.epilogue.f.elements(row, terms);
      for (int k = 0; k < num_sums; ++k) of_thread[k] += terms[k];
    }
    const Group group(member);
    const std::int64_t place =
        static_cast<std::int64_t>(member.league_rank()) * (member.team_size() / lanes) + member.team_rank() / lanes;
    for (int k = 0; k < num_sums; ++k) {
      const Sum sum = group.sum(member, of_thread[k], lanes);
      if (member.team_rank() % lanes == 0) sums[k * groups + place] = sum;
    }
  }
};

/// \brief The sums of all groups, for a fold whose element `i` is group `i`.
/// \tparam Elements  the terms of the dot products, which get the results
template <class Elements>
struct GroupSumElements {
  using sum_t = typename Elements::sum_t;
  static constexpr int num_sums = Elements::num_sums;

  const sum_t* sums;
  std::int64_t groups;
  Elements elements;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t group, sum_t* terms) const {
    for (int k = 0; k < num_sums; ++k) terms[k] = sums[k * groups + group];
  }
  KOKKOS_FORCEINLINE_FUNCTION const GroupSumElements& ready() const { return *this; }
  KOKKOS_FORCEINLINE_FUNCTION void put(int k, const sum_t& sum) const { elements.put(k, sum); }
};

}  // namespace detail
}  // namespace sporos
