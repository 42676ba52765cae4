// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Row sums in vector instructions of a host, for formats that store neighbouring rows contiguously: slices,
/// ELL, diagonals.
///
/// As in Sporos_RowSums.hpp, a leaf sums consecutive rows into an array. Each row is summed in the order of its
/// entries.
#pragma once

#include <cstdint>

#include "formats/dia/Sporos_DiaFilling.hpp"
#include "policies/Sporos_HostLevel.hpp"

namespace sporos {
namespace detail {

/// \brief The number of rows that leaves sum together.
inline constexpr int lane_group = 8;

/// \brief The arrays of a SellMatrix, whose slice height is a multiple of `lane_group`, and x.
template <class Value, class X>
struct SliceRun {
  const std::int64_t* slice_offsets;
  int slice_height;
  const int* columns;  ///< -1 for padding, whose value is 0
  const Value* values;
  const X* x;
  bool prefetches;  ///< whether entries are prefetched
};

/// \brief The arrays of an EllMatrix, and x.
template <class Value, class X>
struct EllRun {
  std::int64_t stride;
  int width;
  const std::int32_t* row_lengths;  ///< null: all rows have the width of the matrix
  const int* columns;               ///< as in SliceRun
  const Value* values;
  const X* x;
  bool prefetches;
};

/// \brief The length of the longest of `lane_group` rows; padding rows have length 0.
template <class Value, class X>
std::int64_t longest_of_group(const EllRun<Value, X>& run, std::int64_t row) {
  if (run.row_lengths == nullptr) return run.width;
  std::int32_t longest = 0;
  for (int i = 0; i < lane_group; ++i) {
    const std::int32_t length = run.row_lengths[row + i];
    longest = length > longest ? length : longest;
  }
  return longest;
}

/// \brief The arrays of a DiaMatrix, and x.
template <class Value, class X>
struct DiaRun {
  std::int64_t num_columns;
  DiaSlots slots;
  const std::int64_t* offsets;  ///< ascending
  const Value* values;
  const X* x;
  bool prefetches;

  int num_diagonals() const { return static_cast<int>(slots.num_diagonals); }
  /// The slot of a row on a diagonal; that of the rows after it follow.
  std::int64_t slot(int diagonal, std::int64_t row) const { return slots.of(diagonal, row, row + offsets[diagonal]); }
  /// Whether to prefetch values of a diagonal. Those of one that mirrors another have been read before.
  bool prefetches_diagonal(int diagonal) const { return prefetches && diagonal >= slots.num_mirrored; }
};

/// \brief The number of rows of diagonals whose sums are in registers at once; leaves begin at multiples of it.
inline constexpr int dia_leaf_rows = 32;

/// \brief Some rows, and the diagonals `from` to `to - 1`, which cover all of them: their sums stay in registers.
struct DiaTile {
  std::int64_t rows;  ///< up to `dia_leaf_rows`; where they are fewer, `from` and `to` are equal
  int from;
  int to;
};

/// \brief The next rows from `row` on, before `end`.
template <class Value, class X>
DiaTile dia_tile(const DiaRun<Value, X>& run, std::int64_t row, std::int64_t end) {
  DiaTile tile{end - row < dia_leaf_rows ? end - row : dia_leaf_rows, 0, 0};
  while (tile.from < run.num_diagonals() && row + run.offsets[tile.from] < 0) ++tile.from;
  tile.to = tile.from;
  if (tile.rows < dia_leaf_rows) return tile;
  while (tile.to < run.num_diagonals() && row + run.offsets[tile.to] + dia_leaf_rows <= run.num_columns) ++tile.to;
  return tile;
}

template <class X>
bool is_nan(const X& number) {
  return !(number == number);
}

/// \brief Whether all diagonals cover all of the `dia_leaf_rows` rows from `row` on.
template <class Value, class X>
class DiaInside {
 public:
  explicit DiaInside(const DiaRun<Value, X>& run) {
    if (run.num_diagonals() > 0) {
      from_ = -run.offsets[0];
      to_ = run.num_columns - run.offsets[run.num_diagonals() - 1] - dia_leaf_rows;
    }
  }
  bool has(std::int64_t row) const { return from_ <= row && row <= to_; }

 private:
  std::int64_t from_ = 0;
  std::int64_t to_ = -1;
};

template <class Value, class X>
struct LaneSumsLeaves {
  /// Sums the rows of `count` slices from `slice` on.
  void (*slices)(const SliceRun<Value, X>& run, std::int64_t slice, std::int64_t count, X* sums);
  /// Sums `count` rows from `row` on, both multiples of `lane_group`.
  void (*ell)(const EllRun<Value, X>& run, std::int64_t row, std::int64_t count, X* sums);
  /// Sums `count` rows from `row` on, with filling. Returns whether a sum may be NaN.
  bool (*dia)(const DiaRun<Value, X>& run, std::int64_t row, std::int64_t count, X* sums);
};

}  // namespace detail
}  // namespace sporos
