// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several columns on a host: `y = alpha*A*x + beta*y`, the matrix read once for N of them.
///
/// Who computes what: team `t` of `T`, one thread each, takes the consecutive rows that hold the t-th of T equal parts
/// of nnz + rows. A row has a sum for each column, in an array of its own: that stays in registers, and where the
/// numbers of a row of x are neighbours the compiler makes vectors of it. The launch must give teams of one thread.
///
/// Bytes: as CoopKernel, with x and y N times. Every row belongs to one thread, so the result does not depend on the
/// number of teams.
#pragma once

#include "core/device/Sporos_ColumnsReader.hpp"
#include "core/kernels/Sporos_ColumnsEpilogue.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue>
struct ColumnsHostKernel {
  using Sum = typename Operand::sum_t;
  static constexpr int N = columns_read<decltype(Operand::x)>;

  Operand a;
  Epilogue epilogue;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t begin = first_row(member.league_rank(), member.league_size());
    const std::int64_t end = first_row(member.league_rank() + 1, member.league_size());
    if (a.x.count >= N) {
      run<true>(a, epilogue, begin, end);
    } else {
      run<false>(a, epilogue, begin, end);
    }
  }

 private:
  // By value: y could alias the members.
  template <bool All>
  KOKKOS_INLINE_FUNCTION static void run(const Operand a, const Epilogue epilogue, std::int64_t row,
                                         std::int64_t last_row) {
    for (; row < last_row; ++row) {
      Sum sum(0);
      const auto end = static_cast<std::int64_t>(a.matrix.row_offsets[row + 1]);
      add<All>(a, static_cast<std::int64_t>(a.matrix.row_offsets[row]), end, sum);
      epilogue(row, sum);
    }
  }

  // In an array whose address goes nowhere, so that it stays in registers.
  template <bool All>
  KOKKOS_FORCEINLINE_FUNCTION static void add(const Operand& a, std::int64_t k, std::int64_t end, Sum& sum) {
    using T = std::decay_t<decltype(number_of_column(Sum(), 0))>;
    const int count = a.x.count;
    const std::int64_t row_stride = a.x.row_stride;
    const std::int64_t column_stride = a.x.stride();
    const auto* const data = a.x.data;
    const auto* const columns = a.matrix.columns;
    const auto* const values = a.matrix.values;
    T sums[N] = {};
    for (; k < end; ++k) {
      const auto value = static_cast<T>(values[k]);
      const auto* const x = data + static_cast<std::int64_t>(columns[k]) * row_stride;
      for (int c = 0; c < N; ++c) {
        if (All || c < count) sums[c] += value * static_cast<T>(x[c * column_stride]);
      }
    }
    if constexpr (N == 1) {
      sum = sums[0];
    } else {
      for (int c = 0; c < N; ++c) sum.numbers[c] = sums[c];
    }
  }

  // The first row with at least share/shares of the work before it.
  KOKKOS_INLINE_FUNCTION std::int64_t first_row(std::int64_t share, std::int64_t shares) const {
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

  KOKKOS_INLINE_FUNCTION std::int64_t work_before(std::int64_t row) const {
    return static_cast<std::int64_t>(a.matrix.row_offsets[row]) - static_cast<std::int64_t>(a.matrix.row_offsets[0]) +
           row;
  }
};

}  // namespace detail
}  // namespace sporos
