// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed products without a plan where 32 or 64 lanes exchange registers, as in Wavefront.cpp.
#include <gtest/gtest.h>

#include "core/kernels/Sporos_ScatterKernel.hpp"
#include "core/launch/Sporos_LaunchScatter.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Lockstep.hpp"
#include "unit_tests/support/Reference.hpp"

namespace wavefront_scatter_tests {

using sporos_test::Lockstep;
using sporos_test::LockstepMember;

template <class Test>
void with_lanes(const Test& test) {
  test(std::integral_constant<int, 32>());
  test(std::integral_constant<int, 64>());
}

TEST(WavefrontScatter, AWarpFindsTheFirstNumberThatHolds) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    for (const std::int64_t end : {7, 8, 38, 40, 71, 72, 1096, 40000}) {
      for (const std::int64_t wanted : {std::int64_t{7}, std::int64_t{8}, end / 2, end - 1, end}) {
        sporos_test::launch_lockstep<lanes>(1, lanes, 0, [&](const LockstepMember& member) {
          const auto holds = [&](std::int64_t number) {
            EXPECT_TRUE(number >= 7 && number < end) << number;
            return number >= wanted;
          };
          const std::int64_t first = std::max<std::int64_t>(wanted, 7);
          EXPECT_EQ(sporos::detail::first_that_by_warp<Lockstep<lanes>>(member.team_rank(), 7, end, holds),
                    std::min(first, end))
              << wanted << " of 7 to " << end << ", " << lanes << " lanes";
        });
      }
    }
  });
}

template <int Lanes>
std::vector<double> scattered_sums(const sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>& matrix,
                                   const Kokkos::View<double*, Kokkos::HostSpace>& x,
                                   const sporos::detail::ScatterShape& shape) {
  using Space = Lockstep<Lanes>;
  const auto view = sporos::crs_view(matrix);
  const auto entries = sporos::detail::scattered<Space>(view);
  using Target = sporos::detail::ScatterTarget<double, double, sporos::detail::Constant<1>>;
  using Reader = sporos::detail::VectorReader<Space, sporos::Gather::plain, double>;
  using Mode = sporos::detail::ScatterMode<false, true>;
  using Kernel = sporos::detail::ScatterKernel<Space, std::decay_t<decltype(entries)>, Reader, Target, Mode>;
  std::vector<double> y(static_cast<std::size_t>(view.num_columns), 0.5);
  const auto teams = static_cast<int>(sporos::detail::ceiling_of(view.nnz(), shape.share));
  sporos_test::launch_lockstep<Lanes>(teams, shape.threads, Kernel::scratch_bytes(shape),
                                      Kernel{entries, {x.data()}, {y.data(), {}, 2.0}, shape});
  return y;
}

TEST(WavefrontScatter, AddsEveryEntryToItsColumn) {
  if (!sporos::detail::is_host_execution<Kokkos::DefaultExecutionSpace>) GTEST_SKIP() << "matrices are not on the host";
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos_test::make_matrix<double>(pattern);
    if (matrix.values.extent(0) == 0) continue;
    const Kokkos::View<double*, Kokkos::HostSpace> x("x", pattern.rows.size());
    for (std::size_t i = 0; i < x.extent(0); ++i) x(i) = static_cast<double>(i % 7) - 3;
    std::vector<double> wanted(static_cast<std::size_t>(pattern.num_columns), 0.5);
    std::vector<double> sizes(wanted.size(), 1);
    for (std::size_t row = 0; row < pattern.rows.size(); ++row) {
      for (auto k = matrix.row_offsets(row); k < matrix.row_offsets(row + 1); ++k) {
        const auto column = static_cast<std::size_t>(matrix.columns(k));
        wanted[column] += 2 * matrix.values(k) * x(row);
        sizes[column] += std::abs(2 * matrix.values(k) * x(row));
      }
    }
    with_lanes([&](auto constant) {
      constexpr int lanes = constant;
      for (const int threads : {lanes, 2 * lanes}) {
        for (const int crowd : {2, 1000}) {  // with a table for most teams, and for none
          const auto y = scattered_sums<lanes>(matrix, x, {256, threads, 16, crowd, 4, 4});
          for (std::size_t column = 0; column < y.size(); ++column) {
            ASSERT_NEAR(y[column], wanted[column], 1e-12 * sizes[column])
                << pattern.name << ", column " << column << ", " << threads << " threads of " << lanes << " lanes";
          }
        }
      }
    });
  }
}

}  // namespace wavefront_scatter_tests
