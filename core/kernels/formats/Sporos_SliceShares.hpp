// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Shares of a SELL matrix for the threads of a host.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_BeginOfPart.hpp"
#include "formats/common/Sporos_BinarySearch.hpp"

namespace sporos {
namespace detail {

/// \brief Equal shares of the work, each of whole slices. The work of a slice is its slots and its rows, so that the
/// thread that has the longest rows gets fewer of them.
struct SliceShares {
  const std::int64_t* slice_offsets;
  std::int64_t num_slices;
  int height;
  std::int64_t count;  ///< of shares

  /// The first slice of a share; the end of the last is `begin(count)`. O(log slices).
  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t share) const {
    const std::int64_t wanted = begin_of_part(work_before(num_slices), share, count);
    return first_that(0, num_slices, [&](std::int64_t slice) { return work_before(slice) >= wanted; });
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t work_before(std::int64_t slice) const {
    return slice_offsets[slice] + slice * height;
  }
};

}  // namespace detail
}  // namespace sporos
