// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The length above which a row is too long for the lanes that would get it.
#pragma once

#include "policies/Sporos_LongRows.hpp"

namespace sporos {
namespace detail {

/// \brief The longest row that a group of `coop` lanes sums; a whole warp sums longer ones.
constexpr std::int64_t warp_row_for(int coop) { return 32 * coop > 64 ? 32 * coop : 64; }

/// \brief Matrices with fewer entries than this are bound by the latency of a GPU's memory, not by its bandwidth: the
/// kernel with the fewest dependent steps from launch to result wins, with as many lanes as there are.
inline constexpr std::int64_t small_matrix = 4 * 1024 * 1024;

/// \brief The limits of a plan: which rows it cuts, and into which segments. The fewer entries a matrix has, the more
/// does the longest row of one team matter. One team with 16 entries a thread takes less time than several teams that
/// wait for each other; so does a team of 256 threads with 32 entries a thread, if it has no other row.
///
/// Microseconds of `adaptive` on an H100 in double / float, by the length from which rows are cut: 2048 and 4096 into
/// halves, 8192 into quarters:
///
/// | matrix (million entries, longest row) | team | 2048        | 4096        | 8192        |
/// |---------------------------------------|------|-------------|-------------|-------------|
/// | rail507 (0.4, 7754)                   | 512  | 8.4 / 7.7   | 8.5 / 7.7   | 7.2 / 6.7   |
/// | Maragal_6 (0.5, 5941)                 | 512  | 9.1 / 8.5   | 9.4 / 8.2   | 8.2 / 7.4   |
/// | Maragal_6                             | 256  | 9.2 / 8.0   | 8.9 / 7.7   | 7.8 / 7.0   |
/// | Maragal_6                             | 128  | 9.3 / 8.3   | 11.2 / 9.7  | 9.4 / 8.9   |
/// | BOYD2_A (0.4, 10992)                  | 256  | 8.4 / 7.2   | 8.4 / 7.2   | 7.7 / 7.2   |
/// | boyd1 (1.2, 93261)                    | 256  | 9.7 / 8.5   | 9.7 / 8.5   | 9.8 / 8.5   |
/// | boyd1 (1.2, 93261)                    | 128  | 10.3 / 8.7  | 11.6 / 9.7  | 11.5 / 9.9  |
/// | powerlaw3 (3.4, 4496)                 | 128  | 41.3 / 37.7 | 42.6 / 39.2 | 43.0 / 39.2 |
/// | bitmap_census-income (6.9, 197539)    | 128  | 40.7 / 31.4 | 41.1 / 30.2 | 45.5 / 35.0 |
/// | dc1-like (8.1, 726507)                | 128  | 49.9 / 39.2 | 50.9 / 37.0 | 50.9 / 36.6 |
///
/// \param is_alone  whether a team gets a row of that length and no other
constexpr LongRows planned_long_rows(std::int64_t nnz, int block_size, bool is_alone = false) {
  LongRows limits;
  const bool is_small = nnz < small_matrix;
  limits.segment = is_small ? 1024 : 2048;
  const std::int64_t of_a_team = (is_small && is_alone && block_size == 256 ? 32 : 16) * block_size;
  limits.long_row = 2 * limits.segment > of_a_team ? 2 * limits.segment : of_a_team;
  return limits;
}

/// \brief Threads of a team that sums long rows or adds up carries.
inline constexpr int fix_up_team = 128;

}  // namespace detail
}  // namespace sporos
