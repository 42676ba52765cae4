// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: two events in the stream of the instance.
#pragma once

#include <limits>

#include "core/device/instance/Sporos_EventTimer.hpp"
#include "core/device/instance/Sporos_OnDevice_Cuda.hpp"

namespace sporos {
namespace detail {

template <>
class EventTimer<Kokkos::Cuda> {
 public:
  static constexpr bool measures = true;

  EventTimer() = default;
  ~EventTimer() { destroy(); }
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;

  static bool can_time(const Kokkos::Cuda& exec) { return !is_recording(exec); }

  void start(const Kokkos::Cuda& exec) {
    if (device_ != exec.cuda_device()) create(exec.cuda_device());
    state_ = device_ == no_device || cudaEventRecord(begin_, exec.cuda_stream()) != cudaSuccess ? State::failed
                                                                                                : State::started;
  }
  void stop(const Kokkos::Cuda& exec) {
    if (state_ != State::started) return;
    state_ = cudaEventRecord(end_, exec.cuda_stream()) == cudaSuccess ? State::stopped : State::failed;
  }

  /// \brief As in the primary template; NaN if the driver reports an error.
  std::optional<double> seconds() const {
    if (state_ == State::failed) return std::numeric_limits<double>::quiet_NaN();
    if (state_ != State::stopped) return std::nullopt;
    const BesideCaptures beside_captures;
    const cudaError_t status = cudaEventQuery(end_);
    float milliseconds = 0;
    if (status == cudaSuccess && cudaEventElapsedTime(&milliseconds, begin_, end_) == cudaSuccess) {
      return 1e-3 * static_cast<double>(milliseconds);
    }
    // "Not ready" is kept as the last error, which the next launch of Kokkos would take for its own.
    static_cast<void>(cudaGetLastError());
    if (status == cudaErrorNotReady) return std::nullopt;
    return std::numeric_limits<double>::quiet_NaN();
  }

 private:
  enum class State { idle, started, stopped, failed };
  static constexpr int no_device = -1;

  void create(int device) {
    destroy();
    const OnDevice on_device(device);
    if (cudaEventCreate(&begin_) != cudaSuccess) return;
    if (cudaEventCreate(&end_) == cudaSuccess) {
      device_ = device;
    } else {
      cudaEventDestroy(begin_);
    }
  }

  void destroy() {
    if (device_ == no_device) return;
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
    device_ = no_device;
  }

  cudaEvent_t begin_ = nullptr;
  cudaEvent_t end_ = nullptr;
  int device_ = no_device;
  State state_ = State::idle;
};

}  // namespace detail
}  // namespace sporos
