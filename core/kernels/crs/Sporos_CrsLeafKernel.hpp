// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Equal shares of work on a host with its vector instructions, `y = alpha*A*x + beta*y`.
///
/// Who computes what: share `t` of `T` is the t-th of T equal parts of nnz + rows. It begins with the first row that
/// has this much work before it, found by bisection in the row offsets. If `carries` are given, and a row of two
/// segments or more is cut there, the share begins with the next whole segment of this row. It stores the sums of the
/// segments of rows that it shares with others in `carries`; CutRowsKernel adds them up. All other rows are summed by
/// the leaves, up to `leaf_rows` per call, and their sums handed to the epilogue.
///
/// How a row is summed depends neither on the number of shares nor on where they begin. The leaf is chosen by all of
/// the `leaf_rows` rows around a row; a long row is always summed segment by segment, and the sums of its segments are
/// added in order. Bytes: as CoopKernel.
#pragma once

#include "core/device/Sporos_ChangesOfLength.hpp"
#include "core/device/host/Sporos_RowSumsLeaves.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "formats/common/Sporos_BeginOfPart.hpp"
#include "formats/crs/Sporos_ColumnDistance.hpp"

namespace sporos {
namespace detail {

/// \brief Where a share begins: at a segment of a row, usually the first.
struct SharePoint {
  std::int64_t row;
  std::int64_t segment;
};

/// \brief A and x in the form that leaves take, and the cuts between shares.
template <class Operand>
struct LeafRows {
  using Arrays = decltype(Operand::matrix);
  using Sum = typename Operand::sum_t;
  using Value = typename Arrays::value_type;
  using Offset = typename Arrays::offset_type;

  Operand a;
  RowSumsLeaves<Value, Sum, Offset> leaves;
  HostLevel level;  ///< that of the leaves
  bool prefetches;
  bool cuts_rows;
  RowStretches stretches;      ///< none if none are known; never together with `carries`
  bool all_are_short = false;  ///< whether every row is known to have fewer entries than two segments

  std::int64_t offset(std::int64_t row) const { return static_cast<std::int64_t>(a.matrix.row_offsets[row]); }
  std::int64_t length(std::int64_t row) const { return offset(row + 1) - offset(row); }

  /// The form for the rows `first` to `end - 1` of a group, of which `num_rows` with `entries` entries are short.
  LeafForm form_of(std::int64_t first, std::int64_t end, std::int64_t num_rows, std::int64_t entries) const {
    const LeafForm even = leaf_form(level, num_rows, entries);
    if (stretches.stretches != nullptr) return even;
    const bool at_least_eight = entries >= 8 * num_rows;
    if (may_be_scattered(level, sizeof(Value)) && even != LeafForm::many && (at_least_eight || prefetches)) {
      const std::int64_t distance = distance_of(first, end);
      if (prefetches && is_far(distance)) return LeafForm::far;
      if (at_least_eight && is_scattered(distance)) return LeafForm::scattered;
    }
    if (may_be_uneven(level, sizeof(Sum), num_rows, entries)) {
      const std::int64_t looked_at = end - first < uneven_samples ? end - first : uneven_samples;
      if (are_uneven(first, looked_at, periods_to_look_for(num_rows, entries))) return LeafForm::uneven;
    }
    return even;
  }

  /// Whether the lengths of the rows change often, also compared with those up to `periods` rows before.
  bool are_uneven(std::int64_t first, std::int64_t rows, int periods) const {
    for (int distance = 1; distance <= periods; ++distance) {
      const std::int64_t changes = changes_of_length(a.matrix.row_offsets + first, rows, distance);
      if (!is_uneven(rows, changes, a.matrix.num_rows)) return false;
    }
    return true;
  }

  /// The distance between neighbouring rows of a group, by its first rows.
  std::int64_t distance_of(std::int64_t first, std::int64_t end) const {
    ColumnDistance distance;
    distance.add(a.matrix.row_offsets, a.matrix.columns, first,
                 end - first < scattered_samples ? end : first + scattered_samples);
    return distance.mean();
  }

