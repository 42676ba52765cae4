// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What runs before a scatter on a GPU: y is scaled, and a team looks at a sample of the columns.
///
/// Who computes what: team 0 counts how many samples fall into each slot, and tells whether they are many in one of
/// them. Each thread of the others scales `elements_at_once` elements of y.
///
/// The launch must give these teams and `scratch_bytes` of scratch. Bytes: y, once or twice, and `crowd_samples`
/// columns.
#pragma once

#include "core/device/Sporos_ReadOnly.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "policies/crs/Sporos_ScatterRule.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace, class Column, class Epilogue>
struct ScatterStartKernel {
  static constexpr std::size_t scratch_bytes = (crowd_samples + 2) * sizeof(int);
  static constexpr int elements_at_once = 4;

  const Column* columns;  ///< of all entries
  std::int64_t nnz;       ///< at least one
  int* is_crowded;        ///< where to tell it; null: nowhere
  Epilogue epilogue;      ///< of rows without products
  std::int64_t num_elements;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if (member.league_rank() == 0) {
      if (is_crowded != nullptr) look(member);
      return;
    }
    const std::int64_t size = member.team_size();
    std::int64_t element = (member.league_rank() - 1) * size * elements_at_once + member.team_rank();
    for (int i = 0; i < elements_at_once; ++i, element += size) {
      if (element < num_elements) epilogue(element, typename Epilogue::sum_t(0));
    }
  }

 private:
  // A number of 32 bits that has little to do with `i`.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t mixed(std::uint64_t i) {
    return static_cast<std::uint32_t>(i ^ (i >> 32)) * 2654435761u;
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void look(const Member& member) const {
    int* const counts = static_cast<int*>(member.team_scratch(0).get_shmem((crowd_samples + 2) * sizeof(int)));
    int* const found = counts + crowd_samples;
    for (int i = member.team_rank(); i <= crowd_samples; i += member.team_size()) counts[i] = 0;
    member.team_barrier();
    // One entry of each part, not always at the same place: rows may all be as long as the parts.
    const int samples = nnz < crowd_samples ? static_cast<int>(nnz) : crowd_samples;
    const std::int64_t part = nnz / samples;
    for (int i = member.team_rank(); i < samples; i += member.team_size()) {
      const std::int64_t entry = i * part + mixed(static_cast<std::uint64_t>(i)) % part;
      const auto column = static_cast<std::uint64_t>(ReadOnly<ExecutionSpace>::load(columns + entry));
      const auto slot = mixed(column) % crowd_samples;
      if (Kokkos::atomic_fetch_add(counts + slot, 1) + 1 >= crowd) *found = 1;
    }
    member.team_barrier();
    if (member.team_rank() == 0) *is_crowded = *found;
  }
};

}  // namespace detail
}  // namespace sporos
