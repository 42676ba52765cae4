// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What kernels without a plan are told of the rows, and what they tell.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The stamp of the `number`-th matrix; there are so many that none is in use twice.
constexpr std::int64_t stamp_of(std::int64_t number) { return number % (std::int64_t{1} << 31) << 32; }

/// \brief What the host is told: the length of a row, or 2^32 - 1 of a longer one, with a stamp, so that a late message
/// about a matrix that was forgotten is not taken for one about another matrix.
KOKKOS_INLINE_FUNCTION constexpr std::int64_t row_message(std::int64_t stamp, std::int64_t length) {
  return stamp + (length < UINT32_MAX ? length : std::int64_t{UINT32_MAX});
}

/// \brief The length in a message; -1 if it has another stamp.
constexpr std::int64_t told_length(std::int64_t stamp, std::int64_t message) {
  return message >= stamp && message <= stamp + UINT32_MAX ? message - stamp : -1;
}

/// \brief The longest row that was seen decides which of two kernels multiplies: one for even, one for uneven rows.
///
/// As long as the host does not know it, both are launched after the kernel that finds it, and one of them returns at
/// once. So all products of a matrix have the same bits.
struct RowNews {
  const std::int64_t* longest = nullptr;  ///< message of the launch before this one; null if the host knows it
  std::int64_t longest_even = 0;          ///< the longest row with which rows count as even
  std::int64_t* told = nullptr;           ///< for the length of a long row that was not expected; null: none is told
  std::int64_t stamp = 0;                 ///< of all messages of this product

  KOKKOS_FORCEINLINE_FUNCTION bool are_uneven() const { return longest != nullptr && *longest > stamp + longest_even; }
  KOKKOS_FORCEINLINE_FUNCTION bool are_even() const { return longest != nullptr && *longest <= stamp + longest_even; }
  KOKKOS_FORCEINLINE_FUNCTION bool are_longer_than(std::int64_t length) const {
    return longest != nullptr && *longest > row_message(stamp, length);
  }
  KOKKOS_FORCEINLINE_FUNCTION void tell(std::int64_t length) const { *told = row_message(stamp, length); }
};

}  // namespace detail
}  // namespace sporos
