// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The portable form of the cooperating-rows kernel, on real teams: what a backend without a file of its own in
// core/device runs. On host spaces a team has as many threads as the space can give it.
#include "core/kernels/Sporos_CoopKernel.hpp"

#include <gtest/gtest.h>

#include "policies/Sporos_RowShape.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Reference.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::Gather;
using sporos::Reduction;

template <int Coop>
void run_with_teams(int team_size) {
  for (const auto& pattern : sporos_test::gallery()) {
    const auto host = sporos_test::make_matrix<double>(pattern);
    if (host.num_rows == 0) continue;
    const auto matrix = sporos::copy_to<Space>(host);
    const auto x = sporos_test::make_vector<double>(host.num_columns, 1);
    const auto y = sporos_test::make_vector<double>(host.num_rows, 2);
    const auto device_x = Kokkos::create_mirror_view_and_copy(Space{}, x);
    Kokkos::View<double*, Space> device_y("y", y.extent(0));
    Kokkos::deep_copy(device_y, y);
    using Arrays = sporos::CrsArrays<double, int, int>;
    using Reader = sporos::VectorReader<Exec, Gather::plain, double>;
    constexpr auto how = Reduction::scratch;
    using Kernel = sporos::CoopKernel<Exec, Arrays, Reader, double, double, how, Coop, 2>;
    constexpr int repeat = 2;
    const sporos::RowShape shape{Coop, repeat, team_size};
    Kokkos::TeamPolicy<Exec> policy(Exec(), static_cast<int>(block_count(shape, host.num_rows)), team_size, 1);
    constexpr auto scratch = sporos::GroupSum<Exec, how, Coop, double>::scratch_bytes_per_lane;
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch) * team_size));
    Kokkos::parallel_for(
        "test[coop]", policy,
        Kernel{crs_arrays(sporos::crs_view(matrix)), Reader{device_x.data()}, device_y.data(), 2.0, 0.5, repeat});
    const auto reference = sporos_test::reference_product(host, 2.0, x, 0.5, y);
    EXPECT_EQ(sporos_test::first_wrong_row(reference, sporos::host_copy(device_y)), -1)
        << pattern.name << ", coop " << Coop << ", team of " << team_size;
  }
}

TEST(CoopKernel, SumsThroughTeamScratchOnEveryBackend) {
  const int largest = sporos::is_host_execution<Exec> ? sporos::concurrency(Exec()) : 64;
  run_with_teams<1>(1 <= largest ? 1 : largest);
  if (largest >= 2) run_with_teams<2>(2);
  if (largest >= 4) run_with_teams<4>(4);
  if (largest >= 64) run_with_teams<32>(64);
}

}  // namespace
