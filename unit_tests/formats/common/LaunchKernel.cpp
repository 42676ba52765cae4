// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/common/Sporos_LaunchKernel.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "unit_tests/support/Teams.hpp"

namespace launch_kernel_tests {

using sporos_test::Exec;
using Counts = Kokkos::View<int*, Exec::memory_space>;

struct Count {
  std::vector<int>* counts;
  void operator()(std::int64_t i) const { ++(*counts)[static_cast<std::size_t>(i)]; }
};

TEST(LaunchKernel, CallsPartsOfARangeForEachIndexOnce) {
  for (const std::int64_t begin : {0, 5}) {
    for (std::int64_t size = 1; size < 40; ++size) {
      for (std::int64_t parts = 1; parts <= size; ++parts) {
        std::vector<int> counts(static_cast<std::size_t>(begin + size));
        const Count count{&counts};
        for (std::int64_t part = 0; part < parts; ++part) {
          sporos::detail::PartOfRange<Count>{count, begin, size, parts}(part);
        }
        for (std::size_t i = 0; i < counts.size(); ++i) {
          EXPECT_EQ(counts[i], static_cast<std::int64_t>(i) < begin ? 0 : 1) << i << " of " << parts << " parts";
        }
      }
    }
  }
}

struct OtherHost {
  using memory_space = Kokkos::HostSpace;
};
struct HostWithModes {
  using memory_space = Kokkos::HostSpace;
  enum class instance_mode { usual, independent };
};

TEST(LaunchKernel, GivesKokkosAnAddressOnlyWhereALaunchWaits) {
  EXPECT_TRUE(sporos::detail::launch_waits<OtherHost>);
  EXPECT_FALSE(sporos::detail::launch_waits<HostWithModes>);
#if defined(KOKKOS_ENABLE_SERIAL)
  EXPECT_TRUE(sporos::detail::launch_waits<Kokkos::Serial>);
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
  EXPECT_TRUE(sporos::detail::launch_waits<Kokkos::OpenMP>);
#endif
}

struct Visit {
  Counts counts;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { Kokkos::atomic_add(&counts(i), 1); }
};

TEST(LaunchKernel, RunsRangesOfAnyLength) {
  const Exec exec;
  for (const std::int64_t size : {0, 1, 2, 3, 1000}) {
    const Counts counts("counts", static_cast<std::size_t>(size + 2));
    sporos::detail::launch_kernel("test", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 1, size + 1),
                                  Visit{counts});
    exec.fence();
    const auto visits = sporos::detail::host_copy(counts);
    for (std::int64_t i = 0; i < size + 2; ++i) EXPECT_EQ(visits(i), i >= 1 && i <= size ? 1 : 0) << i;
  }
}

}  // namespace launch_kernel_tests
