// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief From which length on a row is too long for the lanes that would get it.
#pragma once

#include <cstdint>

namespace sporos {

/// \brief Row lengths, in entries, at which a row moves up to more threads.
struct LongRows {
  std::int64_t warp_row = INT64_MAX;  ///< longer rows are summed by a whole warp instead of a group of lanes
  std::int64_t long_row = INT64_MAX;  ///< longer rows are split over several teams, by another kernel
  bool scale_long_rows = false;       ///< that kernel adds onto beta*y, which the first one has to write
};

constexpr bool operator==(const LongRows& a, const LongRows& b) {
  return a.warp_row == b.warp_row && a.long_row == b.long_row && a.scale_long_rows == b.scale_long_rows;
}

/// \brief Whether any row can be too long for one team.
constexpr bool has_long_rows(const LongRows& limits) { return limits.long_row != INT64_MAX; }

/// \brief Entries that a lane adds up on its own before it asks its warp.
constexpr std::int64_t warp_row_for(int coop) { return 32 * coop > 64 ? 32 * coop : 64; }

/// \brief Rows that a plan splits over teams, and the entries of one piece.
inline constexpr std::int64_t planned_long_row = 8192;
inline constexpr std::int64_t piece_entries = 2048;

/// \brief Rows that a product without a plan splits over teams. Looking for them is a launch, so where there are few
/// entries in all it does not look: a single team can sum them in the time of a few launches.
inline constexpr std::int64_t sought_long_row = 4096;
inline constexpr std::int64_t fewest_entries_to_seek_in = 65536;

}  // namespace sporos
