// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How a matrix in compressed rows is multiplied, as a value.
#pragma once

#include "policies/Sporos_Algorithm.hpp"
#include "policies/Sporos_LongRows.hpp"
#include "policies/Sporos_RowShape.hpp"
#include "policies/Sporos_Target.hpp"

namespace sporos {

/// \brief An algorithm with all its numbers.
struct CrsDecision {
  Algorithm algorithm = Algorithm::coop;  ///< what runs; never `automatic`
  RowShape shape;                         ///< with tiles, `repeat` is the entries of a tile per thread
  int tile = 0;                           ///< products in a team's scratch; 0: the algorithm has no tiles
  int stream_rows = 0;                    ///< rows a team streams through its tile (`stream`)
  LongRows limits;                        ///< row lengths above which rows are shared by more threads
  Primitives primitives;                  ///< how sums are combined and x is read
  bool prefetches = false;                ///< whether entries are prefetched
  HostLevel level = HostLevel::portable;  ///< vector instructions that sum the rows, on a host
  bool seeks_bands = false;               ///< a plan looks for rows with the columns of the row above, shifted by one
  bool cuts_rows = false;                 ///< threads of a host may share a long row (`coop`)
  int column_lanes = 0;       ///< most lanes of a row and a block of columns, on a GPU; 0: passes of a few columns
  bool cuts_columns = false;  ///< the same in products of several columns, of any algorithm
  bool evicts_first = false;  ///< whether a GPU's cache keeps x and y rather than the entries (tiles and `patterns`)
  bool in_batches = false;    ///< `coop` on a GPU: a lane loads four entries before it adds up the first of them
  bool adds_lengths = false;  ///< `patterns`: warps read one row offset and add the lengths of their rows
};

namespace detail {

/// \brief Which products of several columns are made in lanes, on a GPU.
enum class ColumnsInLanes {
  none,
  many,  ///< of more columns than a sum holds
  all    ///< also of as many
};

/// \brief Algorithms for uneven rows are faster where one sum holds all columns.
constexpr ColumnsInLanes columns_in_lanes(const CrsDecision& decision) {
  if (decision.column_lanes == 0) return ColumnsInLanes::none;
  return decision.algorithm == Algorithm::adaptive ? ColumnsInLanes::many : ColumnsInLanes::all;
}

}  // namespace detail

/// \brief Whether all numbers are the same.
constexpr bool operator==(const CrsDecision& a, const CrsDecision& b) {
  return a.algorithm == b.algorithm && a.shape == b.shape && a.tile == b.tile && a.stream_rows == b.stream_rows &&
         a.limits == b.limits && a.primitives == b.primitives && a.prefetches == b.prefetches && a.level == b.level &&
         a.cuts_rows == b.cuts_rows && a.cuts_columns == b.cuts_columns && a.column_lanes == b.column_lanes &&
         a.seeks_bands == b.seeks_bands && a.evicts_first == b.evicts_first && a.in_batches == b.in_batches &&
         a.adds_lengths == b.adds_lengths;
}

namespace detail {

/// \brief The most rows of a row block: one per thread; where a team is one thread, as many as the tile has entries.
constexpr std::int64_t max_block_rows(const CrsDecision& decision) {
  return decision.primitives.reduction == Reduction::thread ? decision.tile : decision.shape.block_size;
}

}  // namespace detail
}  // namespace sporos
