// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a plan runs for several columns on a GPU.
#pragma once

#include "policies/crs/Sporos_ContiguousColumnsRule.hpp"
#include "policies/crs/Sporos_DecideCrs.hpp"

namespace sporos {
namespace detail {

/// \brief The decision for so many columns, given that for one. Even rows of several kinds have row blocks for one
/// column, whose threads load in storage order; for several columns groups of lanes are faster.
///
/// Microseconds on an H200, float, from memory, of row blocks / of groups of lanes (as without a plan), by columns:
///
/// | matrix     | layout | 2       | 3       | 4       | 8       | 16      |
/// |------------|--------|---------|---------|---------|---------|---------|
/// | stokes-0.5 | right  | 20 / 25 | 30 / 29 | 33 / 23 | 59 / 29 | 72 / 43 |
/// | stokes-0.5 | left   | 20 / 25 | 29 / 30 | 38 / 28 | 60 / 37 | 72 / 54 |
/// \param own  what `decision` has from a rule
inline CrsDecision decide_columns(const Machine& machine, const RowProfile& rows, const CrsDecision& decision,
                                  OwnChoice own, int value_bytes, std::int64_t columns) {
  const bool has_blocks = own.algorithm && own.shape && decision.algorithm == Algorithm::adaptive;
  if (!has_blocks || decision.column_lanes == 0 || columns < 3 || !rows.has_even_rows() || !are_of_several_kinds(rows))
    return decide_columns(decision, own, rows.nnz, rows.longest_row, columns);
  CrsDecision lanes = decide_numbers(machine, rows, Algorithm::coop, value_bytes);
  lanes.primitives = decision.primitives;
  lanes.limits = planned_limits(lanes, rows);
  lanes.column_lanes = decision.column_lanes;
  return lanes;
}

}  // namespace detail
}  // namespace sporos
