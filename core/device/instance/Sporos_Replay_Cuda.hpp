// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the second call is recorded as a graph, which is launched from then on.
#pragma once

#include "core/device/instance/Sporos_Replay.hpp"

namespace sporos {
namespace detail {

// The first call is not recorded: Kokkos may copy something to the device at the first launch of a kernel, which cannot
// be recorded. The default stream cannot record, so there no call is recorded.
template <>
class Replay<Kokkos::Cuda> {
 public:
  Replay() = default;
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;
  ~Replay() {
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
  }

  template <class Work>
  void run(const Kokkos::Cuda& exec, const Work& work) {
    if (calls_++ == 1) record(exec.cuda_stream(), work);
    if (graph_ == nullptr || cudaGraphLaunch(graph_, exec.cuda_stream()) != cudaSuccess) work();
  }

 private:
  template <class Work>
  void record(cudaStream_t stream, const Work& work) {
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) != cudaSuccess) {
      static_cast<void>(cudaGetLastError());  // the next launch of Kokkos would take it for its own
      return;
    }
    cudaGraph_t recorded = nullptr;
    try {
      work();
    } catch (...) {
      cudaStreamEndCapture(stream, &recorded);
      if (recorded != nullptr) cudaGraphDestroy(recorded);
      throw;
    }
    const bool is_recorded = cudaStreamEndCapture(stream, &recorded) == cudaSuccess && recorded != nullptr;
    if (!is_recorded || cudaGraphInstantiateWithFlags(&graph_, recorded, 0) != cudaSuccess) graph_ = nullptr;
    if (recorded != nullptr) cudaGraphDestroy(recorded);
    static_cast<void>(cudaGetLastError());
  }

  cudaGraphExec_t graph_ = nullptr;
  int calls_ = 0;
};

}  // namespace detail
}  // namespace sporos
