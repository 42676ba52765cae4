// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The leaves of a level, for formats that store neighbouring rows contiguously.
#pragma once

#include "core/device/host/Sporos_LaneSums.hpp"
#include "core/device/host/Sporos_LaneSums_Avx2.hpp"
#include "core/device/host/Sporos_LaneSums_Avx512.hpp"
#include "core/device/host/Sporos_RowSumsLeaves.hpp"

namespace sporos {
namespace detail {

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && (defined(__clang__) || __GNUC__ >= 12)
/// \param level  not `portable`
template <class Value, class X>
LaneSumsLeaves<Value, X> lane_sums_leaves(HostLevel level) {
  LaneSumsLeaves<Value, X> leaves{&slice_sums_avx2<CompiledFor, Value, X>, &ell_sums_avx2<CompiledFor, Value, X>,
                                  &dia_sums_avx2<CompiledFor, Value, X>};
  if (level == HostLevel::avx512) {
    leaves.slices = &slice_sums_avx512<CompiledFor, Value, X>;
    leaves.ell = &ell_sums_avx512<CompiledFor, Value, X>;
  }
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
