// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Cooperating lanes: `y = alpha*A*x + beta*y`, `Coop` lanes to a row.
///
/// Who computes what: the threads of a team form `block_size / Coop` groups; team `t` covers `repeat * block_size /
/// Coop` consecutive rows in `repeat` sweeps, each group one row a sweep. The lanes of a group stride the row and add
/// up their partial sums; the first of them writes y.
///
/// The launch must give `block_count(shape, num_rows)` teams of `block_size` threads with vector length 1 and, per
/// team, GroupSum's scratch. Lanes come from `team_rank()` and not from `ThreadVectorRange`, whose run-time vector
/// length costs a quarter of the speed.
///
/// Bytes: at least `nnz * (sizeof(Value) + sizeof(Column)) + rows * (sizeof(Offset) + sizeof(Y)) + columns *
/// sizeof(X)`. Source: Reguly & Giles 2012, section 4 and figure 3.
#pragma once

#include <utility>

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/Sporos_VectorReader.hpp"
#include "core/kernels/Sporos_CrsArrays.hpp"

namespace sporos {

template <class ExecutionSpace, class Arrays, class Reader, class Y, class Sum, Reduction How, int Coop, int InFlight>
struct CoopKernel {
  using entry_index = typename Arrays::entry_index;
  using Load = ReadOnly<ExecutionSpace>;

  Arrays matrix;
  Reader x;
  Y* y;
  Sum alpha;
  Sum beta;
  int repeat;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int groups = member.team_size() / Coop;
    const int lane = member.team_rank() % Coop;
    std::int64_t row = static_cast<std::int64_t>(member.league_rank()) * repeat * groups + member.team_rank() / Coop;
    const GroupSum<ExecutionSpace, How, Coop, Sum> group(member);
    // Every lane makes every sweep: the scratch form of the sum waits for the whole team on some backends.
    for (int sweep = 0; sweep < repeat; ++sweep, row += groups) {
      Sum partial(0);
      if (row < matrix.num_rows) {
        const entry_index end = static_cast<entry_index>(Load::load(matrix.row_offsets + row + 1));
        entry_index k = static_cast<entry_index>(Load::load(matrix.row_offsets + row)) + lane;
        partial = row_share(k, end);
      }
      const Sum sum = group.sum(member, partial);
      if (lane == 0 && row < matrix.num_rows) store(y[row], alpha, sum, beta);
    }
  }

 private:
  struct Factors {
    typename Arrays::value_type value;
    decltype(std::declval<Reader>()(0)) element;

    KOKKOS_INLINE_FUNCTION Sum product() const { return static_cast<Sum>(value) * static_cast<Sum>(element); }
  };

  KOKKOS_INLINE_FUNCTION Factors factors(entry_index k) const {
    return {Load::load(matrix.values + k), x(Load::load(matrix.columns + k))};
  }

  // The entries k, k + Coop, ... of a row; InFlight of them are loaded before any is multiplied.
  KOKKOS_INLINE_FUNCTION Sum row_share(entry_index k, entry_index end) const {
    Sum partial[InFlight] = {};
    for (; k + (InFlight - 1) * Coop < end; k += InFlight * Coop) {
      Factors loaded[InFlight];
      for (int i = 0; i < InFlight; ++i) loaded[i] = factors(k + i * Coop);
      for (int i = 0; i < InFlight; ++i) partial[i] += loaded[i].product();
    }
    for (int i = 0; i < InFlight - 1; ++i) {
      if (k + i * Coop < end) partial[i] += factors(k + i * Coop).product();
    }
    for (int i = 1; i < InFlight; ++i) partial[0] += partial[i];
    return partial[0];
  }
};

}  // namespace sporos
