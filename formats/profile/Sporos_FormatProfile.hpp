// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The properties of a matrix from which its storage format is chosen, as a value.
#pragma once

#include <optional>

#include "formats/crs/Sporos_RowProfile.hpp"
#include "formats/sell/Sporos_SellShape.hpp"

namespace sporos {
namespace detail {

/// \brief What measure_format() shall measure besides the rows; each question costs some passes over columns or rows.
struct FormatQuestions {
  bool diagonals = true;
  bool hyb = true;
  bool slices = true;
  bool blocks = true;
  bool csr5 = true;
  bool deltas = true;
  bool full_blocks_only = false;  ///< those that hold an entry in every place
  SellShape sell_shape = default_sell_shape(true);

  static FormatQuestions none() { return {false, false, false, false, false, false}; }
  bool any() const { return diagonals || hyb || slices || blocks || csr5 || deltas; }
};

/// \brief The rows, the sizes of the types, and the bytes of the matrix in each format; measure_format() fills it in.
///
/// A member without a value was not asked for, or the format cannot store the matrix.
struct FormatProfile {
  RowProfile rows;
  int value_bytes = 8;
  int column_bytes = 4;
  int offset_bytes = 4;
  FormatQuestions asked;  ///< what was looked for

  std::optional<std::int64_t> num_diagonals;  ///< that hold entries
  std::optional<std::int64_t> hyb_width;      ///< of the ELL part
  std::optional<int> block_size;              ///< from 2 on, that takes the fewest bytes

  std::optional<std::int64_t> coo_bytes;  ///< of all arrays but the map of update_values(), as all of these
  std::optional<std::int64_t> dia_bytes;
  std::optional<std::int64_t> ell_bytes;
  std::optional<std::int64_t> ellpack_r_bytes;
  std::optional<std::int64_t> hyb_bytes;
  std::optional<std::int64_t> sell_bytes;
  std::optional<std::int64_t> bsr_bytes;
  std::optional<std::int64_t> bsr_filling;  ///< places in the blocks that hold no entry
  std::optional<std::int64_t> csr5_bytes;
  std::optional<std::int64_t> delta_crs_bytes;
  std::optional<int> delta_value_bytes;  ///< of a number in delta CRS; fewer than value_bytes where it compresses them
  std::optional<std::int64_t> far_entries;  ///< in tiles of delta CRS whose columns span 65536 or more

  std::int64_t crs_bytes() const {
    return rows.nnz * (value_bytes + column_bytes) + (rows.num_rows + 1) * offset_bytes;
  }
  /// \brief x and y, each once.
  std::int64_t vector_bytes() const { return (rows.num_rows + rows.num_columns) * (value_bytes < 4 ? 4 : value_bytes); }
};

}  // namespace detail
}  // namespace sporos
