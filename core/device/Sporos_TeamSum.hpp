// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The sum over a whole team.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The sum of `value` over the team, valid in its first thread, by a tree in team scratch; for any T with `+=`.
///
/// `scratch` holds a T for each thread. A team barrier must separate this call from earlier and later uses of
/// `scratch`.
template <class Member, class T>
KOKKOS_INLINE_FUNCTION T team_sum_by_tree(const Member& member, T* scratch, const T& value) {
  const int thread = member.team_rank();
  scratch[thread] = value;
  member.team_barrier();
  for (int count = member.team_size(); count > 1;) {
    const int half = (count + 1) / 2;
    if (thread + half < count) scratch[thread] += scratch[thread + half];
    member.team_barrier();
    count = half;
  }
  return scratch[0];
}

/// \brief The same for numbers, in the way that is best for the execution space; by default by a tree.
template <class ExecutionSpace>
struct TeamSum {
  template <class Member, class T>
  KOKKOS_INLINE_FUNCTION static T sum(const Member& member, T* scratch, const T& value) {
    return team_sum_by_tree(member, scratch, value);
  }
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_TeamSum_Cuda.hpp"
#endif
#if defined(KOKKOS_ENABLE_HIP)
#include "core/device/Sporos_TeamSum_Hip.hpp"
#endif
