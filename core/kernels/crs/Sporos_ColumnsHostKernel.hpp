// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several columns on a host: `y = alpha*A*x + beta*y`, reading the matrix once for N columns.
///
/// Who computes what: team `t` of `T`, one thread each, takes the consecutive rows that hold the t-th of T equal parts
/// of nnz + rows. A row has a sum for each column, in a local array that stays in registers. If the elements of a row
/// of x are contiguous, the compiler vectorises the loop over columns. If not, a block of rows is multiplied for one
/// group of columns after the other (Sporos_ColumnsRule.hpp). Entries are prefetched. The launch must give teams of one
/// thread.
///
/// Bytes: as CoopKernel, with x and y N times. Every row belongs to one thread, so the result does not depend on the
/// number of teams.
#pragma once

#include "core/device/Sporos_ColumnsReader.hpp"
#include "core/device/Sporos_Prefetch.hpp"
#include "core/device/host/Sporos_SideBySideSums.hpp"
#include "core/kernels/Sporos_ColumnsEpilogue.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"
#include "policies/crs/Sporos_PrefetchRule.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue>
struct ColumnsHostKernel {
  using Reader = decltype(Operand::x);
  static constexpr int N = columns_read<Reader>;

  Operand a;
  Epilogue epilogue;

  template <class Member>
  void operator()(const Member& member) const {
    const std::int64_t begin = first_row(member.league_rank(), member.league_size());
    const std::int64_t end = first_row(member.league_rank() + 1, member.league_size());
    if constexpr (Reader::side_by_side || N <= 4) {
      run_columns<N>(0, begin, end);
    } else if (columns_at_a_time(a.matrix.num_rows, work_before(a.matrix.num_rows) - a.matrix.num_rows) == 8) {
      run_blocks<8>(begin, end);
    } else {
      run_blocks<4>(begin, end);
    }
  }

 private:
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
        run<Some, true>(a, first, resolved, row, last);
      } else {
        run<Some, false>(a, first, resolved, row, last);
      }
    });
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
      if constexpr (Some == 1) {
        add<Some, All>(a, first, begin, end, &sum);
      } else {
        add<Some, All>(a, first, begin, end, sum.numbers);
      }
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

  // The first row that has at least share/shares of the work before it.
  std::int64_t first_row(std::int64_t share, std::int64_t shares) const {
    if (share == 0) return 0;
    if (share == shares) return a.matrix.num_rows;
    const std::int64_t total = work_before(a.matrix.num_rows);
    const std::int64_t wanted = total / shares * share + total % shares * share / shares;
    std::int64_t low = 0;
    std::int64_t high = a.matrix.num_rows;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (work_before(middle) < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  std::int64_t work_before(std::int64_t row) const {
    return static_cast<std::int64_t>(a.matrix.row_offsets[row]) - static_cast<std::int64_t>(a.matrix.row_offsets[0]) +
           row;
  }
};

}  // namespace detail
}  // namespace sporos
