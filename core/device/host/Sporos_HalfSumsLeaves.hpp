// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The leaf for half storage.
#pragma once

#include "core/device/host/Sporos_HalfSums.hpp"
#include "core/device/host/Sporos_HalfSums_Avx2.hpp"
#include "core/device/host/Sporos_RowSumsLeaves.hpp"

namespace sporos {
namespace detail {

/// \brief The leaf at every level above `portable`: AVX-512 has none of its own.
template <class Value, class X, class Offset>
HalfSumsLeaf<Value, X, Offset> half_sums_leaf() {
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && (defined(__clang__) || __GNUC__ >= 12)
  return &half_sums_avx2<CompiledFor, Value, X, Offset>;
#else
  return nullptr;
#endif
}

}  // namespace detail
}  // namespace sporos
