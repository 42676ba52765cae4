// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/instance/Sporos_Posted.hpp"

#include <gtest/gtest.h>

#include "core/device/instance/Sporos_PinnedSpace.hpp"
#include "unit_tests/support/Teams.hpp"

namespace posted_tests {

using sporos_test::Exec;

struct Finding {
  std::int64_t large = 0;
  double fraction = 0;
  int small = 0;
  float half = 0;
};
KOKKOS_INLINE_FUNCTION Finding finding_of(int team) {
  return {-(std::int64_t(1) << 40) * team, team / 7.0, team - 3, team + 0.5f};
}

using Posts = Kokkos::View<sporos::detail::Posted<Finding>*, sporos::detail::PinnedSpace<Exec>::type>;

// The even teams as teams, the others by one thread.
struct PostFindings {
  sporos::detail::Posted<Finding>* posts;
  std::uint32_t ticket;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int team = member.league_rank();
    auto* const finding = static_cast<Finding*>(member.team_scratch(0).get_shmem(sizeof(Finding)));
    if (member.team_rank() == 0) *finding = finding_of(team);
    member.team_barrier();
    if (team % 2 == 0) {
      posts[team].put(member, *finding, ticket);
    } else if (member.team_rank() == 0) {
      posts[team].put(*finding, ticket);
    }
  }
};

TEST(Posted, ValuesAreTakenWithTheirOwnTicketAlone) {
  constexpr int teams = 9;
  for (const int size : sporos_test::team_sizes()) {
    const Posts posts("posts", teams);
    Finding none;
    none.small = 77;
    EXPECT_FALSE(sporos::detail::host_copy(posts)(0).take(5, none));
    sporos_test::launch_teams(teams, size, sizeof(Finding), PostFindings{posts.data(), 5});
    Exec().fence();
    const auto found = sporos::detail::host_copy(posts);
    for (int team = 0; team < teams; ++team) {
      const auto& post = found(static_cast<std::size_t>(team));
      EXPECT_FALSE(post.take(4, none));
      EXPECT_FALSE(post.take(6, none));
      EXPECT_EQ(none.small, 77);
      Finding finding;
      EXPECT_TRUE(post.take(5, finding));
      const Finding expected = finding_of(team);
      EXPECT_EQ(finding.large, expected.large);
      EXPECT_EQ(finding.fraction, expected.fraction);
      EXPECT_EQ(finding.small, expected.small);
      EXPECT_EQ(finding.half, expected.half);
    }
  }
}

}  // namespace posted_tests
