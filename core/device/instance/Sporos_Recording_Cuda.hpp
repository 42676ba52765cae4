// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: whether a stream captures.
#pragma once

#include "core/device/instance/Sporos_Recording.hpp"

namespace sporos {
namespace detail {

template <>
inline bool is_recording(const Kokkos::Cuda& exec) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(exec.cuda_stream(), &status) == cudaSuccess) return status != cudaStreamCaptureStatusNone;
  // This is the default stream while another stream captures. The next launch of Kokkos would take the error for its
  // own.
  static_cast<void>(cudaGetLastError());
  return true;
}

/// \brief While it lives, the calling thread may make driver calls that a capture in another stream forbids, and that
/// would otherwise break the capture.
class BesideCaptures {
 public:
  BesideCaptures() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~BesideCaptures() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  BesideCaptures(const BesideCaptures&) = delete;
  BesideCaptures& operator=(const BesideCaptures&) = delete;

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

}  // namespace detail
}  // namespace sporos
