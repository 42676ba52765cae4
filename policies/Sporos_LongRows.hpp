// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief From which length on a row is too long for the lanes that would get it.
#pragma once

#include <cstdint>

namespace sporos {

/// \brief Row lengths, in entries, at which a row moves up to more threads.
struct LongRows {
  std::int64_t warp_row = INT64_MAX;  ///< longer rows are summed by a whole warp instead of a group of lanes
  std::int64_t long_row = INT64_MAX;  ///< longer rows are cut into stretches, one a team
  std::int64_t stretch = 2048;        ///< stretches end at entries whose number is a multiple of this; <= long_row
};

constexpr bool operator==(const LongRows& a, const LongRows& b) {
  return a.warp_row == b.warp_row && a.long_row == b.long_row && a.stretch == b.stretch;
}

/// \brief Whether any row can be too long for one team.
constexpr bool has_long_rows(const LongRows& limits) { return limits.long_row != INT64_MAX; }

/// \brief Entries that a lane adds up on its own before it asks its warp.
constexpr std::int64_t warp_row_for(int coop) { return 32 * coop > 64 ? 32 * coop : 64; }

/// \brief Rows that a plan cuts into stretches.
inline constexpr std::int64_t planned_long_row = 8192;

/// \brief Rows that a product without a plan cuts, and their stretches: it knows nothing of the rows, so what is below
/// must not hurt where a team gets several of them, nor may rows of the usual length be cut.
constexpr std::int64_t sought_long_row(std::int64_t num_rows, std::int64_t nnz) {
  const std::int64_t four_means = num_rows == 0 ? 0 : 4 * (nnz / num_rows);
  return four_means < 1024 ? 1024 : four_means < 8192 ? four_means : 8192;
}
inline constexpr std::int64_t sought_stretch = 1024;

}  // namespace sporos
