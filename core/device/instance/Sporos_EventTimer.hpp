// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Measures the time of asynchronous work without ever waiting for it.
#pragma once

#include <chrono>
#include <optional>

#include "core/device/instance/Sporos_Recording.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace>
struct IsAsynchronousHost : std::false_type {};
#if defined(KOKKOS_ENABLE_HPX)
template <>
struct IsAsynchronousHost<Kokkos::Experimental::HPX> : std::true_type {};
#endif

/// \brief Call start() before the work and stop() after it, on the same instance; later ask for seconds().
///
/// If work is finished when its launch returns (Serial, OpenMP, Threads), this reads a clock before and after it. For
/// other backends without a file here nothing is timed: can_time() is false, and seconds() never has a value.
template <class ExecutionSpace>
class EventTimer {
 public:
  /// \brief Whether this backend can be timed at all.
  static constexpr bool measures = is_host_execution<ExecutionSpace> && !IsAsynchronousHost<ExecutionSpace>::value;

  /// \brief Whether the next work can be timed: not if it is recorded into a graph instead of run.
  static bool can_time(const ExecutionSpace& exec) { return measures && !is_recording(exec); }

  void start(const ExecutionSpace&) {
    stopped_ = false;
    begin_ = Clock::now();
  }
  void stop(const ExecutionSpace&) {
    end_ = Clock::now();
    stopped_ = true;
  }

  /// \brief Seconds between start and stop; no value until the work is finished. Never waits.
  std::optional<double> seconds() const {
    if (!measures || !stopped_) return std::nullopt;
    return std::chrono::duration<double>(end_ - begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point begin_;
  Clock::time_point end_;
  bool stopped_ = false;
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/instance/Sporos_EventTimer_Cuda.hpp"
#endif
