// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several columns on a host: `y = alpha*A*x + beta*y`, reading the matrix once for N columns.
///
/// Who computes what: share `t` of `T` is the consecutive rows that hold the t-th of T equal parts of nnz + rows. If
/// `carries` are given, a share may also begin or end inside a row of two segments or more. It leaves the sums of the
/// segments of such a row in `carries`, and CutColumnsKernel adds them up. A row has a sum for each column, in a local
/// array that stays in registers. If the elements of a row of x are contiguous, a leaf sums some rows at a time, where
/// there is one for the processor, and elsewhere the compiler vectorises the loop over columns. If they are not, a
/// block of rows is multiplied for one group of columns after the other (Sporos_ColumnsRule.hpp). Entries are
/// prefetched.
///
/// Bytes: as CoopKernel, with x and y N times. With carries, long rows are always the sums of their segments, added in
/// order, so the result does not depend on the number of shares.
#pragma once

#include "core/device/Sporos_ColumnsReader.hpp"
#include "core/device/Sporos_Prefetch.hpp"
#include "core/device/host/Sporos_ColumnSums.hpp"
#include "core/device/host/Sporos_SideBySideSums.hpp"
#include "core/kernels/Sporos_ColumnsEpilogue.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/crs/Sporos_SegmentedRows.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"
#include "policies/crs/Sporos_PrefetchRule.hpp"

namespace sporos {
namespace detail {

/// \brief Whether there are leaves for several columns of these types.
template <class Operand>
struct ColumnsHaveLeaves : std::false_type {};
template <class ExecutionSpace, class Value, class Column, class Offset, class X, int N, class Sum>
struct ColumnsHaveLeaves<CrsOperand<ExecutionSpace, CrsArrays<Value, Column, Offset>,
                                    ColumnsReader<ExecutionSpace, X, N, true>, Columns<Sum, N>>>
    : std::bool_constant<columns_have_leaves(N) && types_have_leaves<Value, Column, X, Sum>> {};

/// \brief The leaf for an operand, and whether it prefetches.
template <class Operand, bool = ColumnsHaveLeaves<Operand>::value>
struct LeafOfColumns {
  LeafOfColumns(HostLevel, bool) {}
};
template <class Operand>
struct LeafOfColumns<Operand, true> {
  using Arrays = decltype(Operand::matrix);
  using X = std::remove_const_t<std::remove_pointer_t<decltype(Operand::x.data)>>;

  ColumnSumsLeaf<typename Arrays::value_type, X, typename Arrays::offset_type> leaf;  ///< or nullptr
  bool prefetches;

  LeafOfColumns(HostLevel level, bool prefetches_entries)
      : leaf(column_sums_leaf<columns_read<decltype(Operand::x)>, typename Arrays::value_type, X,
                              typename Arrays::offset_type>(level)),
        prefetches(prefetches_entries) {}
};

template <class Operand, class Epilogue>
struct ColumnsHostKernel {
  using Reader = decltype(Operand::x);
  static constexpr int N = columns_read<Reader>;

  using Sum = typename Epilogue::sum_t;
  using Rows = SegmentedRows<typename decltype(Operand::matrix)::offset_type>;

  Operand a;
  Epilogue epilogue;
  Rows rows;
  std::int64_t shares;
  Sum* carries;  ///< for long rows that shares have in common; nullptr if no row is cut
  LeafOfColumns<Operand> leaf;

  void operator()(std::int64_t share) const {
    const auto from = rows.point(share, shares);
    const auto to = rows.point(share + 1, shares);
    if (carries == nullptr) return run_rows(from.row, to.row);
    std::int64_t row = from.row;
    if (from.segment > 0) {
      const bool ends_here = to.row > row;
      sum_segments(row, from.segment, ends_here ? rows.segments(row) : to.segment);
      if (!ends_here) return;
      ++row;
    }
    while (row < to.row) {
      std::int64_t next = row;
      while (next < to.row && rows.segments(next) == 1) ++next;
      run_rows(row, next);
      if (next < to.row) epilogue(next, sum_of_segments(next));
      row = next + 1;
    }
    if (to.segment > 0) sum_segments(to.row, 0, to.segment);
  }

 private:
  void sum_segments(std::int64_t row, std::int64_t from, std::int64_t to) const {
    for (std::int64_t i = from; i < to; ++i) carries[rows.carry(row, i)] = sum_segment(row, i);
  }

  Sum sum_of_segments(std::int64_t row) const {
    Sum sum = sum_segment(row, 0);
    const std::int64_t segments = rows.segments(row);
    for (std::int64_t i = 1; i < segments; ++i) sum += sum_segment(row, i);
    return sum;
  }

  Sum sum_segment(std::int64_t row, std::int64_t i) const {
    constexpr int some = Reader::side_by_side || N <= 4 ? N : 4;
    Sum sum(0);
    for (int first = 0; first < a.x.count; first += some) {
      if (a.x.count - first >= some) {
        add<some, true>(a, first, rows.begin(row, i), rows.end(row, i), numbers_of(sum) + first);
      } else {
        add<some, false>(a, first, rows.begin(row, i), rows.end(row, i), numbers_of(sum) + first);
      }
    }
    return sum;
  }

  void run_rows(std::int64_t begin, std::int64_t end) const {
    if constexpr (Reader::side_by_side || N <= 4) {
      run_columns<N>(0, begin, end);
    } else if (columns_at_a_time(a.matrix.num_rows, rows.offset(a.matrix.num_rows) - rows.offset(0)) == 8) {
      run_blocks<8>(begin, end);
    } else {
      run_blocks<4>(begin, end);
    }
  }

