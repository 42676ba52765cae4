// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The leaf for half storage.
#pragma once

#include "core/device/host/Sporos_HalfSums.hpp"
#include "core/device/host/Sporos_HalfSums_Fours.hpp"
#include "core/device/host/Sporos_RowSumsLeaves.hpp"
#include "core/device/instance/Sporos_VectorsOfFour.hpp"

namespace sporos {
namespace detail {

/// \brief The leaf at every level above `portable`: AVX-512 has none of its own.
template <class Value, class X, class Offset>
HalfSumsLeaf<Value, X, Offset> half_sums_leaf() {
#if defined(SPOROS_VECTORS_OF_FOUR)
  return &half_sums_fours<CompiledFor, Value, X, Offset>;
#else
  return nullptr;
#endif
}

}  // namespace detail
}  // namespace sporos
