// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The size of CSR5's tiles.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {

/// \brief `omega` lanes that take `sigma` entries each.
struct Csr5Shape {
  int omega = 0;  ///< lanes
  int sigma = 0;  ///< entries of a lane

  /// \brief Entries of a tile.
  KOKKOS_INLINE_FUNCTION constexpr std::int64_t entries() const { return static_cast<std::int64_t>(omega) * sigma; }
};

namespace detail {

/// \brief The largest sigma and omega: the row starts of a lane are the bits of one word, and the lanes of a tile are
/// in one warp.
inline constexpr int csr5_longest_sigma = 32;
inline constexpr int csr5_widest_omega = 32;

/// \brief The rule of the paper. On a GPU sigma is the mean row length, but from 4 to 32, and 4 again for means above
/// 256. On a host 4 lanes (of a vector register) have 16 entries each.
constexpr Csr5Shape csr5_shape(bool is_host, std::int64_t num_rows, std::int64_t nnz) {
  constexpr int fewest = 4;
  constexpr int longest_mean = 256;
  if (is_host) return {4, 16};
  const std::int64_t mean = num_rows == 0 ? 0 : nnz / num_rows;
  if (mean <= fewest || mean > longest_mean) return {csr5_widest_omega, fewest};
  return {csr5_widest_omega, mean < csr5_longest_sigma ? static_cast<int>(mean) : csr5_longest_sigma};
}

}  // namespace detail
}  // namespace sporos
