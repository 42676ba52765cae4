// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How far apart neighbouring rows read x.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_BeginOfPart.hpp"

namespace sporos {
namespace detail {

/// \brief The mean distance between the middle columns of neighbouring rows that have entries, on a host.
class ColumnDistance {
 public:
  /// Adds the distances between the rows `first` to `end - 1`.
  template <class Offset, class Column>
  void add(const Offset* row_offsets, const Column* columns, std::int64_t first, std::int64_t end) {
    std::int64_t before = -1;
    for (std::int64_t row = first; row < end; ++row) {
      const auto begin = static_cast<std::int64_t>(row_offsets[row]);
      const std::int64_t length = static_cast<std::int64_t>(row_offsets[row + 1]) - begin;
      if (length == 0) continue;
      const auto column = static_cast<std::int64_t>(columns[begin + length / 2]);
      if (before >= 0) {
        ++pairs_;
        sum_ += column > before ? column - before : before - column;
      }
      before = column;
    }
  }

  /// 0 without pairs of rows.
  std::int64_t mean() const { return pairs_ > 0 ? sum_ / pairs_ : 0; }

 private:
  std::int64_t pairs_ = 0;
  std::int64_t sum_ = 0;
};

/// \brief The mean distance by groups of rows from all over a matrix: 256 groups of eight rows.
template <class Offset, class Column>
std::int64_t sampled_column_distance(std::int64_t num_rows, const Offset* row_offsets, const Column* columns) {
  constexpr std::int64_t groups = 256;
  constexpr std::int64_t rows = 8;
  ColumnDistance distance;
  for (std::int64_t i = 0; i < groups; ++i) {
    const std::int64_t first = num_rows > rows ? begin_of_part(num_rows - rows, i, groups) : 0;
    distance.add(row_offsets, columns, first, first + rows < num_rows ? first + rows : num_rows);
  }
  return distance.mean();
}

}  // namespace detail
}  // namespace sporos
