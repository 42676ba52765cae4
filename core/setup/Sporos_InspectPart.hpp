// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Finds all that a plan must know of a matrix before it decides: the part of one team.
#pragma once

#include "core/device/Sporos_TeamSum.hpp"
#include "core/setup/Sporos_SetupMailboxes.hpp"

namespace sporos {
namespace detail {

/// \brief Every team gets the same number of rows and the same number of entries, which need not be those of its rows.
template <class ExecutionSpace, class Matrix>
class InspectPart {
  using Offset = typename Matrix::offset_type;
  using Column = typename Matrix::column_type;
  using Mailboxes = SetupMailboxes<ExecutionSpace>;
  using Count = typename Mailboxes::Count;
  using Found = typename Mailboxes::Found;

 public:
  static constexpr int team_size = is_host_execution<ExecutionSpace> ? 1 : SetupRule::team_size;

  /// \param rows     number of rows that all teams together inspect
  /// \param entries  number of entries whose columns they inspect
  InspectPart(const Matrix& matrix, std::int64_t rows, std::int64_t entries, const SetupQuestions& questions,
              const typename Mailboxes::Use& use)
      : inspect_row_{matrix.row_offsets.data(), matrix.nnz()},
        find_{matrix.columns.data(), matrix.num_columns},
        rows_(rows),
        entries_(entries),
        rows_each_(questions.rows_each),
        entries_each_(questions.entries_each),
        inspections_(use.inspections),
        generation_(use.generation) {}

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int threads) {
    return static_cast<std::size_t>(threads + 1) * sizeof(Found);
  }

  /// To be called by all threads of team number `team`.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void run(const Member& member, std::int64_t team) const {
    auto* const scratch = static_cast<Found*>(member.team_scratch(0).get_shmem(scratch_bytes(member.team_size())));
    const Found sum = TeamSum<ExecutionSpace>::sum(member, scratch, inspect(member, team));
    Found& ours = scratch[member.team_size()];
    if (member.team_rank() == 0) ours = sum;
    member.team_barrier();
    inspections_[team].put(member, ours, generation_);
  }

 private:
  // A compile-time constant, so that the loads below need no registers for addresses.
  static constexpr Count step = team_size;
  // What a thread loads before it waits for any of it.
  static constexpr int columns_in_flight = SetupRule::column_bytes / sizeof(Column);
  static constexpr int rows_in_flight = SetupRule::offset_bytes / sizeof(Offset);

  template <class Member>
  KOKKOS_INLINE_FUNCTION Found inspect(const Member& member, std::int64_t team) const {
    Found found;
    const auto first = static_cast<Count>(member.team_rank());
    const Count entries = length_of_part(team, entries_each_, entries_);
    const FindBadColumn<Column> find{find_.columns + team * entries_each_, find_.num_columns};
    if constexpr (is_host_execution<ExecutionSpace>) {
      add_rows(InspectRow<Offset>{inspect_row_.row_offsets + team * rows_each_, inspect_row_.nnz}, Count{0},
               length_of_part(team, rows_each_, rows_), found);
      const Count bad = find.first_bad(Count{0}, entries);
      if (bad < entries) found.first_bad_entry = bad;
      return found;
    }
    // The first columns are being loaded while the rows are inspected.
    Count entry = first;
    Column columns[columns_in_flight];
    fetch(columns, find.columns, entry, entries);
    const Count rows = length_of_part(team, rows_each_, rows_);
    const Offset* const offsets = inspect_row_.row_offsets + team * rows_each_;
    for (Count row = first; row < rows; row += rows_in_flight * step) {
      Offset begins[rows_in_flight];
      Offset ends[rows_in_flight];
      fetch(begins, offsets, row, rows);
      fetch(ends, offsets + 1, row, rows);
      for (int i = 0; i < rows_in_flight; ++i) {
        const Count loaded = row + i * step;
        if (loaded < rows) inspect_row_.add(loaded, begins[i], ends[i], found);
      }
    }
    while (entry < entries) {
      bool any_bad = false;
      for (const Column column : columns) any_bad = find.is_bad(column) || any_bad;
      if (any_bad) break;
      entry += columns_in_flight * step;
      fetch(columns, find.columns, entry, entries);
    }
    for (; entry < entries; entry += step) {
      if (entry < found.first_bad_entry && find.is_bad(find.columns[entry])) found.first_bad_entry = entry;
    }
    return found;
  }

  KOKKOS_INLINE_FUNCTION static Count length_of_part(std::int64_t team, std::int64_t each, std::int64_t count) {
    const std::int64_t left = count - team * each;
    return static_cast<Count>(left < 0 ? 0 : left < each ? left : each);
  }

  // Loads numbers `step` apart. Those past the end become 0, which is never a bad column or row.
  template <class T, int length>
  KOKKOS_INLINE_FUNCTION static void fetch(T (&into)[length], const T* from, Count at, Count end) {
    for (int i = 0; i < length; ++i) into[i] = at + i * step < end ? from[at + i * step] : T{};
  }

  InspectRow<Offset> inspect_row_;
  FindBadColumn<Column> find_;
  std::int64_t rows_;
  std::int64_t entries_;
  std::int64_t rows_each_;
  std::int64_t entries_each_;
  Mailbox<Found>* inspections_;
  std::uint32_t generation_;
};

}  // namespace detail
}  // namespace sporos
