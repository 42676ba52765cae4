// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The leaves for block sparse rows.
#pragma once

#include "core/device/host/Sporos_BlockSums.hpp"
#include "core/device/host/Sporos_BlockSums_Avx2.hpp"
#include "core/device/host/Sporos_RowSumsLeaves.hpp"

namespace sporos {
namespace detail {

/// \brief The leaf for blocks of 2 to 8 rows, at every level above `portable`: AVX-512 has none of its own.
template <int Block, class Value, class X, class Offset>
BlockSumsLeaf<Value, X, Offset> block_sums_leaf() {
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && (defined(__clang__) || __GNUC__ >= 12)
  if constexpr (Block == 2) {
    return &pair_sums_avx2<CompiledFor, Value, X, Offset>;
  } else {
    return &block_sums_avx2<CompiledFor, Block, Value, X, Offset>;
  }
#else
  return nullptr;
#endif
}

}  // namespace detail
}  // namespace sporos
