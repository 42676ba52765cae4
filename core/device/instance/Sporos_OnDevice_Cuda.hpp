// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: makes a device the current one while objects of that device are made or destroyed.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::detail {

/// \brief While it lives, `device` is the current device of the calling thread.
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
