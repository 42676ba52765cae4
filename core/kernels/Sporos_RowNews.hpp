// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What kernels without a plan are told of the rows, and what they tell.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The longest row that was seen decides which of two kernels multiplies: one for even, one for uneven rows.
///
/// As long as the host does not know it, both are launched after the kernel that finds it, and one of them returns at
/// once. So all products of a matrix have the same bits.
struct RowNews {
  const std::int64_t* longest = nullptr;  ///< found by the launch before this one; null if the host knows it
  std::int64_t longest_even = 0;          ///< the longest row with which rows count as even
  std::int64_t* told = nullptr;           ///< for the length of a long row that was not expected; null: none is told

  KOKKOS_FORCEINLINE_FUNCTION bool are_uneven() const { return longest != nullptr && *longest > longest_even; }
  KOKKOS_FORCEINLINE_FUNCTION bool are_even() const { return longest != nullptr && *longest <= longest_even; }
};

}  // namespace detail
}  // namespace sporos
