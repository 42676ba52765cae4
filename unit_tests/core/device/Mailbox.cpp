// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/instance/Sporos_Mailbox.hpp"

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

using Mailboxes = Kokkos::View<sporos::detail::Mailbox<Finding>*, sporos::detail::PinnedSpace<Exec>::type>;

// Even teams put their values as teams, the others by one thread.
struct PutFindings {
  sporos::detail::Mailbox<Finding>* mailboxes;
  std::uint32_t generation;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int team = member.league_rank();
    auto* const finding = static_cast<Finding*>(member.team_scratch(0).get_shmem(sizeof(Finding)));
    if (member.team_rank() == 0) *finding = finding_of(team);
    member.team_barrier();
    if (team % 2 == 0) {
      mailboxes[team].put(member, *finding, generation);
    } else if (member.team_rank() == 0) {
      mailboxes[team].put(*finding, generation);
    }
  }
};

TEST(Mailbox, ValuesAreTakenWithTheirOwnGenerationAlone) {
  constexpr int teams = 9;
  for (const int size : sporos_test::team_sizes()) {
    const Mailboxes mailboxes("mailboxes", teams);
    Finding none;
    none.small = 77;
    EXPECT_FALSE(sporos::detail::host_copy(mailboxes)(0).take(5, none));
    sporos_test::launch_teams(teams, size, sizeof(Finding), PutFindings{mailboxes.data(), 5});
    Exec().fence();
    const auto found = sporos::detail::host_copy(mailboxes);
    for (int team = 0; team < teams; ++team) {
      const auto& mailbox = found(static_cast<std::size_t>(team));
      EXPECT_FALSE(mailbox.take(4, none));
      EXPECT_FALSE(mailbox.take(6, none));
      EXPECT_EQ(none.small, 77);
      Finding finding;
      EXPECT_TRUE(mailbox.take(5, finding));
      const Finding expected = finding_of(team);
      EXPECT_EQ(finding.large, expected.large);
      EXPECT_EQ(finding.fraction, expected.fraction);
      EXPECT_EQ(finding.small, expected.small);
      EXPECT_EQ(finding.half, expected.half);
    }
  }
}

}  // namespace posted_tests
