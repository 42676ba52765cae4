// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: what belongs to a device is made and destroyed while that is the thread's current one.
#pragma once

#include "formats/Sporos_Kokkos.hpp"

namespace sporos::detail {

/// \brief Makes a device the calling thread's current one as long as it lives.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    cudaGetDevice(&before_);
    cudaSetDevice(device);
  }
  ~OnDevice() { cudaSetDevice(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = 0;
};

}  // namespace sporos::detail
