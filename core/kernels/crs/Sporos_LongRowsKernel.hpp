// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The long rows of a plan in a separate launch, one segment per team.
///
/// For kernels that would become slower if they used more registers. The launch must give a team for each segment and
/// the scratch of ListedSegments. Bytes and source: LongRowSums.
#pragma once

#include "core/kernels/crs/Sporos_LongRowSums.hpp"

namespace sporos {
namespace detail {

/// \brief Segments that a plan has listed, one per team.
template <class Sum>
struct ListedSegments {
  std::int64_t num_segments;
  const LongRowSegment* list;
  LongRowSums<Sum> sums;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int block_size) {
    return LongRowSums<Sum>::scratch_bytes(block_size);
  }

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t count() const { return num_segments; }

  template <class Member, class Operand, class Epilogue>
  KOKKOS_INLINE_FUNCTION void run(const Member& member, std::int64_t team, const Operand& a,
                                  const Epilogue& epilogue) const {
    auto* const scratch = static_cast<Sum*>(member.team_scratch(0).get_shmem(scratch_bytes(member.team_size())));
    sums.add(member, a, epilogue, list[team], team, scratch);
  }
};

template <class Operand, class Epilogue>
struct LongRowsKernel {
  using Sum = typename Operand::sum_t;

  Operand a;
  Epilogue epilogue;
  ListedSegments<Sum> segments;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    segments.run(member, member.league_rank(), a, epilogue);
  }
};

}  // namespace detail
}  // namespace sporos
