// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Records products into a graph of CUDA.
#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

namespace sporos_test {

/// \brief A stream, and the graph that is recorded from it.
class Recorder {
 public:
  Recorder() : exec(stream()) {}
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  ~Recorder() {
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
    exec = Kokkos::Cuda();
    cudaStreamDestroy(stream_);
  }

  template <class Work>
  void record(const Work& work) {
    exec.fence();
    ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed), cudaSuccess);
    work();
    cudaGraph_t recorded = nullptr;
    ASSERT_EQ(cudaStreamEndCapture(stream_, &recorded), cudaSuccess);
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
    ASSERT_EQ(cudaGraphInstantiate(&graph_, recorded, 0), cudaSuccess);
    cudaGraphDestroy(recorded);
  }

  void play() {
    Kokkos::fence();
    ASSERT_EQ(cudaGraphLaunch(graph_, stream_), cudaSuccess);
    exec.fence();
  }

 private:
  cudaStream_t stream() {
    EXPECT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
    return stream_;
  }

  cudaStream_t stream_ = nullptr;
  cudaGraphExec_t graph_ = nullptr;

 public:
  Kokkos::Cuda exec;
};

}  // namespace sporos_test

#endif
