// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief HIP: page-locked host memory.
#pragma once

#include "core/device/instance/Sporos_PinnedSpace.hpp"

namespace sporos {
namespace detail {

template <>
struct PinnedSpace<Kokkos::HIP> {
  static constexpr bool exists = true;
  using type = Kokkos::HIPHostPinnedSpace;
  // On no card has it been seen yet.
  static bool is_seen_at_once(const Kokkos::HIP&) { return false; }
};

}  // namespace detail
}  // namespace sporos
