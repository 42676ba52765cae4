// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: page-locked host memory.
#pragma once

#include "core/device/Sporos_PinnedSpace.hpp"

namespace sporos {

template <>
struct PinnedSpace<Kokkos::Cuda> {
  static constexpr bool exists = true;
  using type = Kokkos::CudaHostPinnedSpace;
};

}  // namespace sporos
