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
  static constexpr bool is_seen_at_once = true;
};

}  // namespace sporos
