// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The leaves for block sparse rows.
#pragma once

#include "core/device/host/Sporos_BlockSums.hpp"
#include "core/device/host/Sporos_BlockSums_Fours.hpp"
#include "core/device/host/Sporos_RowSumsLeaves.hpp"
#include "core/device/instance/Sporos_VectorsOfFour.hpp"

namespace sporos {
namespace detail {

/// \brief The leaf for blocks of 2 to 8 rows, at every level above `portable`: AVX-512 has none of its own.
template <int Block, class Value, class X, class Offset>
BlockSumsLeaf<Value, X, Offset> block_sums_leaf() {
#if defined(SPOROS_VECTORS_OF_FOUR)
  if constexpr (Block == 2) {
    return &pair_sums_fours<CompiledFor, Value, X, Offset>;
  } else {
    return &block_sums_fours<CompiledFor, Block, Value, X, Offset>;
  }
#else
  return nullptr;
#endif
}

}  // namespace detail
}  // namespace sporos
