// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/instance/Sporos_EventTimer.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace event_timer_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Timer = sporos::detail::EventTimer<Exec>;

struct Work {
  Kokkos::View<double*, Exec::memory_space> values;

  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    double value = i;
    for (int step = 0; step < 100; ++step) value = value * 0.5 + 1;
    values(i) = value;
  }
};

void work(const Exec& exec, int count) {
  const Kokkos::View<double*, Exec::memory_space> values("values", static_cast<std::size_t>(count));
  Kokkos::parallel_for("work", Kokkos::RangePolicy<Exec>(exec, 0, count), Work{values});
  exec.fence();
}

TEST(EventTimer, HasNoTimeBeforeItIsStopped) {
  const Exec exec;
  Timer timer;
  EXPECT_FALSE(timer.seconds().has_value());
  timer.start(exec);
  exec.fence();
  EXPECT_FALSE(timer.seconds().has_value());
}

TEST(EventTimer, KnowsTheTimeOnceTheWorkIsDone) {
  if (!Timer::measures) GTEST_SKIP() << "this backend is not timed";
  const Exec exec;
  ASSERT_TRUE(Timer::can_time(exec));
  Timer timer;
  timer.start(exec);
  work(exec, 100000);
  timer.stop(exec);
  exec.fence();
  const auto seconds = timer.seconds();
  ASSERT_TRUE(seconds.has_value());
  EXPECT_TRUE(std::isfinite(*seconds));
  EXPECT_GT(*seconds, 0);
  EXPECT_EQ(timer.seconds(), seconds);
}

TEST(EventTimer, StartsAfresh) {
  if (!Timer::measures) GTEST_SKIP() << "this backend is not timed";
  const Exec exec;
  Timer timer;
  for (int round = 0; round < 3; ++round) {
    timer.start(exec);
    EXPECT_FALSE(timer.seconds().has_value());
    work(exec, 1000);
    timer.stop(exec);
    exec.fence();
    EXPECT_TRUE(timer.seconds().has_value());
  }
}

TEST(EventTimer, LeavesNoErrorBehind) {
  const Exec exec;
  Timer timer;
  timer.start(exec);
  work(exec, 1000);
  timer.stop(exec);
  for (int ask = 0; ask < 100; ++ask) timer.seconds();
  EXPECT_NO_THROW(work(exec, 1000));
}

}  // namespace event_timer_tests
