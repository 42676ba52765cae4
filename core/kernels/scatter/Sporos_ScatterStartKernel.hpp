// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What runs before a scatter on a GPU: y is scaled, a team looks at a sample of the columns, and others mark
/// the rows in which shares of the entries begin.
///
/// Who computes what: team 0 counts how many samples fall into each slot, and tells whether they are many in one of
/// them. Each thread of the next teams scales `elements_at_once` elements of y, each of the last ones looks at as many
/// rows.
///
/// The launch must give these teams and `scratch_bytes` of scratch. Bytes: y, once or twice, `crowd_samples` columns,
/// and the row offsets if rows are marked.
#pragma once

#include "core/device/Sporos_ReadOnly.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "policies/crs/Sporos_ScatterRule.hpp"

namespace sporos {
namespace detail {

/// \brief Tells in which row each share of the entries begins.
template <class Offset>
struct RowMarks {
  std::int64_t num_rows;  ///< 0: nothing is told
  const Offset* row_offsets;
  std::int64_t* first_rows;  ///< where to tell it
  unsigned share;            ///< entries of each; there are fewer than 2^31

  KOKKOS_FORCEINLINE_FUNCTION void look(std::int64_t row) const {
    const auto begin = static_cast<unsigned>(row_offsets[row] - row_offsets[0]);
    const auto end = static_cast<unsigned>(row_offsets[row + 1] - row_offsets[0]);
    for (unsigned i = (begin + share - 1) / share; i * share < end; ++i) first_rows[i] = row;
  }
};

template <class ExecutionSpace, class Column, class Epilogue, class Marks>
struct ScatterStartKernel {
  static constexpr std::size_t scratch_bytes = (crowd_samples + 2) * sizeof(int);
  static constexpr int elements_at_once = 4;

  const Column* columns;  ///< of all entries
  std::int64_t nnz;       ///< at least one
  int* is_crowded;        ///< where to tell it; null: nowhere
  Epilogue epilogue;      ///< of rows without products
  std::int64_t num_elements;
  Marks marks;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t at_once = member.team_size() * elements_at_once;
    const std::int64_t scaling = (num_elements + at_once - 1) / at_once;
    const std::int64_t team = member.league_rank() - 1;
    if (team < 0) {
      if (is_crowded != nullptr) look(member);
    } else if (team < scaling) {
      each(member, team * at_once, num_elements,
           [&](std::int64_t element) { epilogue(element, typename Epilogue::sum_t(0)); });
    } else {
      each(member, (team - scaling) * at_once, marks.num_rows, [&](std::int64_t row) { marks.look(row); });
    }
  }

 private:
  template <class Member, class F>
  KOKKOS_FORCEINLINE_FUNCTION void each(const Member& member, std::int64_t first, std::int64_t end, const F& f) const {
    for (int i = 0; i < elements_at_once; ++i) {
      const std::int64_t number = first + i * member.team_size() + member.team_rank();
      if (number < end) f(number);
    }
  }

  // A number of 32 bits that has little to do with `i`.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t mixed(std::uint64_t i) {
    return static_cast<std::uint32_t>(i ^ (i >> 32)) * 2654435761u;
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void look(const Member& member) const {
    constexpr int at_once = 4;
    int* const counts = static_cast<int*>(member.team_scratch(0).get_shmem((crowd_samples + 2) * sizeof(int)));
    int* const found = counts + crowd_samples;
    const int size = member.team_size();
    const int samples = nnz < crowd_samples ? static_cast<int>(nnz) : crowd_samples;
    const std::int64_t part = nnz < crowd_samples ? 1 : nnz / crowd_samples;
    std::uint64_t columns_of_samples[at_once];
    const auto load = [&](int first) {
      for (int i = 0; i < at_once; ++i) {
        const int number = first + i * size < samples ? first + i * size : samples - 1;
        // One entry of each part, not always at the same place: rows may all be as long as the parts.
        const auto place = (mixed(static_cast<std::uint64_t>(number)) * static_cast<std::uint64_t>(part)) >> 32;
        const std::int64_t entry = number * part + static_cast<std::int64_t>(place);
        columns_of_samples[i] = static_cast<std::uint64_t>(ReadOnly<ExecutionSpace>::load(columns + entry));
      }
    };
    load(member.team_rank());
    for (int i = member.team_rank(); i <= crowd_samples; i += size) counts[i] = 0;
    member.team_barrier();
    for (int first = member.team_rank(); first < samples; first += at_once * size) {
      if (first >= at_once * size) load(first);
      for (int i = 0; i < at_once && first + i * size < samples; ++i) {
        const auto slot = mixed(columns_of_samples[i]) % crowd_samples;
        if (Kokkos::atomic_fetch_add(counts + slot, 1) + 1 >= crowd) *found = 1;
      }
    }
    member.team_barrier();
    if (member.team_rank() == 0) *is_crowded = *found;
  }
};

}  // namespace detail
}  // namespace sporos
