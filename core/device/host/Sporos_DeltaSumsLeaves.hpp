// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The leaf for delta CRS.
#pragma once

#include "core/device/host/Sporos_DeltaSums.hpp"
#include "core/device/host/Sporos_DeltaSums_Avx2.hpp"
#include "core/device/host/Sporos_RowSumsLeaves.hpp"

namespace sporos {
namespace detail {

/// \brief The leaf at every level above `portable`: AVX-512 has none of its own.
template <class Columns, class Numbers, class X, class Offset>
DeltaSumsLeaf<Columns, Numbers, X, Offset> delta_sums_leaf() {
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && (defined(__clang__) || __GNUC__ >= 12)
  return &delta_sums_avx2<CompiledFor, Columns, Numbers, X, Offset>;
#else
  return nullptr;
#endif
}

}  // namespace detail
}  // namespace sporos
