// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Equal parts of a number.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Where part `part` begins if `total` things are cut into `parts` equal parts; for `part == parts` the end. The
/// product of `total` and `part` may be too large.
KOKKOS_INLINE_FUNCTION constexpr std::int64_t begin_of_part(std::int64_t total, std::int64_t part, std::int64_t parts) {
  return total / parts * part + total % parts * part / parts;
}

}  // namespace detail
}  // namespace sporos
