// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Equal shares of work on a host, `y = alpha*A*x + beta*y`: CoopKernel's counterpart there.
///
/// Who computes what: team `t` of `T`, one thread each, takes the consecutive rows that hold the t-th of T equal parts
/// of nnz + rows, found by bisection in the row offsets. (Besides its entries, a row costs about as much as one more
/// entry.) A row is summed in `Coop` independent partial sums, which the compiler turns into vector lanes or at least
/// into parallel chains of additions. The kernel calls the function that does so for some rows at a time: it is
/// compiled once for each matrix and width, whatever becomes of the sums.
///
/// The launch must give teams of one thread. Bytes: as CoopKernel. Every row belongs to one thread, so the result does
/// not depend on the number of teams.
#pragma once

#include "core/device/Sporos_Prefetch.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/crs/Sporos_SegmentedRows.hpp"
#include "policies/crs/Sporos_PrefetchRule.hpp"

namespace sporos {
namespace detail {

/// \brief Sums rows in `Coop` partial sums each.
template <class Operand, int Coop>
class PartialSums {
 public:
  using Sum = typename Operand::sum_t;

  /// Writes the sums of the rows `row` to `last - 1`.
  /// \tparam Prefetches  whether entries are prefetched
  template <bool Prefetches>
  static void sum_rows(const Operand& given, std::int64_t row, std::int64_t last, Sum* sums) {
    const Operand a = given;  // a local copy: `sums` could alias the argument
    auto begin = static_cast<std::int64_t>(a.matrix.row_offsets[row]);
    for (; row < last; ++row) {
      const auto end = static_cast<std::int64_t>(a.matrix.row_offsets[row + 1]);
      *sums++ = row_sum<Prefetches>(a, begin, end);
      begin = end;
    }
  }

 private:
  // Prefetches once a row, or in each step of a loop that is needed anyway. A loop over cache lines would need one more
  // branch, which is mispredicted if rows differ in length.
  template <bool Prefetches>
  static Sum row_sum(const Operand& a, std::int64_t k, std::int64_t end) {
    Sum partial[Coop] = {};
    if constexpr (Coop >= 4) {
      // With pointers: with an index and this many sums, the compiler runs out of registers for the loop.
      auto value = a.matrix.values + k;
      auto column = a.matrix.columns + k;
      for (const auto last = a.matrix.values + end; last - value >= Coop; value += Coop, column += Coop) {
        add<Prefetches>(a, value, column, partial);
      }
      k = value - a.matrix.values;
    } else {
      if constexpr (Prefetches && Coop == 1) ask_ahead_of(a.matrix.values + k, a.matrix.columns + k);
      for (; k + Coop <= end; k += Coop) {
        add<Prefetches && Coop == 2>(a, a.matrix.values + k, a.matrix.columns + k, partial);
      }
    }
    for (; k < end; ++k) partial[0] += a.product(a.matrix.values[k], a.matrix.columns[k]);
    for (int lane = 1; lane < Coop; ++lane) partial[0] += partial[lane];
    return partial[0];
  }

  template <bool Prefetches, class Value, class Column>
  static void add(const Operand& a, const Value* value, const Column* column, Sum (&partial)[Coop]) {
    if constexpr (Prefetches) ask_ahead_of(value, column);
    for (int lane = 0; lane < Coop; ++lane) partial[lane] += a.product(value[lane], column[lane]);
  }

  template <class Value, class Column>
  static void ask_ahead_of(const Value* value, const Column* column) {
    prefetch(value, prefetch_distance);
    prefetch(column, prefetch_distance);
  }
};

template <class Operand, class Epilogue>
struct CrsHostKernel {
  using Sum = typename Operand::sum_t;
  /// PartialSums::sum_rows
  using SumRows = void (*)(const Operand& a, std::int64_t row, std::int64_t last, Sum* sums);

  static constexpr std::int64_t rows_at_once = 64;

  Operand a;
  Epilogue epilogue;
  SumRows sum_rows;

  template <class Member>
  void operator()(const Member& member) const {
    const std::int64_t begin = first_row(member.league_rank(), member.league_size());
    const std::int64_t end = first_row(member.league_rank() + 1, member.league_size());
    epilogue.resolve([&](const auto& resolved) {
      const auto finish = resolved;  // a local copy, because y could alias the argument
      in_noticed_parts(finish, begin, end, [&](std::int64_t row, std::int64_t last) {
        Sum sums[rows_at_once];
        for (; row < last; row += rows_at_once) {
          const std::int64_t rows = last - row < rows_at_once ? last - row : rows_at_once;
          sum_rows(a, row, row + rows, sums);
          for (std::int64_t i = 0; i < rows; ++i) finish(row + i, sums[i]);
        }
      });
    });
  }

 private:
  // The first row that has at least share/shares of the work before it.
  std::int64_t first_row(std::int64_t share, std::int64_t shares) const {
    if (share == 0) return 0;
    if (share == shares) return a.matrix.num_rows;
    const auto* const offsets = a.matrix.row_offsets;
    return first_row_behind(offsets, a.matrix.num_rows, share_of_work(offsets, a.matrix.num_rows, share, shares));
  }
};

}  // namespace detail
}  // namespace sporos
