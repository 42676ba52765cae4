// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Adds up the carries of rows that teams share, in a fixed order, and hands the sums to the epilogue.
///
/// Who computes what: `width` lanes take row `i` of the list, whose carries are `begin[i]` to `end[i] - 1`. A row with
/// many carries is summed by a whole warp, if the backend has a Ballot. The launch must give enough teams for all rows
/// of the list, and GroupSum's scratch. Bytes: one Sum per carry, and what the epilogue reads and writes for each row
/// of the list.
#pragma once

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_RowNews.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

/// \brief The rows that teams share, with their carries. A place of the list without carries is skipped.
template <class Sum>
struct SharedRows {
  std::int64_t count;
  const std::int64_t* rows;
  const std::int64_t* begin;
  const std::int64_t* end;
  const Sum* carries;
};

template <class ExecutionSpace, class Epilogue, Reduction How>
struct FixUpKernel {
  using Sum = typename Epilogue::sum_t;
  using Vote = Ballot<ExecutionSpace>;
  static constexpr int width = How == Reduction::thread ? 1 : fix_up_lanes;
  static constexpr int max_carries = max_carries_of_lane * width;

  SharedRows<Sum> shared;
  Epilogue epilogue;
  RowNews news = {};  ///< of even rows, nothing was written into the list

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if (news.are_even()) return;
    const int groups = member.team_size() / width;
    const int lane = member.team_rank() % width;
    const std::int64_t i = static_cast<std::int64_t>(member.league_rank()) * groups + member.team_rank() / width;
    const GroupSum<ExecutionSpace, How, Sum> group(member);
    const std::int64_t count = i < shared.count ? shared.end[i] - shared.begin[i] : 0;
    const bool ours = !Vote::exists || count <= max_carries;
    const Sum sum = group.sum(member, ours ? part(i, count, lane, width) : Sum(0), width);
    if (lane == 0 && ours && count > 0) epilogue(shared.rows[i], sum);
    if constexpr (Vote::exists) {
      Vote::for_each_asking(lane == 0 && !ours, [&](int asking) {
        const int warp_lane = member.team_rank() % Vote::lanes;
        const std::int64_t asked = i + (asking - warp_lane + lane) / width;
        const Sum whole = group.sum(
            member, part(asked, shared.end[asked] - shared.begin[asked], warp_lane, Vote::lanes), Vote::lanes);
        if (warp_lane == 0) epilogue(shared.rows[asked], whole);
      });
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION Sum part(std::int64_t i, std::int64_t count, int lane, int lanes) const {
    Sum sum(0);
    for (std::int64_t k = lane; k < count; k += lanes) sum += shared.carries[shared.begin[i] + k];
    return sum;
  }
};

}  // namespace detail
}  // namespace sporos
