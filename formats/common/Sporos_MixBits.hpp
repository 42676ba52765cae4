// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Mixes the bits of a word.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The last step of splitmix64 (Steele, Lea, Flood, OOPSLA 2014): each bit of the result depends on all of
/// `word`.
KOKKOS_FORCEINLINE_FUNCTION std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

}  // namespace detail
}  // namespace sporos
