// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The sum of what the lanes before a lane of a warp have.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Where lanes exchange registers (Reduction::shuffle) there is a specialisation.
template <class ExecutionSpace>
struct WarpScan;

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/warp/Sporos_WarpScan_Cuda.hpp"
#endif
#if defined(KOKKOS_ENABLE_HIP)
#include "core/device/warp/Sporos_WarpScan_Hip.hpp"
#endif
