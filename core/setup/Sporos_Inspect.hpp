// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief All that a plan must know of a matrix before it decides, as one team of a kernel finds it.
#pragma once

#include "core/device/Sporos_TeamSum.hpp"
#include "core/setup/Sporos_SetupMemory.hpp"

namespace sporos {
namespace detail {

// Every team looks at its share of the rows and at its share of the entries, which has nothing to do with its rows.
template <class ExecutionSpace, class Matrix>
class InspectMatrix {
  using Offset = typename Matrix::offset_type;
  using Column = typename Matrix::column_type;
  using Memory = SetupMemory<ExecutionSpace>;
  using Count = typename Memory::Count;
  using Found = typename Memory::Found;

 public:
  /// \param rows     that are looked at
  /// \param entries  whose columns are
  InspectMatrix(const Matrix& matrix, std::int64_t rows, std::int64_t entries, const InspectionShares& shares,
                const typename Memory::Use& use)
      : scan_{matrix.row_offsets.data(), matrix.nnz()},
        find_{matrix.columns.data(), matrix.num_columns},
        rows_(rows),
        entries_(entries),
        shares_(shares),
        inspections_(use.inspections),
        generation_(use.generation) {}

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int team_size) {
    return static_cast<std::size_t>(team_size + 1) * sizeof(Found);
  }

  /// All threads of number `team`.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void run(const Member& member, std::int64_t team) const {
    auto* const scratch = static_cast<Found*>(member.team_scratch(0).get_shmem(scratch_bytes(member.team_size())));
    const Found sum = TeamSum<ExecutionSpace>::sum(member, scratch, look(member, team));
    Found& ours = scratch[member.team_size()];
    if (member.team_rank() == 0) ours = sum;
    member.team_barrier();
    inspections_[team].put(member, ours, generation_);
  }

 private:
  // Known to the compiler, which then needs no registers for addresses.
  static constexpr Count step = Memory::team_size;
  // What a thread loads before it waits; more would take too many registers.
  static constexpr int columns_in_flight = 64 / sizeof(Column);
  static constexpr int rows_in_flight = 16 / sizeof(Offset);

  template <class Member>
  KOKKOS_INLINE_FUNCTION Found look(const Member& member, std::int64_t team) const {
    Found found;
    const auto first = static_cast<Count>(member.team_rank());
    const Count entries = length_of_share(team, shares_.entries_each, entries_);
    const FindBadColumn<Column> find{find_.columns + team * shares_.entries_each, find_.num_columns};
    // The first columns are on their way while the rows are looked at.
    Count entry = first;
    Column columns[columns_in_flight];
    fetch(columns, find.columns, entry, entries);
    const Count rows = length_of_share(team, shares_.rows_each, rows_);
    const Offset* const offsets = scan_.row_offsets + team * shares_.rows_each;
    for (Count row = first; row < rows; row += rows_in_flight * step) {
      Offset begins[rows_in_flight];
      Offset ends[rows_in_flight];
      fetch(begins, offsets, row, rows);
      fetch(ends, offsets + 1, row, rows);
      for (int i = 0; i < rows_in_flight; ++i) {
        const Count loaded = row + i * step;
        if (loaded < rows) scan_.add(loaded, begins[i], ends[i], found);
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

  KOKKOS_INLINE_FUNCTION static Count length_of_share(std::int64_t team, std::int64_t each, std::int64_t count) {
    const std::int64_t left = count - team * each;
    return static_cast<Count>(left < 0 ? 0 : left < each ? left : each);
  }

  // Numbers `step` apart; 0, which is wrong nowhere, for those behind the last.
  template <class T, int length>
  KOKKOS_INLINE_FUNCTION static void fetch(T (&into)[length], const T* from, Count at, Count end) {
    for (int i = 0; i < length; ++i) into[i] = at + i * step < end ? from[at + i * step] : T{};
  }

  ScanRows<Offset> scan_;
  FindBadColumn<Column> find_;
  std::int64_t rows_;
  std::int64_t entries_;
  InspectionShares shares_;
  Mailbox<Found>* inspections_;
  std::uint32_t generation_;
};

}  // namespace detail
}  // namespace sporos
