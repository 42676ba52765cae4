// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which lanes of a warp ask for the help of the whole warp, and how many; a search by a warp.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_BinarySearch.hpp"
#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The default: there is no vote, and every group of lanes keeps its rows, however long they are.
template <class ExecutionSpace>
struct Ballot {
  static constexpr bool exists = false;
  static constexpr int lanes = 1;
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/warp/Sporos_Ballot_Cuda.hpp"
#endif
#if defined(KOKKOS_ENABLE_HIP)
#include "core/device/warp/Sporos_Ballot_Hip.hpp"
#endif

namespace sporos {
namespace detail {

/// \brief As first_that(), by all lanes of a warp, each of which looks at another number: a million numbers take four
/// steps. All lanes get the result. Where the backend has no Ballot, the calling thread searches by bisection.
template <class ExecutionSpace, class Holds>
KOKKOS_INLINE_FUNCTION std::int64_t first_that_by_warp([[maybe_unused]] int lane, std::int64_t begin, std::int64_t end,
                                                       const Holds& holds) {
  using Vote = Ballot<ExecutionSpace>;
  if constexpr (Vote::exists) {
    while (begin < end) {
      // The lanes look at the last numbers of all parts but one.
      const std::int64_t part = (end - begin + Vote::lanes) / (Vote::lanes + 1);
      const std::int64_t number = begin + (lane + 1) * part - 1;
      const std::int64_t parts_before = Vote::count(number < end && !holds(number));
      begin += parts_before * part;
      if (parts_before < Vote::lanes && end - begin >= part) end = begin + part - 1;
    }
    return begin;
  } else {
    return first_that(begin, end, holds);
  }
}

}  // namespace detail
}  // namespace sporos