  std::int64_t work_before(std::int64_t row) const { return offset(row) - offset(0) + row; }

  /// Computes the sums of `rows` rows, whose offsets begin at `offsets`.
  void sum_rows(LeafForm form, const Offset* offsets, std::int64_t rows, Sum* sums) const {
    leaves.of(form)({offsets, rows, a.matrix.columns, a.matrix.values, a.x.data, offset(a.matrix.num_rows), prefetches,
                     nullptr, nullptr, 0, form == LeafForm::far},
                    sums);
  }

  /// The same for rows whose stretches are known.
  void sum_bands(std::int64_t row, std::int64_t rows, Sum* sums) const {
    leaves.bands({a.matrix.row_offsets + row, rows, a.matrix.columns, a.matrix.values, a.x.data,
                  offset(a.matrix.num_rows), prefetches, stretches.of_row(row), stretches.patterns, row},
                 sums);
  }

  /// The sum of segment `segment` of row `row`. The last segment includes the remaining entries of the row.
  Sum sum_segment(std::int64_t row, std::int64_t segment) const {
    const std::int64_t begin = offset(row) + segment * leaf_segment;
    const std::int64_t end = segment + 1 == leaf_segments(length(row)) ? offset(row + 1) : begin + leaf_segment;
    const Offset offsets[2] = {static_cast<Offset>(begin), static_cast<Offset>(end)};
    Sum sum;
    sum_rows(LeafForm::many, offsets, 1, &sum);
    return sum;
  }

  /// The place of the sum of a segment among the carries; it is different for all segments of long rows.
  std::int64_t carry(std::int64_t row, std::int64_t segment) const {
    return (offset(row) - offset(0)) / leaf_segment + segment;
  }

  SharePoint point(std::int64_t share, std::int64_t shares) const {
    const std::int64_t num_rows = a.matrix.num_rows;
    if (share == 0) return {0, 0};
    if (share == shares) return {num_rows, 0};
    const std::int64_t total = work_before(num_rows);
    const std::int64_t wanted = begin_of_part(total, share, shares);
    std::int64_t low = 0;
    std::int64_t high = num_rows;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (work_before(middle) < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (cuts_rows && low > 0) {
      const std::int64_t segments = leaf_segments(length(low - 1));
      const std::int64_t segment = (wanted - work_before(low - 1) + leaf_segment - 1) / leaf_segment;
      if (segment < segments) return {low - 1, segment};
    }
    return {low, 0};
  }
};

template <class Operand, class Epilogue>
struct CrsLeafKernel {
  using Rows = LeafRows<Operand>;
  using Sum = typename Operand::sum_t;

  Rows rows;
  Epilogue epilogue;
  std::int64_t shares;
  Sum* carries;  ///< nullptr if no row is cut

  void operator()(std::int64_t share) const {
    const SharePoint from = rows.point(share, shares);
    const SharePoint to = rows.point(share + 1, shares);
    std::int64_t row = from.row;
    if (from.segment > 0) {
      const bool whole = to.row > row;
      sum_segments(row, from.segment, whole ? leaf_segments(rows.length(row)) : to.segment);
      if (!whole) return;
      ++row;
    }
    epilogue.resolve([&](const auto& resolved) { run(resolved, row, to.row); });
    if (to.segment > 0) sum_segments(to.row, 0, to.segment);
  }

 private:
  void sum_segments(std::int64_t row, std::int64_t from, std::int64_t to) const {
    for (std::int64_t i = from; i < to; ++i) carries[rows.carry(row, i)] = rows.sum_segment(row, i);
  }

  template <class Resolved>
  void run(const Resolved& resolved, std::int64_t own, std::int64_t last) const {
    in_noticed_parts(resolved, own, last, [&](std::int64_t row, std::int64_t to) { run_part(resolved, row, to); });
  }

