// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/Sporos_TeamSum.hpp"

#include <gtest/gtest.h>

#include "formats/Sporos_Require.hpp"
#include "unit_tests/support/Teams.hpp"

namespace {

using sporos_test::Exec;

// Twice in the same scratch, as the long rows do it; thread t of team r adds t + 1 and then r.
template <class T>
struct SumsOfTeams {
  Kokkos::View<T* [2], Exec::memory_space> sums;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int size = member.team_size();
    const int team = member.league_rank();
    auto* const scratch = static_cast<T*>(member.team_scratch(0).get_shmem(static_cast<std::size_t>(size) * sizeof(T)));
    const T first = sporos::TeamSum<Exec>::sum(member, scratch, T(member.team_rank() + 1));
    member.team_barrier();
    const T second = sporos::TeamSum<Exec>::sum(member, scratch, T(team));
    if (member.team_rank() == 0) {
      sums(team, 0) = first;
      sums(team, 1) = second;
    }
  }
};

template <class T>
void check_sums() {
  constexpr int teams = 5;
  auto sizes = sporos_test::team_sizes();
  if (!sporos::is_host_execution<Exec>) sizes.insert(sizes.end(), {40, 1000});
  for (const int size : sizes) {
    const Kokkos::View<T* [2], Exec::memory_space> sums("sums", teams);
    sporos_test::launch_teams(teams, size, static_cast<std::size_t>(size) * sizeof(T), SumsOfTeams<T>{sums});
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, sums);
    for (int team = 0; team < teams; ++team) {
      SCOPED_TRACE(sporos::concat("team ", team, " of ", size));
      EXPECT_EQ(host(team, 0), T(size * (size + 1) / 2));
      EXPECT_EQ(host(team, 1), T(size * team));
    }
  }
}

TEST(TeamSum, AddsUpTeamsOfEverySize) { check_sums<double>(); }

TEST(TeamSum, AddsUpComplexNumbers) { check_sums<Kokkos::complex<float>>(); }

}  // namespace
