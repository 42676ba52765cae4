// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The long rows that another kernel has left out: one team a piece.
///
/// The launch must give `num_pieces` teams and a Sum (at least two) of scratch for each thread. Bytes and source:
/// LongRowPieces.
#pragma once

#include "core/kernels/Sporos_LongRowPieces.hpp"

namespace sporos {

template <class Operand, class Y>
struct LongRowsKernel {
  using Sum = typename Operand::sum_t;

  Operand a;
  Y* y;
  Sum alpha;
  Sum beta;
  LongRowPieces<Sum> pieces;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    auto* scratch = static_cast<Sum*>(member.team_scratch(0).get_shmem((member.team_size() + 1) * sizeof(Sum)));
    pieces.run(member, a, y, alpha, beta, member.league_rank(), scratch);
  }
};

}  // namespace sporos
