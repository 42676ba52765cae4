// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Memory for pieces of rows, as the sums that a product keeps there.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Room for the sum of a row, of any type.
struct alignas(16) SumOfRow {
  unsigned char bytes[16];
};

/// \brief A piece as a sum; a type of sums that does not fit is refused, whoever let it in.
template <class Sum, class Piece>
KOKKOS_FORCEINLINE_FUNCTION Sum* sums_in(Piece* pieces) {
  static_assert(sizeof(Sum) <= sizeof(Piece) && alignof(Sum) <= alignof(Piece),
                "sporos: a sum of this type does not fit into the memory for pieces of rows");
  return reinterpret_cast<Sum*>(pieces);
}

}  // namespace detail
}  // namespace sporos
