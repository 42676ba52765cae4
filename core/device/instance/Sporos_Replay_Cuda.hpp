// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: the second call is recorded as a graph, which is launched from then on.
#pragma once

#include "core/device/instance/Sporos_Replay.hpp"

namespace sporos {
namespace detail {

// The first call is not recorded: Kokkos may copy something to the device at the first launch of a kernel, which cannot
// be recorded. The default stream cannot record, so there no call is recorded. Under a profiling tool none is either:
// the tool wants to see the launches, and Kokkos may wait before each of them.
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
    const bool is_watched = Kokkos::Tools::profileLibraryLoaded();
    if (was_called_ && !was_tried_ && !is_watched) record(exec.cuda_stream(), work);
    was_called_ = true;
    if (is_watched || graph_ == nullptr || cudaGraphLaunch(graph_, exec.cuda_stream()) != cudaSuccess) work();
  }

 private:
  template <class Work>
  void record(cudaStream_t stream, const Work& work) {
    was_tried_ = true;
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
  bool was_called_ = false;
  bool was_tried_ = false;
};

}  // namespace detail
}  // namespace sporos
