// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which lanes of a warp ask for the help of the whole warp, and how many.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The default: there is no vote, and every group of lanes keeps its rows, however long they are.
template <class ExecutionSpace>
struct Ballot {
  static constexpr bool exists = false;
  static constexpr int lanes = 1;
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_Ballot_Cuda.hpp"
#endif
#if defined(KOKKOS_ENABLE_HIP)
#include "core/device/Sporos_Ballot_Hip.hpp"
#endif
