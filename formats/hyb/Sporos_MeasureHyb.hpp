// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Where HYB storage divides a matrix.
#pragma once

#include <algorithm>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_JoinReducer.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/hyb/Sporos_HybMatrix.hpp"

namespace sporos {
namespace detail {

// The widths that are examined in one pass: on a GPU the launch and the wait dominate the time of a pass.
inline constexpr int hyb_widths = 16;

// How many rows have at least `low + step`, `low + 2 * step`, ... entries, and how many entries are past `low`.
struct HybCounts {
  Counts<hyb_widths> rows{};
  std::int64_t remainder = 0;

  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    Counts<hyb_widths>::join(into.rows, from.rows);
    into.remainder = into.remainder + from.remainder;
  }
};

template <class Offset>
struct CountForHyb {
  const Offset* row_offsets;
  std::int64_t low;
  std::int64_t step;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, HybCounts& counts) const {
    const auto entries = static_cast<std::int64_t>(row_offsets[row + 1]) - static_cast<std::int64_t>(row_offsets[row]);
    for (int i = 0; i < hyb_widths; ++i) counts.rows.of[i] += entries >= low + (i + 1) * step ? 1 : 0;
    if (entries > low) counts.remainder += entries - low;
  }
};

template <class ExecutionSpace, class View>
HybCounts count_for_hyb(const ExecutionSpace& exec, const View& view, std::int64_t low, std::int64_t step) {
  return join_over<HybCounts>("sporos::measure_hyb", exec, view.num_rows,
                              CountForHyb<typename View::offset_type>{view.row_offsets.data(), low, step});
}

// The largest width `k` for which enough rows have a `k`-th entry. It is at most `nnz / needed`, since the ELL part
// then has at least `needed` entries for each of its `k` columns.
template <class ExecutionSpace, class View>
HybSplit split_by_rule(const ExecutionSpace& exec, const View& view, const HybRule& rule) {
  const std::int64_t needed = rows_for_ell(rule, view.num_rows);
  std::int64_t low = 0;
  std::int64_t high = view.nnz() / needed;
  while (low < high) {
    const std::int64_t step = (high - low + hyb_widths - 1) / hyb_widths;
    const HybCounts counts = count_for_hyb(exec, view, low, step);
    int wide = 0;
    while (wide < hyb_widths && counts.rows.of[wide] >= needed) ++wide;
    if (step == 1) {
      // Each further column of ELL takes one entry from every row that has one.
      std::int64_t remainder = counts.remainder;
      for (int i = 0; i < wide; ++i) remainder -= counts.rows.of[i];
      return {low + wide, remainder};
    }
    low += wide * step;
    high = std::min(high, low + step - 1);
  }
  return {low, count_for_hyb(exec, view, low, 1).remainder};
}

template <class ExecutionSpace, class View>
HybSplit hyb_split(const ExecutionSpace& exec, const View& view, const HybOptions& options, const char* function) {
  require(options.rule.ell_speed >= 1 && options.rule.fewest_rows >= 0, function, "rule {ell_speed ",
          options.rule.ell_speed, ", fewest_rows ", options.rule.fewest_rows,
          "} must have a speed of 1 or more and no negative number of rows");
  const std::int64_t given = options.width.value_or(0);
  require(given >= 0 && given <= INT32_MAX, function, "width = ", given, " is not in [0, ", INT32_MAX, "]");
  if (options.width) return {given, count_for_hyb(exec, view, given, 1).remainder};
  return split_by_rule(exec, view, options.rule);
}

}  // namespace detail

/// \brief Where to_hyb() would divide a matrix; a few passes over the row offsets, waits for the result.
/// \throws std::invalid_argument where the options make no sense
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
HybSplit measure_hyb(const ExecutionSpace& exec, const Matrix& A, const HybOptions& options = {}) {
  detail::require_kokkos("measure_hyb");
  return detail::hyb_split(exec, detail::crs_view_for("measure_hyb", A), options, "measure_hyb");
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, HybOptions>, Given...>>
HybSplit measure_hyb(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::measure_hyb: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::HybOptions");
  return HybSplit();
}

}  // namespace sporos