  template <class Resolved>
  void run_part(const Resolved& resolved, std::int64_t row, std::int64_t last) const {
    while (row < last) {
      const std::int64_t first = row / leaf_rows * leaf_rows;
      const std::int64_t behind = first + leaf_rows;
      const std::int64_t end = behind < rows.a.matrix.num_rows ? behind : rows.a.matrix.num_rows;
      const std::int64_t stop = end < last ? end : last;
      const std::int64_t entries = rows.offset(end) - rows.offset(first);
      if (entries < 2 * leaf_segment || !any_is_long(first, end)) {
        run_short(resolved, rows.form_of(first, end, end - first, entries), row, stop);
      } else {
        run_mixed(resolved, first, end, row, stop);
      }
      row = stop;
    }
  }

  template <class Resolved>
  void run_short(const Resolved& resolved, LeafForm form, std::int64_t row, std::int64_t stop) const {
    alignas(64) Sum sums[leaf_rows];
    if (rows.stretches.stretches != nullptr && form != LeafForm::many) {
      rows.sum_bands(row, stop - row, sums);
    } else {
      rows.sum_rows(form, rows.a.matrix.row_offsets + row, stop - row, sums);
    }
    const Resolved epilogue_here = resolved;  // a local copy, because y could alias the argument
    for (std::int64_t i = row; i < stop; ++i) epilogue_here(i, sums[i - row]);
  }

  bool any_is_long(std::int64_t row, std::int64_t end) const {
    if (rows.all_are_short) return false;
    bool any = false;
    for (; row < end; ++row) any |= rows.length(row) >= 2 * leaf_segment;
    return any;
  }

  // The rows `row` to `stop - 1` of the block `first` to `end - 1`, of which some may be long.
  template <class Resolved>
  void run_mixed(const Resolved& resolved, std::int64_t first, std::int64_t end, std::int64_t row,
                 std::int64_t stop) const {
    std::int64_t short_rows = 0;
    std::int64_t entries = 0;
    for (std::int64_t i = first; i < end; ++i) {
      const std::int64_t length = rows.length(i);
      const bool is_short = length < 2 * leaf_segment;
      short_rows += is_short ? 1 : 0;
      entries += is_short ? length : 0;
    }
    const LeafForm form = rows.form_of(first, end, short_rows, entries);
    while (row < stop) {
      std::int64_t next = row;
      while (next < stop && rows.length(next) < 2 * leaf_segment) ++next;
      if (next > row) run_short(resolved, form, row, next);
      if (next < stop) {
        Sum sum = rows.sum_segment(next, 0);
        const std::int64_t segments = leaf_segments(rows.length(next));
        for (std::int64_t i = 1; i < segments; ++i) sum += rows.sum_segment(next, i);
        resolved(next, sum);
        ++next;
      }
      row = next;
    }
  }
};

/// \brief Adds up the carries of the rows that CrsLeafKernel cut. Index `t` takes the row in which share `t + 1`
/// begins, unless share `t` begins in this row too.
template <class Operand, class Epilogue>
struct CutRowsKernel {
  using Rows = LeafRows<Operand>;
  using Sum = typename Operand::sum_t;

  Rows rows;
  Epilogue epilogue;
  std::int64_t shares;
  const Sum* carries;

  void operator()(std::int64_t share) const {
    const SharePoint to = rows.point(share + 1, shares);
    if (to.segment == 0) return;
    const SharePoint from = rows.point(share, shares);
    if (from.row == to.row && from.segment > 0) return;
    const std::int64_t first = rows.carry(to.row, 0);
    const std::int64_t segments = leaf_segments(rows.length(to.row));
    Sum sum = carries[first];
    for (std::int64_t i = 1; i < segments; ++i) sum += carries[first + i];
    epilogue(to.row, sum);
  }
};

}  // namespace detail
}  // namespace sporos
