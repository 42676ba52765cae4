// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The lengths of the rows of a matrix in a few numbers.
#pragma once

#include <cmath>
#include <cstdint>

namespace sporos {

/// \brief A summary of the row lengths of a matrix; measure_rows() makes it.
struct RowProfile {
  std::int64_t num_rows = 0;     ///< of the matrix
  std::int64_t num_columns = 0;  ///< of the matrix
  std::int64_t nnz = 0;          ///< entries, explicit zeros included
  std::int64_t longest_row = 0;  ///< in entries
  std::int64_t empty_rows = 0;   ///< rows without entries
  double sum_of_squares = 0;     ///< of the row lengths
  std::int64_t short_rows = 0;   ///< rows of at most `short_row` entries
  /// Share of the entries, in a sample of rows, that are in rows with the same columns as others, but for a shift. Only
  /// plans on a GPU take a sample, and only where it may matter; 0 otherwise.
  double pattern_share = 0;

  static constexpr std::int64_t short_row = 8;  ///< entries of a short row, at most

  /// \brief The mean number of entries of a row.
  double mean_row() const { return num_rows == 0 ? 0 : static_cast<double>(nnz) / static_cast<double>(num_rows); }
  /// \brief Whether the longest row is near enough to the mean that equal numbers of rows mean about equal work.
  constexpr bool has_even_rows() const { return longest_row * num_rows <= 8 * (nnz + num_rows); }
  /// \brief The standard deviation of the lengths of the rows.
  double row_deviation() const {
    if (num_rows == 0) return 0;
    const double variance = sum_of_squares / static_cast<double>(num_rows) - mean_row() * mean_row();
    return variance > 0 ? std::sqrt(variance) : 0;
  }
};

}  // namespace sporos
