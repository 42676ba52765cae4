// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the time between two events on the stream of the execution space instance.
#pragma once

#include "perf_tests/support/StopWatch.hpp"

namespace sporos::perf {
namespace detail {

// A chain of dependent operations on one thread, which takes some tens of microseconds and reads or writes nothing.
struct Delay {
  static constexpr int steps = 10000;
  Kokkos::View<double, Kokkos::CudaSpace> result;

  KOKKOS_INLINE_FUNCTION void operator()(int) const {
    double value = result();
    for (int step = 0; step < steps; ++step) value = value * 0.999 + 0.5;
    result() = value;
  }
};

}  // namespace detail

template <>
class StopWatch<Kokkos::Cuda> {
 public:
  static constexpr double shortest_sample_s = 0;

  explicit StopWatch(const Kokkos::Cuda& exec) : exec_(exec), delay_("delay") {
    check(cudaEventCreate(&begin_), "cudaEventCreate");
    check(cudaEventCreate(&end_), "cudaEventCreate");
  }
  ~StopWatch() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;

  void lead_in() {
    Kokkos::parallel_for("delay", Kokkos::RangePolicy<Kokkos::Cuda>(exec_, 0, 1), detail::Delay{delay_});
  }
  void start() { check(cudaEventRecord(begin_, exec_.cuda_stream()), "cudaEventRecord"); }
  double stop() {
    check(cudaEventRecord(end_, exec_.cuda_stream()), "cudaEventRecord");
    check(cudaEventSynchronize(end_), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_, end_), "cudaEventElapsedTime");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  static void check(cudaError_t code, const char* call) {
    if (code != cudaSuccess) throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(code));
  }

  Kokkos::Cuda exec_;
  Kokkos::View<double, Kokkos::CudaSpace> delay_;
  cudaEvent_t begin_ = nullptr;
  cudaEvent_t end_ = nullptr;
};

}  // namespace sporos::perf
