// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/Sporos_TeamSum.hpp"

#include <gtest/gtest.h>

#include "formats/common/Sporos_Require.hpp"
#include "unit_tests/support/Teams.hpp"

namespace team_sum_tests {

using sporos_test::Exec;

// Two sums in the same scratch, as for long rows. Thread t of team r adds t + 1, and then r.
template <class T>
struct SumsOfTeams {
  Kokkos::View<T* [2], Exec::memory_space> sums;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int size = member.team_size();
    const int team = member.league_rank();
    auto* const scratch = static_cast<T*>(member.team_scratch(0).get_shmem(static_cast<std::size_t>(size) * sizeof(T)));
    const T first = sporos::detail::TeamSum<Exec>::sum(member, scratch, T(member.team_rank() + 1));
    member.team_barrier();
    const T second = sporos::detail::TeamSum<Exec>::sum(member, scratch, T(team));
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
  if (!sporos::detail::is_host_execution<Exec>) sizes.insert(sizes.end(), {40, 1000});
  for (const int size : sizes) {
    const Kokkos::View<T* [2], Exec::memory_space> sums("sums", teams);
    sporos_test::launch_teams(teams, size, static_cast<std::size_t>(size) * sizeof(T), SumsOfTeams<T>{sums});
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, sums);
    for (int team = 0; team < teams; ++team) {
      SCOPED_TRACE(sporos::detail::concat("team ", team, " of ", size));
      EXPECT_EQ(host(team, 0), T(size * (size + 1) / 2));
      EXPECT_EQ(host(team, 1), T(size * team));
    }
  }
}

// A struct that is no number: its `+=` is not always an addition.
struct Extent {
  std::int64_t longest = 0;
  std::int64_t sum = 0;
  int count = 0;
  int least = 1000;

  Extent() = default;
  KOKKOS_INLINE_FUNCTION explicit Extent(int number) : longest(number), sum(number), count(1), least(number) {}
  KOKKOS_INLINE_FUNCTION Extent& operator+=(const Extent& other) {
    if (other.longest > longest) longest = other.longest;
    if (other.least < least) least = other.least;
    sum += other.sum;
    count += other.count;
    return *this;
  }
};

struct ExtentsOfTeams {
  Kokkos::View<Extent*, Exec::memory_space> extents;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::size_t bytes = static_cast<std::size_t>(member.team_size()) * sizeof(Extent);
    auto* const scratch = static_cast<Extent*>(member.team_scratch(0).get_shmem(bytes));
    // The largest and the least number are those of threads in the middle.
    const int number = 7 + (member.team_rank() + member.team_size() / 2) % member.team_size();
    const Extent all = sporos::detail::TeamSum<Exec>::sum(member, scratch, Extent(number));
    if (member.team_rank() == 0) extents(member.league_rank()) = all;
  }
};

TEST(TeamSum, JoinsStructs) {
  auto sizes = sporos_test::team_sizes();
  if (!sporos::detail::is_host_execution<Exec>) sizes.insert(sizes.end(), {40, 1000});
  for (const int size : sizes) {
    SCOPED_TRACE(size);
    const Kokkos::View<Extent*, Exec::memory_space> extents(Kokkos::view_alloc("extents", Kokkos::WithoutInitializing),
                                                            2);
    sporos_test::launch_teams(2, size, static_cast<std::size_t>(size) * sizeof(Extent), ExtentsOfTeams{extents});
    const auto host = sporos::detail::host_copy(extents);
    for (const std::size_t team : {0, 1}) {
      EXPECT_EQ(host(team).longest, 6 + size);
      EXPECT_EQ(host(team).least, 7);
      EXPECT_EQ(host(team).sum, std::int64_t{size} * (2 * 7 + size - 1) / 2);
      EXPECT_EQ(host(team).count, size);
    }
  }
}

TEST(TeamSum, AddsUpTeamsOfEverySize) { check_sums<double>(); }

TEST(TeamSum, AddsUpComplexNumbers) { check_sums<Kokkos::complex<float>>(); }

}  // namespace team_sum_tests
