// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The kernel that prepares plans: it inspects a matrix, lists its rows, or does both at once.
///
/// On a GPU a launch and a wait take as long as two small products. So the launch that finds out which lists are needed
/// also makes those that may be.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "core/setup/Sporos_InspectPart.hpp"
#include "core/setup/Sporos_RowLists.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {
namespace detail {

/// \brief Limits of the lists that may be needed of a matrix whose rows have not been inspected yet; all different.
using ListGuesses = std::array<ListLimits, max_lists>;
template <class ExecutionSpace>
using GuessedLists = std::array<RowLists<ExecutionSpace>, max_lists>;

/// \brief The result of inspecting a matrix: what was found, and the lists that were needed.
template <class ExecutionSpace>
struct Inspected {
  Inspection inspection;
  GuessedLists<ExecutionSpace> lists;
};

// The first teams make the lists, the others inspect.
template <class ExecutionSpace, class Matrix>
struct InspectKernel {
  ListRows<ExecutionSpace, typename Matrix::offset_type> listers[max_lists];
  InspectPart<ExecutionSpace, Matrix> inspector;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t team = member.league_rank();
    const std::int64_t of_first = listers[0].room.parts;
    const std::int64_t of_both = listing_teams();
    if (team < of_both) {
      const int list = team < of_first ? 0 : 1;
      listers[list].run(member, team - list * of_first);
    } else {
      inspector.run(member, team - of_both);
    }
  }

  KOKKOS_INLINE_FUNCTION std::int64_t listing_teams() const { return listers[0].room.parts + listers[1].room.parts; }

  std::size_t scratch_bytes(int team_size) const {
    std::size_t bytes = inspector.scratch_bytes(team_size);
    for (const auto& lister : listers) bytes = std::max(bytes, lister.scratch_bytes());
    return bytes;
  }
};

// The lists in the memory that a kernel fills; none if there are no limits.
template <class ExecutionSpace>
RowLists<ExecutionSpace> lists_in(unsigned char* bytes, const ListRoom& room, const ListLimits& limits) {
  RowLists<ExecutionSpace> lists;
  if (room.parts == 0) return lists;
  lists.limits = limits;
  lists.blocks = reinterpret_cast<RowBlock*>(bytes);
  lists.segments = reinterpret_cast<LongRowSegment*>(bytes + room.segments_at());
  lists.slots = reinterpret_cast<SegmentSlot*>(bytes + room.slots_at());
  return lists;
}

