// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Row sums of block sparse rows in vector instructions of a host.
///
/// As in Sporos_RowSums.hpp, a leaf sums consecutive rows into an array: here those of consecutive block rows, whose
/// blocks lie one after the other. How a row is summed depends on nothing but the number of its blocks.
#pragma once

#include <cstdint>

#include "policies/Sporos_HostLevel.hpp"

namespace sporos {
namespace detail {

/// \brief A run of consecutive block rows, the arrays of their BsrMatrix, and x.
template <class Value, class X, class Offset>
struct BlockRun {
  const Offset* offsets;  ///< `block_rows + 1` of them
  std::int64_t block_rows;
  const int* columns;  ///< of blocks
  const Value* values;
  const X* x;
  std::int64_t num_columns;  ///< elements of x
  std::int64_t num_blocks;   ///< of the matrix: nothing is read behind the last of them
  bool prefetches;           ///< whether values are prefetched
};

/// \brief Writes the sum of every row of a run, those of the rows that pad the last block included.
template <class Value, class X, class Offset>
using BlockSumsLeaf = void (*)(const BlockRun<Value, X, Offset>& run, X* sums);

}  // namespace detail
}  // namespace sporos
