// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The one kernel that plans are prepared by: it inspects a matrix, lists its rows, or both at once.
///
/// On a GPU a launch and a wait take as long as two small products, so that what may be needed is made in the launch
/// that finds out whether it is.
#pragma once

#include <algorithm>

#include "core/setup/Sporos_Inspect.hpp"
#include "core/setup/Sporos_RowLists.hpp"
#include "formats/Sporos_CrsView.hpp"

namespace sporos {

/// \brief What an examination finds.
template <class ExecutionSpace>
struct Examination {
  Inspection inspection;
  RowLists<ExecutionSpace> lists;
};

namespace detail {

// The first teams list, the others inspect.
template <class ExecutionSpace, class Matrix>
struct ExamineKernel {
  ListRows<ExecutionSpace, typename Matrix::offset_type> lister;
  InspectMatrix<Matrix> inspector;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t team = member.league_rank();
    const std::int64_t parts = lister.room.parts;
    if (team < parts) {
      lister.run(member, team);
    } else {
      inspector.run(member, team - parts, member.league_size() - parts);
    }
  }
};

template <class ExecutionSpace, class Matrix>
Examination<ExecutionSpace> examine(const ExecutionSpace& exec, const Matrix& matrix, std::int64_t inspected_rows,
                                    std::int64_t inspected_entries, const ListLimits& limits) {
  using Memory = SetupMemory<ExecutionSpace>;
  Examination<ExecutionSpace> found;
  Memory& memory = PerInstance<ExecutionSpace, Memory>::get(exec);
  const ListRoom room(matrix.num_rows, matrix.nnz(), limits);
  const std::int64_t inspecting = memory.inspecting_teams(std::max(inspected_rows, inspected_entries));
  if (room.parts + inspecting == 0) return found;
  RowBlock* blocks = nullptr;
  LongRowStretch* stretches = nullptr;
  if (room.parts > 0) {
    found.lists.memory = std::make_shared<const SetupBlock<ExecutionSpace>>(exec, room.bytes());
    unsigned char* const bytes = found.lists.memory->data();
    blocks = reinterpret_cast<RowBlock*>(bytes);
    stretches = reinterpret_cast<LongRowStretch*>(bytes + room.stretches_at());
    found.lists.slots = reinterpret_cast<StretchSlot*>(bytes + room.slots_at());
  }
  const SetupResults results = memory.ask(exec, inspecting, [&](const typename Memory::Use& use) {
    const ExamineKernel<ExecutionSpace, Matrix> kernel{
        {matrix.row_offsets.data(), matrix.num_rows, limits, room, blocks, stretches, found.lists.slots, use.counters,
         use.lengths},
        {matrix.row_offsets.data(), matrix.columns.data(), inspected_rows, matrix.num_columns, matrix.nnz(),
         inspected_entries, use.inspections}};
    // 40 registers a thread: then all teams are there at once where the launch is what takes the time.
    using Bound = Kokkos::LaunchBounds<256, 6>;
    Kokkos::TeamPolicy<ExecutionSpace, Bound> policy(exec, static_cast<int>(room.parts + inspecting), Memory::team_size,
                                                     1);
    const std::size_t inspector = kernel.inspector.scratch_bytes(Memory::team_size);
    const std::size_t lister = kernel.lister.scratch_bytes();
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(std::max(inspector, lister))));
    Kokkos::parallel_for("sporos::setup[examine]", policy, kernel);
  });
  found.inspection = results.inspection;
  if (room.parts == 0) return found;
  found.lists.limits = limits;
  found.lists.blocks = blocks;
  found.lists.stretches = stretches;
  found.lists.num_blocks = static_cast<std::int64_t>(results.lengths.row_blocks);
  found.lists.num_stretches = static_cast<std::int64_t>(results.lengths.stretches);
  return found;
}

}  // namespace detail

/// \brief Looks at every row and, if asked to, at every column, and makes the lists that may be needed; waits for the
/// result. Where the inspection finds a wrong row, the lists are worth nothing.
template <class ExecutionSpace, class Matrix>
Examination<ExecutionSpace> examine(const ExecutionSpace& exec, const Matrix& matrix, bool with_columns,
                                    const ListLimits& limits) {
  return detail::examine(exec, matrix, matrix.num_rows, with_columns ? matrix.nnz() : 0, limits);
}

/// \brief Lists the blocks of all rows, and the stretches of all rows of more than `limits.long_rows.long_row` entries.
/// The row offsets must be right.
///
/// Depends on the row offsets, the number of entries and the limits alone. One pass over the row offsets, a bisection
/// of log2(limits.blocks.rows) steps a row, one wait. Source of the blocks: He & Gao 2016, section 3.1, with blocks
/// that end at the end of a part, too.
template <class ExecutionSpace, class Matrix>
RowLists<ExecutionSpace> list_rows(const ExecutionSpace& exec, const Matrix& matrix, const ListLimits& limits) {
  return detail::examine(exec, matrix, 0, 0, limits).lists;
}

}  // namespace sporos
