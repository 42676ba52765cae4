// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/support/HostThreads.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>

namespace host_threads_tests {

TEST(HostThreads, PartsCoverEverythingOnce) {
  for (const std::size_t count : {0u, 1u, 99999u, 100001u, 1000003u}) {
    std::vector<int> visits(count, 0);
    std::mutex mutex;
    std::size_t parts = 0;
    sporos::perf::on_host_threads(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) ++visits[i];
      const std::lock_guard<std::mutex> lock(mutex);
      ++parts;
    });
    EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), static_cast<std::ptrdiff_t>(count));
    EXPECT_LE(parts, std::max<std::size_t>(1, count / 50000));
  }
}

}  // namespace host_threads_tests
