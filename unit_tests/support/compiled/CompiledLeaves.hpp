// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The leaves of hosts, compiled once for all programs of this repository (CompiledLeaves.cpp).
///
/// In each source file with a plan they would take a fourth of the compiler's time, with sanitizers half.
#pragma once

#include <cstddef>

#include "core/device/host/Sporos_BlockSumsLeaves.hpp"
#include "core/device/host/Sporos_DeltaSumsLeaves.hpp"
#include "core/device/host/Sporos_HalfSumsLeaves.hpp"
#include "core/device/host/Sporos_LaneSumsLeaves.hpp"
#include "core/device/host/Sporos_RowSumsLeaves.hpp"
#include "formats/common/Sporos_Kokkos.hpp"

// `KIND` is template or extern template.
#define SPOROS_LEAVES_OF_BLOCKS(KIND, BLOCK, Value, X, Offset) \
  KIND BlockSumsLeaf<Value, X, Offset> block_sums_leaf<BLOCK, Value, X, Offset>();
#define SPOROS_LEAVES_OF_DELTAS(KIND, Columns, Numbers, X, Offset) \
  KIND DeltaSumsLeaf<Columns, Numbers, X, Offset> delta_sums_leaf<Columns, Numbers, X, Offset>();
#define SPOROS_LEAVES_OF_ROWS(KIND, Value, X, Offset)                                \
  KIND RowSumsLeaves<Value, X, Offset> row_sums_leaves<Value, X, Offset>(HostLevel); \
  KIND HalfSumsLeaf<Value, X, Offset> half_sums_leaf<Value, X, Offset>();            \
  SPOROS_LEAVES_OF_BLOCKS(KIND, 2, Value, X, Offset)                                 \
  SPOROS_LEAVES_OF_BLOCKS(KIND, 3, Value, X, Offset)                                 \
  SPOROS_LEAVES_OF_BLOCKS(KIND, 4, Value, X, Offset)                                 \
  SPOROS_LEAVES_OF_BLOCKS(KIND, 5, Value, X, Offset)                                 \
  SPOROS_LEAVES_OF_BLOCKS(KIND, 6, Value, X, Offset)                                 \
  SPOROS_LEAVES_OF_BLOCKS(KIND, 7, Value, X, Offset)                                 \
  SPOROS_LEAVES_OF_BLOCKS(KIND, 8, Value, X, Offset)                                 \
  SPOROS_LEAVES_OF_DELTAS(KIND, ShortDeltas, const Value*, X, Offset)                \
  SPOROS_LEAVES_OF_DELTAS(KIND, WideDeltas, const Value*, X, Offset)                 \
  SPOROS_LEAVES_OF_DELTAS(KIND, ShortDeltas, TableNumbers<Value>, X, Offset)         \
  SPOROS_LEAVES_OF_DELTAS(KIND, WideDeltas, TableNumbers<Value>, X, Offset)
#define SPOROS_LEAVES(KIND, Value, X)                                  \
  KIND LaneSumsLeaves<Value, X> lane_sums_leaves<Value, X>(HostLevel); \
  SPOROS_LEAVES_OF_ROWS(KIND, Value, X, int)                           \
  SPOROS_LEAVES_OF_ROWS(KIND, Value, X, std::size_t)
#define SPOROS_ALL_LEAVES(KIND)       \
  SPOROS_LEAVES(KIND, double, double) \
  SPOROS_LEAVES(KIND, float, float)   \
  SPOROS_LEAVES(KIND, float, double)

// Compilers for GPUs compile files twice, so that another one costs more.
#if !defined(KOKKOS_ENABLE_CUDA) && !defined(KOKKOS_ENABLE_HIP)
namespace sporos {
namespace detail {
SPOROS_ALL_LEAVES(extern template)
}  // namespace detail
}  // namespace sporos
#endif
