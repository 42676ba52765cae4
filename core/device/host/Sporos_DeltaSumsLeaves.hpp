// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The leaf for delta CRS.
#pragma once

#include "core/device/host/Sporos_DeltaSums.hpp"
#include "core/device/host/Sporos_DeltaSums_Fours.hpp"
#include "core/device/host/Sporos_RowSumsLeaves.hpp"
#include "core/device/instance/Sporos_VectorsOfFour.hpp"

namespace sporos {
namespace detail {

/// \brief The leaf at every level above `portable`: AVX-512 has none of its own.
template <class Columns, class Numbers, class X, class Offset>
DeltaSumsLeaf<Columns, Numbers, X, Offset> delta_sums_leaf() {
#if defined(SPOROS_VECTORS_OF_FOUR)
  return &delta_sums_fours<CompiledFor, Columns, Numbers, X, Offset>;
#else
  return nullptr;
#endif
}

}  // namespace detail
}  // namespace sporos
