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
#include "policies/formats/Sporos_DiaLeafRule.hpp"

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

  int num_diagonals() const { return static_cast<int>(slots.num_diagonals); }
  /// The slot of a row on a diagonal; that of the rows after it follow.
  std::int64_t slot(int diagonal, std::int64_t row) const { return slots.of(diagonal, row, row + offsets[diagonal]); }
};

template <class X>
bool is_nan(const X& number) {
  return !(number == number);
}

template <class Value, class X>
struct LaneSumsLeaves {
  /// Sums the rows of `count` slices from `slice` on.
  void (*slices)(const SliceRun<Value, X>& run, std::int64_t slice, std::int64_t count, X* sums);
  /// Sums `count` rows from `row` on, both multiples of `lane_group`.
  void (*ell)(const EllRun<Value, X>& run, std::int64_t row, std::int64_t count, X* sums);
  /// Adds to the sums of `rows` rows from `row` on `count` diagonals from `first` on, up to `dia_at_once`, which cover
  /// all of the rows. Returns whether a sum may be NaN.
  bool (*diagonals)(const DiaRun<Value, X>& run, int first, int count, std::int64_t row, std::int64_t rows, X* sums);
};

/// \brief Sums `count` rows from `row` on, with filling. The sums stay in the first-level cache, and groups of
/// diagonals are added to all of them. Returns whether a sum may be NaN.
template <class Value, class X>
bool sum_diagonals(const LaneSumsLeaves<Value, X>& leaves, const DiaRun<Value, X>& run, std::int64_t row,
                   std::int64_t count, X* sums) {
  const int groups = dia_groups(run.num_diagonals());
  bool is_at_edge = false;
  bool may_be_nan = false;
  for (std::int64_t i = 0; i < count; ++i) sums[i] = X(0);
  for (int group = 0, first = 0, end = 0; group < groups; ++group, first = end) {
    end = run.num_diagonals() * (group + 1) / groups;
    if (row + run.offsets[first] >= 0 && row + count + run.offsets[end - 1] <= run.num_columns) {
      may_be_nan = leaves.diagonals(run, first, end - first, row, count, sums);
      continue;
    }
    is_at_edge = true;
    for (int d = first; d < end; ++d) {
      const std::int64_t column = row + run.offsets[d];
      const std::int64_t from = column < 0 ? -column : 0;
      const std::int64_t to = run.num_columns - column < count ? run.num_columns - column : count;
      if (from < to) leaves.diagonals(run, d, 1, row + from, to - from, sums + from);
    }
  }
  return is_at_edge || may_be_nan;
}

}  // namespace detail
}  // namespace sporos
