// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief All that a plan must know of a matrix before it decides, as one team of a kernel finds it.
#pragma once

#include "core/device/Sporos_Posted.hpp"
#include "core/device/Sporos_TeamSum.hpp"
#include "formats/Sporos_Validate.hpp"

namespace sporos {
namespace detail {

// Every team looks at its share of the rows and at its share of the entries, which has nothing to do with its rows.
template <class ExecutionSpace, class Matrix>
class InspectMatrix {
  using Column = typename Matrix::column_type;

 public:
  /// \param rows     that are looked at
  /// \param entries  whose columns are
  InspectMatrix(const Matrix& matrix, std::int64_t rows, std::int64_t entries, std::int64_t teams,
                Posted<Inspection>* inspections, std::uint32_t ticket)
      : scan_{matrix.row_offsets.data(), matrix.nnz()},
        find_{matrix.columns.data(), matrix.num_columns},
        rows_(rows),
        entries_(entries),
        rows_each_(teams > 0 ? (rows + teams - 1) / teams : 0),
        entries_each_(teams > 0 ? (entries + teams - 1) / teams : 0),
        inspections_(inspections),
        ticket_(ticket) {}

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int team_size) {
    return static_cast<std::size_t>(team_size + 1) * sizeof(Inspection);
  }

  /// All threads of number `team`.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void run(const Member& member, std::int64_t team) const {
    auto* const scratch = static_cast<Inspection*>(member.team_scratch(0).get_shmem(scratch_bytes(member.team_size())));
    const Inspection sum = TeamSum<ExecutionSpace>::sum(member, scratch, look(member, team));
    Inspection& ours = scratch[member.team_size()];
    if (member.team_rank() == 0) ours = sum;
    member.team_barrier();
    inspections_[team].put(member, ours, ticket_);
  }

 private:
  static constexpr int in_flight = 8;

  template <class Member>
  KOKKOS_INLINE_FUNCTION Inspection look(const Member& member, std::int64_t team) const {
    Inspection found;
    const int step = member.team_size();
    const std::int64_t last_entry = end_of_share(team, entries_each_, entries_);
    std::int64_t entry = team * entries_each_ + member.team_rank();
    // The first columns are on their way while the rows are looked at.
    Column columns[in_flight];
    fetch(columns, entry, last_entry, step);
    const std::int64_t last_row = end_of_share(team, rows_each_, rows_);
    for (std::int64_t row = team * rows_each_ + member.team_rank(); row < last_row; row += step) scan_(row, found.rows);
    while (entry < last_entry) {
      bool any_bad = false;
      for (const Column column : columns) any_bad = find_.is_bad(column) || any_bad;
      if (any_bad) break;
      entry += in_flight * step;
      fetch(columns, entry, last_entry, step);
    }
    for (; entry < last_entry; entry += step) find_(entry, found.first_bad_entry);
    return found;
  }

  KOKKOS_INLINE_FUNCTION static std::int64_t end_of_share(std::int64_t team, std::int64_t share, std::int64_t count) {
    return (team + 1) * share < count ? (team + 1) * share : count;
  }

  // Some more of the thread's columns; the first of them again for those behind the last.
  KOKKOS_INLINE_FUNCTION void fetch(Column (&columns)[in_flight], std::int64_t entry, std::int64_t last,
                                    int step) const {
    if (entry >= last) return;
    for (int i = 0; i < in_flight; ++i) {
      const std::int64_t wanted = entry + static_cast<std::int64_t>(i) * step;
      columns[i] = find_.columns[wanted < last ? wanted : entry];
    }
  }

  ScanRows<typename Matrix::offset_type> scan_;
  FindBadColumn<Column> find_;
  std::int64_t rows_;
  std::int64_t entries_;
  std::int64_t rows_each_;  // of a team
  std::int64_t entries_each_;
  Posted<Inspection>* inspections_;
  std::uint32_t ticket_;
};

}  // namespace detail
}  // namespace sporos
