// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How much a lane does on its own before it waits, or leaves a row to its warp.
#pragma once

namespace sporos {
namespace detail {

/// \brief Entries that a thread loads before it adds up the first of them.
struct InFlight {
  static constexpr int in_tile = 4;      ///< of a tile, in storage order
  static constexpr int in_long_row = 4;  ///< of a row, or a segment, that a team sums
  static constexpr int in_warp_row = 2;  ///< of a row that a whole warp sums
  static constexpr int in_csr5_lane = 4;
  static constexpr int in_pattern = 4;       ///< of a row whose columns are those of a pattern
  static constexpr int in_column_lanes = 2;  ///< of a row, for a block of columns
  static constexpr int in_column_row = 4;    ///< of a row that a team sums, for a block of columns
};

/// \brief Products of a tile that a lane adds up for a row. A longer row is summed by the whole warp, since the warp
/// would wait for the lane anyway. Microseconds of row blocks on an H100, float, by this number:
///
/// | matrix (mean, longest row) | 16   | 40   | 80   | no vote |
/// |----------------------------|------|------|------|---------|
/// | cnr-2000 (9.9, 2716)       | 19.5 | 15.5 | 15.2 | 21.6    |
/// | cit-HepTh (12.7, 562)      | 8.9  | 7.5  | 8.1  | 9.0     |
/// | wiki-Vote (12.5, 893)      | 7.5  | 6.8  | 7.4  | 9.3     |
/// | Maragal_6 (25.3, 5941)     | 8.2  | 7.5  | 8.3  | 9.5     |
/// | powerlaw3 (3.4, 4496)      | 38.5 | 37.7 | 38.2 | 40.8    |
inline constexpr int max_products_of_lane = 40;

/// \brief Lanes that add up the carries of a row: two carries, at the seam of two teams, are the usual case.
inline constexpr int fix_up_lanes = 4;
/// \brief Carries that a lane adds up for a row; more are added up by the whole warp.
inline constexpr int max_carries_of_lane = 8;

}  // namespace detail
}  // namespace sporos
