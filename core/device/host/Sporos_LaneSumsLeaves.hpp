// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The leaves of a level, for formats that store neighbouring rows contiguously.
#pragma once

#include "core/device/host/Sporos_DiagonalSums_Avx512.hpp"
#include "core/device/host/Sporos_DiagonalSums_Fours.hpp"
#include "core/device/host/Sporos_LaneSums.hpp"
#include "core/device/host/Sporos_LaneSums_Avx512.hpp"
#include "core/device/host/Sporos_LaneSums_Fours.hpp"
#include "core/device/host/Sporos_RowSumsLeaves.hpp"
#include "core/device/instance/Sporos_VectorsOfFour.hpp"

namespace sporos {
namespace detail {

#if defined(SPOROS_VECTORS_OF_FOUR)
/// \param level  not `portable`
template <class Value, class X>
LaneSumsLeaves<Value, X> lane_sums_leaves([[maybe_unused]] HostLevel level) {
  LaneSumsLeaves<Value, X> leaves{&slice_sums_fours<CompiledFor, Value, X>, &ell_sums_fours<CompiledFor, Value, X>,
                                  &diagonal_sums_fours<CompiledFor, Value, X>};
#if defined(SPOROS_VECTORS_OF_EIGHT)
  if (level == HostLevel::avx512) {
    leaves.slices = &slice_sums_avx512<CompiledFor, Value, X>;
    leaves.ell = &ell_sums_avx512<CompiledFor, Value, X>;
    leaves.diagonals = &diagonal_sums_avx512<CompiledFor, Value, X>;
  }
#endif
  return leaves;
}
#else
template <class Value, class X>
LaneSumsLeaves<Value, X> lane_sums_leaves(HostLevel) {
  return {};
}
#endif

}  // namespace detail
}  // namespace sporos
