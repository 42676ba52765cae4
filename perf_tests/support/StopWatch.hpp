// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Times the work between start() and stop() where it runs.
#pragma once

#include <chrono>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::perf {

/// \brief Host clock with a fence on both sides.
template <class ExecutionSpace>
class StopWatch {
 public:
  /// \brief Shorter samples would measure the clock and the fences more than the work.
  static constexpr double shortest_sample_s = 50e-6;

  explicit StopWatch(const ExecutionSpace& exec) : exec_(exec) {}

  /// \brief Called before start(). On a device it queues work, so that the products are launched before they begin and
  /// the time of a launch on the host does not count.
  void lead_in() {}
  void start() {
    exec_.fence();
    begin_ = Clock::now();
  }
  double stop() {
    exec_.fence();
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  ExecutionSpace exec_;
  Clock::time_point begin_;
};

}  // namespace sporos::perf

#if defined(KOKKOS_ENABLE_CUDA)
#include "perf_tests/support/StopWatch_Cuda.hpp"
#endif
