// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Bisection among sorted numbers.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The first place in [begin, end) of sorted numbers that does not hold less than `wanted`, or `end`.
template <class Number>
KOKKOS_INLINE_FUNCTION std::int64_t first_not_below(const Number* sorted, std::int64_t begin, std::int64_t end,
                                                    Number wanted) {
  while (begin < end) {
    const std::int64_t middle = begin + (end - begin) / 2;
    if (sorted[middle] < wanted) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

}  // namespace detail
}  // namespace sporos