template <class ExecutionSpace, class Matrix, class NeedsLists>
Inspected<ExecutionSpace> inspect(const ExecutionSpace& exec, const Matrix& matrix, std::int64_t rows,
                                  std::int64_t entries, const ListGuesses& guesses, const NeedsLists& needs_lists) {
  using Part = InspectPart<ExecutionSpace, Matrix>;
  Inspected<ExecutionSpace> found;
  const auto memory = PerInstance<ExecutionSpace, SetupMemory<ExecutionSpace>>::get(exec);
  const ListRoom rooms[max_lists] = {{matrix.num_rows, matrix.nnz(), guesses[0]},
                                     {matrix.num_rows, matrix.nnz(), guesses[1]}};
  const std::int64_t listing = rooms[0].parts + rooms[1].parts;
  const std::int64_t max_teams = memory->mailboxes.max_inspecting_teams();
  const std::int64_t inspecting = is_host_execution<ExecutionSpace>
                                      ? SetupRule::inspecting_threads(std::max(rows, entries), max_teams)
                                      : SetupRule::inspecting_teams(std::max(rows, entries), listing, max_teams);
  if (listing + inspecting == 0) return found;
  const auto each = [inspecting](std::int64_t count) {
    return inspecting > 0 ? (count + inspecting - 1) / inspecting : 0;
  };
  SetupQuestions questions{inspecting, each(rows), each(entries), {}};
  for (std::size_t i = 0; i < max_lists; ++i) questions.has_lists[i] = {rooms[i].blocks > 0, rooms[i].segments > 0};
  const std::size_t second_at = (rooms[0].bytes() + 63) / 64 * 64;
  auto bytes = memory->blocks.take(exec, second_at + rooms[1].bytes());
  const auto answers = memory->mailboxes.launch_and_wait(exec, questions, needs_lists, [&](const auto& use) {
    const auto lister = [&](std::size_t i) {
      const auto lists = lists_in<ExecutionSpace>(bytes.data() + i * second_at, rooms[i], guesses[i]);
      return ListRows<ExecutionSpace, typename Matrix::offset_type>{matrix.row_offsets.data(),
                                                                    matrix.num_rows,
                                                                    guesses[i],
                                                                    rooms[i],
                                                                    lists.blocks,
                                                                    lists.segments,
                                                                    lists.slots,
                                                                    use.counters + i,
                                                                    use.lengths + i,
                                                                    use.generation};
    };
    const InspectKernel<ExecutionSpace, Matrix> kernel{{lister(0), lister(1)},
                                                       Part(matrix, rows, entries, questions, use)};
    using Bound = Kokkos::LaunchBounds<SetupRule::team_size, SetupRule::teams_of_multiprocessor>;
    TeamsOf<ExecutionSpace, Bound> policy(exec, static_cast<int>(listing + inspecting), Part::team_size, 1);
    policy.set_scratch_size(0, scratch_of_team(kernel.scratch_bytes(Part::team_size)));
    // Without the hint Kokkos copies kernels larger than 512 bytes into constant memory, which may wait.
    constexpr auto light = Kokkos::Experimental::WorkItemProperty::HintLightWeight;
    launch_kernel("sporos::setup[inspect]", Kokkos::Experimental::require(policy, light), kernel);
  });
  found.inspection = answers.inspection;
  if (!answers.has_lengths || bytes.extent(0) == 0) {
    // Even if the kernel is still writing the lists: the next kernel that gets this memory runs after it.
    memory->blocks.give_back(std::move(bytes));
    return found;
  }
  const auto block = std::make_shared<const SetupBlock<ExecutionSpace>>(exec, std::move(bytes));
  for (std::size_t i = 0; i < max_lists; ++i) {
    found.lists[i] = lists_in<ExecutionSpace>(block->data() + i * second_at, rooms[i], guesses[i]);
    found.lists[i].num_blocks = static_cast<std::int64_t>(answers.lengths[i].row_blocks);
    found.lists[i].num_segments = static_cast<std::int64_t>(answers.lengths[i].segments);
    found.lists[i].memory = block;
  }
  return found;
}

/// \brief Inspects every row and, if `with_columns`, every column, and makes the lists that may be needed.
///
/// Waits for what is found. Waits for the lists too if `needs_lists(inspection)`; otherwise, and if a row is wrong,
/// none are returned. On return the kernel may still be reading the row offsets and writing the lists, which are for
/// products on the same instance: those run after it.
template <class ExecutionSpace, class Matrix, class NeedsLists>
Inspected<ExecutionSpace> inspect(const ExecutionSpace& exec, const Matrix& matrix, bool with_columns,
                                  const ListGuesses& guesses, const NeedsLists& needs_lists) {
  return inspect(exec, matrix, matrix.num_rows, with_columns ? matrix.nnz() : 0, guesses, needs_lists);
}

/// \brief Lists the blocks of all rows, and the segments of all rows of more than `limits.long_rows.long_row` entries.
/// The row offsets must be valid.
///
/// The lists depend only on the row offsets, the number of entries and the limits. One pass over the row offsets, a
/// bisection of log2(limits.blocks.rows) steps per row, one wait. Source of the blocks: He & Gao 2016, section 3.1;
/// here, blocks also end where a part ends.
template <class ExecutionSpace, class Matrix>
RowLists<ExecutionSpace> list_rows(const ExecutionSpace& exec, const Matrix& matrix, const ListLimits& limits) {
  return inspect(exec, matrix, 0, 0, {limits, {}}, [](const Inspection&) { return true; }).lists[0];
}

}  // namespace detail
}  // namespace sporos
