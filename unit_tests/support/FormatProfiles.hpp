// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Profiles of matrices for the choice of a storage format.
#pragma once

#include "formats/profile/Sporos_FormatProfile.hpp"

namespace sporos_test {

using sporos::detail::FormatProfile;

inline FormatProfile even_rows(std::int64_t num_rows, std::int64_t nnz, std::int64_t longest_row, int value_bytes = 8) {
  FormatProfile profile;
  const double mean = static_cast<double>(nnz) / static_cast<double>(num_rows);
  profile.rows = {num_rows, num_rows, nnz, longest_row, 0, mean * static_cast<double>(nnz), 0};
  profile.value_bytes = value_bytes;
  profile.coo_bytes = nnz * (value_bytes + 8);
  profile.ell_bytes = num_rows * longest_row * (value_bytes + 4);
  profile.ellpack_r_bytes = *profile.ell_bytes + 4 * num_rows;
  profile.sell_bytes = nnz * (value_bytes + 4) + num_rows / 32 * 12;
  return profile;
}

inline void add_diagonals(FormatProfile& profile, std::int64_t count) {
  const std::int64_t words = (count + 31) / 32;
  profile.num_diagonals = count;
  profile.dia_bytes = profile.rows.num_rows * (count * profile.value_bytes + 4 * words);
}

inline void add_blocks(FormatProfile& profile, int size, double fill) {
  const auto blocks = static_cast<std::int64_t>(static_cast<double>(profile.rows.nnz) / fill) / (size * size);
  profile.block_size = size;
  profile.bsr_filling = blocks * size * size - profile.rows.nnz;
  profile.bsr_bytes = blocks * (size * size * profile.value_bytes + 4) + profile.rows.num_rows / size * 4;
}

// The profiles of the matrices that were measured (docs/results/2026-11-23-h100-algorithms.md).
inline FormatProfile stencil7(int value_bytes = 8) {
  FormatProfile profile = even_rows(4096000, 28518400, 7, value_bytes);
  add_diagonals(profile, 7);
  return profile;
}
inline FormatProfile stencil27(int value_bytes = 8) {
  FormatProfile profile = even_rows(1331000, 35287552, 27, value_bytes);
  add_diagonals(profile, 27);
  add_blocks(profile, 3, 0.43);
  return profile;
}
inline FormatProfile fem3(int value_bytes = 8) {
  FormatProfile profile = even_rows(943296, 74088000, 81, value_bytes);
  add_diagonals(profile, 99);
  add_blocks(profile, 3, 1);
  return profile;
}
inline FormatProfile scattered(int value_bytes = 8) {
  FormatProfile profile = even_rows(1048576, 16777216, 16, value_bytes);
  add_diagonals(profile, 1965842);
  return profile;
}
inline FormatProfile add_deltas(FormatProfile profile) {
  profile.delta_crs_bytes = profile.rows.nnz * (profile.value_bytes + 2) + profile.rows.num_rows * 17 / 4;
  return profile;
}
inline FormatProfile long400(int value_bytes = 8) { return add_deltas(even_rows(72000, 27297535, 492, value_bytes)); }
inline FormatProfile rows_of_4(int value_bytes = 8) { return add_deltas(even_rows(4000000, 15999642, 5, value_bytes)); }
// Real matrices, with numbers that delta CRS compresses.
inline FormatProfile compressed(FormatProfile profile, std::int64_t bytes, int stored_bytes, std::int64_t far_entries) {
  profile.delta_crs_bytes = bytes;
  profile.delta_value_bytes = stored_bytes;
  profile.far_entries = far_entries;
  return profile;
}
inline FormatProfile g3_circuit(int value_bytes = 8) {
  return compressed(even_rows(1585478, 7660826, 6, value_bytes), 37420000, 1, 3850000);
}
inline FormatProfile wave(int value_bytes = 8) {
  return compressed(even_rows(156317, 2118662, 44, value_bytes), 8030000, 1, 450000);
}
inline FormatProfile cont300(int value_bytes = 8) {
  return compressed(even_rows(180895, 988195, 18, value_bytes), 4820000, 1, 500000);
}
inline FormatProfile wing(int value_bytes = 8) {
  return compressed(even_rows(62032, 243088, 4, value_bytes), 990000, 1, 0);
}
inline FormatProfile ibm14(int value_bytes = 8) {
  return compressed(even_rows(152772, 546816, 33, value_bytes), 3390000, 1, 546000);
}
inline FormatProfile landmark() { return compressed(even_rows(71952, 1146848, 16), 7240000, 4, 0); }
// A matrix with few rows of very different lengths, none of which is much longer than the mean.
inline FormatProfile census() { return compressed(even_rows(200, 6922021, 197539), 21420000, 1, 6922021); }
inline FormatProfile few_long_rows() {
  FormatProfile profile = even_rows(1000000, 6500000, 726507);
  add_blocks(profile, 4, 1);
  return profile;
}

}  // namespace sporos_test
