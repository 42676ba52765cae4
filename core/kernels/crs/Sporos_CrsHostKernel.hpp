// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Equal shares of work: the host's form of the cooperating-rows kernel, `y = alpha*A*x + beta*y`.
///
/// Who computes what: team `t` of `T`, one thread each, takes the consecutive rows that hold the t-th of T equal
/// parts of nnz + rows (a row costs about as much as an entry beside its entries), found by bisection in the row
/// offsets. A row is summed in `Coop` independent partial sums, which the compiler turns into vector lanes or at
/// least into parallel chains of additions. With `prefetches`, entries are asked for some time before they are used.
///
/// The launch must give teams of one thread. Bytes: as CoopKernel. Every row belongs to one thread, so the result
/// does not depend on the number of teams.
#pragma once

#include "core/device/Sporos_Prefetch.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Store.hpp"
#include "policies/crs/Sporos_PrefetchRule.hpp"

namespace sporos {

template <class Operand, class Y, int Coop>
struct CrsHostKernel {
  using Sum = typename Operand::sum_t;

  Operand a;
  Y* y;
  Sum alpha;
  Sum beta;
  bool prefetches;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t begin = first_row(member.league_rank(), member.league_size());
    const std::int64_t end = first_row(member.league_rank() + 1, member.league_size());
    if (beta == Sum(0)) {
      run<false>(begin, end);
    } else {
      run<true>(begin, end);
    }
  }

 private:
  template <bool ReadsY>
  KOKKOS_INLINE_FUNCTION void run(std::int64_t row, std::int64_t last_row) const {
    if (prefetches) {
      run<ReadsY, true>(*this, row, last_row);
    } else {
      run<ReadsY, false>(*this, row, last_row);
    }
  }

  // By value: y could alias the members, so each of them would be loaded again for every row.
  template <bool ReadsY, bool Prefetches>
  KOKKOS_INLINE_FUNCTION static void run(const CrsHostKernel kernel, std::int64_t row, std::int64_t last_row) {
    auto begin = static_cast<std::int64_t>(kernel.a.matrix.row_offsets[row]);
    for (; row < last_row; ++row) {
      const auto end = static_cast<std::int64_t>(kernel.a.matrix.row_offsets[row + 1]);
      const Sum sum = kernel.template row_sum<Prefetches>(begin, end);
      store(kernel.y[row], kernel.alpha, sum, ReadsY ? kernel.beta : Sum(0));
      begin = end;
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

  // Entries ahead are asked for once a row or in each step that there is anyway: steps of a cache line beside these
  // would end in one more branch that is mispredicted where rows differ in length.
  template <bool Prefetches>
  KOKKOS_INLINE_FUNCTION Sum row_sum(std::int64_t k, std::int64_t end) const {
    Sum partial[Coop] = {};
    if constexpr (Coop >= 4) {
      // Along pointers: with an index, that many sums leave the compiler too few registers for the loop.
      auto value = a.matrix.values + k;
      auto column = a.matrix.columns + k;
      for (const auto last = a.matrix.values + end; last - value >= Coop; value += Coop, column += Coop) {
        add<Prefetches>(value, column, partial);
      }
      k = value - a.matrix.values;
    } else {
      if constexpr (Prefetches && Coop == 1) ask_ahead_of(a.matrix.values + k, a.matrix.columns + k);
      for (; k + Coop <= end; k += Coop) {
        add<Prefetches && Coop == 2>(a.matrix.values + k, a.matrix.columns + k, partial);
      }
    }
    for (; k < end; ++k) partial[0] += product(a.matrix.values[k], a.matrix.columns[k]);
    for (int lane = 1; lane < Coop; ++lane) partial[0] += partial[lane];
    return partial[0];
  }

  template <bool Prefetches, class Value, class Column>
  KOKKOS_FORCEINLINE_FUNCTION void add(const Value* value, const Column* column, Sum (&partial)[Coop]) const {
    if constexpr (Prefetches) ask_ahead_of(value, column);
    for (int lane = 0; lane < Coop; ++lane) partial[lane] += product(value[lane], column[lane]);
  }

  template <class Value, class Column>
  KOKKOS_FORCEINLINE_FUNCTION static void ask_ahead_of(const Value* value, const Column* column) {
    prefetch(value, prefetch_distance);
    prefetch(column, prefetch_distance);
  }

  template <class Value, class Column>
  KOKKOS_FORCEINLINE_FUNCTION Sum product(const Value& value, const Column& column) const {
    return static_cast<Sum>(value) * static_cast<Sum>(a.x(column));
  }
};

}  // namespace sporos
