// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Carries: partial sums of rows that are cut between teams, kept in memory until all parts of a row are there.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Room for the sum of a row, of any type.
struct alignas(16) SumOfRow {
  unsigned char bytes[16];
};

/// \brief The memory for carries, as an array of sums. Types that do not fit are refused here, even if they have passed
/// all other checks.
template <class Sum, class Room>
KOKKOS_FORCEINLINE_FUNCTION Sum* sums_in(Room* carries) {
  static_assert(sizeof(Sum) <= sizeof(Room) && alignof(Sum) <= alignof(Room),
                "sporos::detail::sums_in: a sum of this type does not fit into the memory for carries");
  return reinterpret_cast<Sum*>(carries);
}

}  // namespace detail
}  // namespace sporos
