// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The long rows of a plan in a launch of their own, one stretch a team.
///
/// For kernels that run best with the registers they have. The launch must give a team for each stretch and the
/// scratch of ListedStretches. Bytes and source: LongRowSums.
#pragma once

#include "core/kernels/crs/Sporos_ListedStretches.hpp"

namespace sporos {

template <class Operand, class Y>
struct LongRowsKernel {
  using Sum = typename Operand::sum_t;

  Operand a;
  Y* y;
  Sum alpha;
  Sum beta;
  ListedStretches<Sum> stretches;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    stretches.run(member, member.league_rank(), a, y, alpha, beta);
  }
};

}  // namespace sporos
