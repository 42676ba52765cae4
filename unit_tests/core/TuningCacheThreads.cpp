// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <numeric>
#include <thread>

#include "core/Sporos_TuningCache.hpp"
#include "unit_tests/support/Instances.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace tuning_cache_threads_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::TuningCache;
using sporos_test::ProductCase;

sporos_test::Pattern rows_of(int length) {
  return sporos_test::random_pattern("short rows", 900, 700, [=](auto) { return length; });
}

/// Threads that multiply by three matrices in turn, each on its own instance or all on one. Returns the number of wrong
/// products.
int wrong_products_of_threads(TuningCache& cache, bool own_instances) {
  constexpr int threads = 4;
  constexpr int rounds = 30;
  std::vector<ProductCase<double>> cases;
  for (const int length : {4, 5, 6}) cases.emplace_back(rows_of(length));
  std::vector<sporos_test::Reference> references;
  for (auto& one : cases) {
    const auto host_x = sporos::detail::host_copy(one.x);
    references.push_back(sporos_test::reference_product(sporos::copy_to<Kokkos::HostSpace>(one.matrix), 1.0, host_x,
                                                        0.0, sporos::detail::host_copy(one.y)));
  }
  const auto instances = sporos_test::make_instances<Exec>(threads);
  std::vector<int> wrong(threads, 0);
  std::vector<Kokkos::View<double*, Space>> results;
  for (int i = 0; i < threads; ++i) results.emplace_back("y", 900);
  std::vector<std::thread> workers;
  for (int thread = 0; thread < threads; ++thread) {
    workers.emplace_back([&, thread] {
      const auto me = static_cast<std::size_t>(thread);
      const Exec mine = instances[own_instances ? me : 0];
      for (int round = 0; round < rounds; ++round) {
        const std::size_t which = static_cast<std::size_t>(thread + round) % cases.size();
        spmv(mine, cache, 1.0, cases[which].matrix, cases[which].x, 0.0, results[me]);
        mine.fence();
        if (first_wrong_row(references[which], sporos::detail::host_copy(results[me])) != -1) ++wrong[me];
      }
    });
  }
  for (auto& worker : workers) worker.join();
  return std::accumulate(wrong.begin(), wrong.end(), 0);
}

TEST(TuningCacheThreads, ShareOneInstance) {
  if (!sporos_test::serves_several_threads) GTEST_SKIP() << "this Kokkos serves one host thread";
  TuningCache cache;
  EXPECT_EQ(wrong_products_of_threads(cache, false), 0);
  EXPECT_EQ(cache.size(), 3u);
}

TEST(TuningCacheThreads, HaveInstancesOfTheirOwn) {
  if (!sporos_test::serves_several_threads) GTEST_SKIP() << "this Kokkos serves one host thread";
  TuningCache cache;
  EXPECT_EQ(wrong_products_of_threads(cache, true), 0);
}

TEST(TuningCacheThreads, EvictEachOthersEntries) {
  if (!sporos_test::serves_several_threads) GTEST_SKIP() << "this Kokkos serves one host thread";
  TuningCache cache(1);
  EXPECT_EQ(wrong_products_of_threads(cache, true), 0);
  EXPECT_EQ(cache.size(), 1u);
}

}  // namespace tuning_cache_threads_tests
