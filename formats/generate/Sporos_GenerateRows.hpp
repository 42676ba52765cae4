// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Builds a matrix from a rule for its rows: lengths, prefix sum, columns, values; the entries are never copied.
///
/// A rule (`Rows`) has `num_rows()`, `num_columns()`, `fewest_entries()` (a lower bound, exact where that is free),
/// `row_length(row)` and `fill_columns(row, Column* out)`, which writes `row_length(row)` ascending columns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "formats/crs/Sporos_CrsMatrix.hpp"
#include "formats/generate/Sporos_CounterRandom.hpp"
#include "formats/generate/Sporos_GenerateDescription.hpp"

namespace sporos {
namespace detail {

/// \brief The most entries that a matrix can count with its offsets and address in 64 bits.
template <class Matrix>
std::int64_t entry_limit() {
  using Offset = typename Matrix::offset_type;
  const std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
  const std::uint64_t countable = std::numeric_limits<Offset>::max();
  const std::uint64_t entry_bytes =
      sizeof(Offset) + sizeof(typename Matrix::column_type) + sizeof(typename Matrix::value_type);
  return static_cast<std::int64_t>(std::min(countable, largest / entry_bytes));
}

/// \brief Refuses, before anything is allocated, what the index types of the matrix cannot hold.
template <class Matrix>
void check_fits(const GeneratorDescription& description, std::int64_t num_columns, std::int64_t entries) {
  const auto columns_limit = static_cast<std::int64_t>(std::numeric_limits<typename Matrix::column_type>::max());
  description.check(num_columns <= columns_limit, num_columns, " columns do not fit a column type that ends at ",
                    columns_limit);
  description.check(
      entries <= entry_limit<Matrix>(), entries,
      " entries (at least) are more than row offsets and 64-bit sizes can count: ", entry_limit<Matrix>());
}

template <class Matrix, class Rows>
Matrix build_pattern(const GeneratorDescription& description, const Rows& rows) {
  using Offset = typename Matrix::offset_type;
  const std::int64_t num_rows = rows.num_rows();
  check_fits<Matrix>(description, rows.num_columns(), rows.fewest_entries());

  const auto row_offsets = allocate_crs<Matrix>(num_rows, 0, 0).row_offsets;
  std::int64_t entries = 0;
  for (std::int64_t row = 0; row < num_rows; ++row) {
    row_offsets(row) = static_cast<Offset>(entries);
    const std::int64_t length = rows.row_length(row);
    description.check(length <= entry_limit<Matrix>() - entries, "the entries of rows 0 to ", row, " (", entries, " + ",
                      length, ") are more than row offsets and 64-bit sizes can count: ", entry_limit<Matrix>());
    entries += length;
  }
  row_offsets(num_rows) = static_cast<Offset>(entries);

  auto matrix = allocate_crs<Matrix>(0, rows.num_columns(), entries);
  matrix.num_rows = num_rows;
  matrix.row_offsets = row_offsets;
  for (std::int64_t row = 0; row < num_rows; ++row) {
    rows.fill_columns(row, matrix.columns.data() + row_offsets(row));
  }
  return matrix;
}

/// \brief Entry k gets random number k of the seed: the structure does not depend on the value type.
template <class Matrix>
void fill_random_values(const Matrix& matrix, std::uint64_t seed) {
  fill_random(matrix.values.data(), static_cast<std::uint64_t>(matrix.nnz()), seed, RandomStream::values);
}

}  // namespace detail
}  // namespace sporos
