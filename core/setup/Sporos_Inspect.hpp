// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief All that a plan must know of a matrix before it decides, as one team of a kernel finds it.
#pragma once

#include "core/device/Sporos_TeamSum.hpp"
#include "core/setup/Sporos_SetupNumbers.hpp"
#include "formats/Sporos_Validate.hpp"

namespace sporos {
namespace detail {

// Every team looks at its share of the rows and at its share of the entries, which has nothing to do with its rows.
template <class Matrix>
struct InspectMatrix {
  const typename Matrix::offset_type* row_offsets;
  const typename Matrix::column_type* columns;
  std::int64_t num_rows;
  std::int64_t num_columns;
  std::int64_t nnz;
  std::int64_t entries;  // whose columns are looked at
  Inspection* inspections;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(int team_size) {
    return static_cast<std::size_t>(team_size) * sizeof(Inspection);
  }

  /// All threads of number `team` of `teams`.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void run(const Member& member, std::int64_t team, std::int64_t teams) const {
    auto* const scratch = static_cast<Inspection*>(member.team_scratch(0).get_shmem(scratch_bytes(member.team_size())));
    const Inspection ours = team_sum_by_tree(member, scratch, look(member, team, teams));
    if (member.team_rank() == 0) inspections[team] = ours;
  }

 private:
  template <class Member>
  KOKKOS_INLINE_FUNCTION Inspection look(const Member& member, std::int64_t team, std::int64_t teams) const {
    Inspection found;
    const ScanRows<typename Matrix::offset_type> scan{row_offsets, nnz};
    const int step = member.team_size();
    const auto share_of = [&](std::int64_t count) {
      const std::int64_t share = (count + teams - 1) / teams;
      const std::int64_t first = share * team;
      return Share{first + member.team_rank(), first + share < count ? first + share : count};
    };
    const Share rows = share_of(num_rows);
    for (std::int64_t row = rows.begin; row < rows.end; row += step) scan(row, found.rows);
    const FindBadColumn<typename Matrix::column_type> find{columns, num_columns};
    const Share mine = share_of(entries);
    std::int64_t entry = mine.begin;
    for (; entry + (in_flight - 1) * step < mine.end; entry += in_flight * step) {
      bool any_bad = false;
      for (int i = 0; i < in_flight; ++i) any_bad = find.is_bad(columns[entry + i * step]) || any_bad;
      if (any_bad) break;
    }
    for (; entry < mine.end; entry += step) find(entry, found.first_bad_entry);
    return found;
  }

  static constexpr int in_flight = 8;

  // What a thread looks at, in steps of the team.
  struct Share {
    std::int64_t begin;
    std::int64_t end;
  };
};

}  // namespace detail
}  // namespace sporos
