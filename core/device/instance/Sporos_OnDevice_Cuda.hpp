// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: what belongs to a device is made and destroyed while that is the thread's current one.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::detail {

/// \brief Makes a device the calling thread's current one as long as it lives.
class OnDevice {
 public:
  explicit OnDevice(int device) : device_(device) {
    cudaGetDevice(&before_);
    if (before_ != device_) cudaSetDevice(device_);
  }
  ~OnDevice() {
    if (before_ != device_) cudaSetDevice(before_);
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int device_;
  int before_ = 0;
};

}  // namespace sporos::detail