  template <int Some>
  void run_blocks(std::int64_t row, std::int64_t end) const {
    while (row < end) {
      const std::int64_t last = Some < a.x.count ? end_of_block(row, end) : end;
      for (int first = 0; first < a.x.count; first += Some) run_columns<Some>(first, row, last);
      row = last;
    }
  }

  std::int64_t end_of_block(std::int64_t row, std::int64_t end) const {
    const std::int64_t last = end - row < columns_block_rows ? end : row + columns_block_rows;
    const auto begin = static_cast<std::int64_t>(a.matrix.row_offsets[row]);
    do {
      ++row;
    } while (row < last && static_cast<std::int64_t>(a.matrix.row_offsets[row]) - begin < columns_block_entries);
    return row;
  }

  // Multiplies `Some` columns from `first` on, or as many as there are.
  template <int Some>
  void run_columns(int first, std::int64_t row, std::int64_t last) const {
    epilogue.template columns_from<Some>(first).resolve([&](const auto& resolved) {
      if (a.x.count - first >= Some) {
        if constexpr (ColumnsHaveLeaves<Operand>::value) {
          if (leaf.leaf != nullptr) return run_leaf(resolved, row, last);
        }
        run<Some, true>(a, first, resolved, row, last);
      } else {
        run<Some, false>(a, first, resolved, row, last);
      }
    });
  }

  template <class Resolved>
  void run_leaf(const Resolved epilogue_here, std::int64_t row, std::int64_t last) const {
    constexpr std::int64_t some = column_leaf_rows;
    alignas(64) typename Resolved::sum_t sums[some];
    const std::int64_t readable = rows.offset(a.matrix.num_rows);
    for (; row < last; row += some) {
      const std::int64_t count = last - row < some ? last - row : some;
      leaf.leaf(
          {a.matrix.row_offsets + row, count, a.matrix.columns, a.matrix.values, a.x.data, readable, leaf.prefetches},
          a.x.row_stride, sums[0].numbers);
      for (std::int64_t i = 0; i < count; ++i) epilogue_here(row + i, sums[i]);
    }
  }

  // By value, because y could alias the members.
  template <int Some, bool All, class Resolved>
  static void run(const Operand a, int first, const Resolved epilogue, std::int64_t row, std::int64_t last) {
    for (; row < last; ++row) {
      const auto begin = static_cast<std::int64_t>(a.matrix.row_offsets[row]);
      const auto end = static_cast<std::int64_t>(a.matrix.row_offsets[row + 1]);
      if (first == 0) {
        prefetch(a.matrix.values + begin, prefetch_distance);
        prefetch(a.matrix.columns + begin, prefetch_distance);
      }
      typename Resolved::sum_t sum;
      add<Some, All>(a, first, begin, end, numbers_of(sum));
      epilogue(row, sum);
    }
  }

  // The sums are in a local array whose address is not passed on, so that they stay in registers.
  template <int Some, bool All, class T>
  static void add(const Operand& a, int first, std::int64_t k, std::int64_t end, T* to) {
    const int count = a.x.count - first;
    const std::int64_t row_stride = a.x.row_stride;
    const std::int64_t column_stride = a.x.stride();
    const auto* const data = a.x.data + first * column_stride;
    const auto* const columns = a.matrix.columns;
    const auto* const values = a.matrix.values;
    if constexpr (All && Reader::side_by_side) {
      SideBySideSums<T, std::decay_t<decltype(*data)>, Some> sums;
      for (; k < end; ++k) {
        sums.add(static_cast<T>(values[k]), data + static_cast<std::int64_t>(columns[k]) * row_stride);
      }
      sums.write(to);
    } else {
      constexpr int chains = column_chains(Some);
      T sums[chains][Some] = {};
      const auto add_entry = [&](std::int64_t entry, T(&to_these)[Some]) {
        const auto value = static_cast<T>(values[entry]);
        const auto* const x = data + static_cast<std::int64_t>(columns[entry]) * row_stride;
        for (int c = 0; c < Some; ++c) {
          if (All || c < count) to_these[c] += value * static_cast<T>(x[c * column_stride]);
        }
      };
      for (; k + chains <= end; k += chains) {
        for (int i = 0; i < chains; ++i) add_entry(k + i, sums[i]);
      }
      for (; k < end; ++k) add_entry(k, sums[0]);
      for (int c = 0; c < Some; ++c) {
        for (int i = 1; i < chains; ++i) sums[0][c] += sums[i][c];
        to[c] = sums[0][c];
      }
    }
  }

  template <class Sums>
  static auto* numbers_of(Sums& sums) {
    if constexpr (is_columns<Sums>) {
      return sums.numbers;
    } else {
      return &sums;
    }
  }
};

/// \brief Adds up the carries of the rows that ColumnsHostKernel cut: index `t` handles the row in which share `t + 1`
/// begins, unless share `t` also begins inside that row.
template <class Rows, class Epilogue>
struct CutColumnsKernel {
  using Sum = typename Epilogue::sum_t;

  Rows rows;
  Epilogue epilogue;
  std::int64_t shares;
  const Sum* carries;

  void operator()(std::int64_t share) const {
    const auto to = rows.point(share + 1, shares);
    if (to.segment == 0) return;
    const auto from = rows.point(share, shares);
    if (from.row == to.row && from.segment > 0) return;
    const Sum* const first = carries + rows.carry(to.row, 0);
    Sum sum = first[0];
    const std::int64_t segments = rows.segments(to.row);
    for (std::int64_t i = 1; i < segments; ++i) sum += first[i];
    epilogue(to.row, sum);
  }
};

}  // namespace detail
}  // namespace sporos
