// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Where HYB storage divides a matrix.
#pragma once

#include <algorithm>

#include "formats/Sporos_HybMatrix.hpp"
#include "formats/Sporos_JoinReducer.hpp"
#include "formats/Sporos_RowOffsets.hpp"

namespace sporos {
namespace detail {

// Widths that are looked at in one pass: on a GPU a pass over the row offsets takes as long as its launch and wait.
inline constexpr int hyb_widths = 16;

// How many rows have at least `first`, `first + step`, ... entries.
template <class Offset>
struct CountRowsOfLengths {
  const Offset* row_offsets;
  std::int64_t first;
  std::int64_t step;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Counts<hyb_widths>& counts) const {
    const auto entries = static_cast<std::int64_t>(row_offsets[row + 1]) - static_cast<std::int64_t>(row_offsets[row]);
    for (int i = 0; i < hyb_widths; ++i) counts.of[i] += entries >= first + i * step ? 1 : 0;
  }
};

template <class Offset>
struct CountEntriesBehind {
  const Offset* row_offsets;
  std::int64_t width;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& count) const {
    const auto entries = static_cast<std::int64_t>(row_offsets[row + 1]) - static_cast<std::int64_t>(row_offsets[row]);
    if (entries > width) count += entries - width;
  }
};

// The largest width whose last entry column enough rows have: such columns hold at most nnz entries together.
template <class ExecutionSpace, class View>
std::int64_t hyb_width(const ExecutionSpace& exec, const View& view, const HybRule& rule) {
  const std::int64_t needed = rows_for_ell(rule, view.num_rows);
  std::int64_t low = 0;
  std::int64_t high = view.nnz() / needed;
  while (low < high) {
    const std::int64_t step = (high - low + hyb_widths - 1) / hyb_widths;
    const auto counts = join_over<Counts<hyb_widths>>(
        "sporos::measure_hyb[width]", exec, view.num_rows,
        CountRowsOfLengths<typename View::offset_type>{view.row_offsets.data(), low + step, step});
    int wide = 0;
    while (wide < hyb_widths && counts.of[wide] >= needed) ++wide;
    low += wide * step;
    high = std::min(high, low + step - 1);
  }
  return low;
}

template <class ExecutionSpace, class View>
HybSplit hyb_split(const ExecutionSpace& exec, const View& view, const HybOptions& options, const char* function) {
  require(options.rule.ell_speed >= 1 && options.rule.fewest_rows >= 0, function, "rule {ell_speed ",
          options.rule.ell_speed, ", fewest_rows ", options.rule.fewest_rows,
          "} must have a speed of 1 or more and no negative number of rows");
  const std::int64_t given = options.width.value_or(0);
  require(given >= 0 && given <= INT32_MAX, function, "width = ", given, " is not in [0, ", INT32_MAX, "]");
  const std::int64_t width = options.width ? given : hyb_width(exec, view, options.rule);
  std::int64_t behind = 0;
  Kokkos::parallel_reduce("sporos::measure_hyb[behind]", RowRange<ExecutionSpace>(exec, 0, view.num_rows),
                          CountEntriesBehind<typename View::offset_type>{view.row_offsets.data(), width}, behind);
  exec.fence();
  return {width, behind};
}

}  // namespace detail

/// \brief Where to_hyb() would divide a matrix; a few passes over the row offsets, waits for the result.
/// \throws std::invalid_argument where the options make no sense
template <class ExecutionSpace, class Matrix>
HybSplit measure_hyb(const ExecutionSpace& exec, const Matrix& A, const HybOptions& options = {}) {
  return detail::hyb_split(exec, crs_view(A), options, "measure_hyb");
}

}  // namespace sporos
