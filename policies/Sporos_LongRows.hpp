// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The lengths above which a row is shared by more threads.
#pragma once

#include <cstdint>

namespace sporos {

/// \brief Row lengths, in entries, above which a row is shared by more threads.
struct LongRows {
  std::int64_t warp_row = INT64_MAX;  ///< longer rows are summed by a whole warp instead of a group of lanes
  std::int64_t long_row = INT64_MAX;  ///< longer rows are cut into segments, one a team
  std::int64_t segment = 2048;        ///< segments end at entry indices that are multiples of this; at most long_row
};

/// \brief Whether all numbers are the same.
constexpr bool operator==(const LongRows& a, const LongRows& b) {
  return a.warp_row == b.warp_row && a.long_row == b.long_row && a.segment == b.segment;
}

namespace detail {

/// \brief Whether any row can be too long for one team.
constexpr bool has_long_rows(const LongRows& limits) { return limits.long_row != INT64_MAX; }

}  // namespace detail
}  // namespace sporos
