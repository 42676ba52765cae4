// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The fewest bytes that each storage format can take, whatever the columns are.
#pragma once

#include <algorithm>

#include "formats/profile/Sporos_FormatProfile.hpp"

namespace sporos {
namespace detail {

/// \brief The profile with the columns that would suit each format best. A format that takes too many bytes even then
/// need not be measured.
inline FormatProfile least_format_profile(FormatProfile profile) {
  const RowProfile& rows = profile.rows;
  const std::int64_t value = profile.value_bytes;
  const std::int64_t entry = value + profile.column_bytes;
  const std::int64_t offsets = rows.num_rows * profile.offset_bytes;
  constexpr int widest_block = 8;
  profile.num_diagonals = rows.longest_row;
  profile.block_size = widest_block;
  profile.coo_bytes = rows.nnz * (entry + profile.column_bytes);
  // A product of two counts may be too large for an integer, but not for this.
  const double slots = static_cast<double>(rows.num_rows) * static_cast<double>(rows.longest_row);
  const auto padded = [&](double bytes_of_slot) {
    return static_cast<std::int64_t>(std::min(slots * bytes_of_slot, 9e18));
  };
  profile.dia_bytes = padded(static_cast<double>(value));
  profile.ell_bytes = profile.ellpack_r_bytes = padded(static_cast<double>(entry));
  profile.hyb_bytes = profile.sell_bytes = rows.nnz * entry;
  profile.bsr_bytes =
      rows.nnz * value + rows.nnz / (widest_block * widest_block) * profile.column_bytes + offsets / widest_block;
  profile.bsr_filling = 0;
  profile.csr5_bytes = rows.nnz * entry + offsets;
  profile.delta_value_bytes = 1;
  profile.far_entries = 0;
  profile.delta_crs_bytes = rows.nnz * (*profile.delta_value_bytes + 2) + offsets;
  return profile;
}

}  // namespace detail
}  // namespace sporos
