// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Carries: where a row is cut, the sum of the part that one team has of it, kept in memory until all are there.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Room for the sum of a row, of any type.
struct alignas(16) SumOfRow {
  unsigned char bytes[16];
};

/// \brief The memory for carries, as sums; a type of sums that does not fit is refused, whoever let it in.
template <class Sum, class Room>
KOKKOS_FORCEINLINE_FUNCTION Sum* sums_in(Room* carries) {
  static_assert(sizeof(Sum) <= sizeof(Room) && alignof(Sum) <= alignof(Room),
                "sporos: a sum of this type does not fit into the memory for carries");
  return reinterpret_cast<Sum*>(carries);
}

}  // namespace detail
}  // namespace sporos
