// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/instance/Sporos_LaunchTeams.hpp"

#include <gtest/gtest.h>

#include "unit_tests/support/Instances.hpp"
#include "unit_tests/support/Recording.hpp"
#include "unit_tests/support/Teams.hpp"

namespace launch_teams_tests {

using sporos_test::Exec;

// Each thread leaves its number in scratch and takes that of the thread opposite.
struct Exchange {
  Kokkos::View<int**, Exec::memory_space> taken;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int size = member.team_size();
    const int rank = member.team_rank();
    const int team = member.league_rank();
    auto* const scratch =
        static_cast<int*>(member.team_scratch(0).get_shmem(static_cast<std::size_t>(size) * sizeof(int)));
    scratch[rank] = 1000 * team + rank;
    member.team_barrier();
    taken(team, rank) = scratch[size - 1 - rank];
  }
};

void launch(const Exec& exec, int teams, int size, const Exchange& exchange) {
  sporos::detail::LaunchTeams<Exec>::launch<Kokkos::LaunchBounds<256, 4>>(
      "test[exchange]", exec, teams, size, static_cast<std::size_t>(size) * sizeof(int), exchange);
}

TEST(LaunchTeams, GivesThreadsTheirRanksBarriersAndScratch) {
  constexpr int teams = 7;
  for (const int size : sporos_test::team_sizes()) {
    SCOPED_TRACE(size);
    const Exchange exchange{Kokkos::View<int**, Exec::memory_space>("taken", teams, static_cast<std::size_t>(size))};
    launch(Exec(), teams, size, exchange);
    const auto taken = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), exchange.taken);
    for (int team = 0; team < teams; ++team) {
      for (int rank = 0; rank < size; ++rank) EXPECT_EQ(taken(team, rank), 1000 * team + size - 1 - rank);
    }
  }
}

TEST(LaunchTeams, TellsToolsTheLabelAndTheInstance) {
  for (const Exec& instance : sporos_test::make_instances<Exec>(2)) {
    const Exchange exchange{Kokkos::View<int**, Exec::memory_space>("taken", 3, 1)};
    const sporos_test::Recording recording;
    launch(instance, 3, 1, exchange);
    instance.fence();
    ASSERT_EQ(recording.log().launches.size(), 1u);
    EXPECT_EQ(recording.log().launches[0].first, "test[exchange]");
    EXPECT_EQ(recording.log().launches[0].second, Kokkos::Tools::Experimental::device_id(instance));
  }
}

}  // namespace launch_teams_tests
