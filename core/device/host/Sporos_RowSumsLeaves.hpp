// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The leaves of a level.
#pragma once

#include "core/device/host/Sporos_BandSums_Fours.hpp"
#include "core/device/host/Sporos_RowSums.hpp"
#include "core/device/host/Sporos_RowSums_Avx512.hpp"
#include "core/device/host/Sporos_RowSums_Fours.hpp"
#include "core/device/host/Sporos_ScatteredRowSums_Fours.hpp"
#include "core/device/host/Sporos_ShortRowSums_Fours.hpp"
#include "core/device/host/Sporos_UnevenRowSums_Avx512.hpp"
#include "core/device/host/Sporos_UnevenRowSums_Fours.hpp"
#include "core/device/instance/Sporos_VectorsOfFour.hpp"

namespace sporos {
namespace detail {

/// \brief Whether the processor and the compiler have leaves.
#if defined(SPOROS_VECTORS_OF_FOUR)
inline constexpr bool host_has_leaves = true;

/// \param level  not `portable`
template <class Value, class X, class Offset>
RowSumsLeaves<Value, X, Offset> row_sums_leaves([[maybe_unused]] HostLevel level) {
  RowSumsLeaves<Value, X, Offset> leaves{
      &short_row_sums_fours<CompiledFor, Value, X, Offset>,  &row_sums_fours<CompiledFor, Value, X, Offset>,
      &long_row_sums_fours<CompiledFor, Value, X, Offset>,   &band_sums_fours<CompiledFor, Value, X, Offset>,
      &uneven_row_sums_fours<CompiledFor, Value, X, Offset>, &scattered_row_sums_fours<CompiledFor, Value, X, Offset>};
#if defined(SPOROS_VECTORS_OF_EIGHT)
  if (level == HostLevel::avx512_masks) leaves.uneven = &uneven_row_sums_avx512<CompiledFor, false, Value, X, Offset>;
  if (level == HostLevel::avx512) {
    leaves.few = &short_row_sums_avx512<CompiledFor, Value, X, Offset>;
    leaves.some = &row_sums_avx512<CompiledFor, Value, X, Offset>;
    leaves.many = &long_row_sums_avx512<CompiledFor, Value, X, Offset>;
    leaves.uneven = &uneven_row_sums_avx512<CompiledFor, true, Value, X, Offset>;
  }
#endif
  return leaves;
}
#else
inline constexpr bool host_has_leaves = false;

template <class Value, class X, class Offset>
RowSumsLeaves<Value, X, Offset> row_sums_leaves(HostLevel) {
  return {};
}
#endif

}  // namespace detail
}  // namespace sporos
