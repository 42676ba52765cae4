// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How often the length of a row differs from that of the row before, as far as leaves notice.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace sporos {
namespace detail {

/// \brief How many of `rows` rows fill another number of vectors of four than the row that is `distance` rows before;
/// the first `distance` do not count.
/// \param offsets  `rows + 1` of them
template <class Offset>
std::int64_t changes_of_length(const Offset* offsets, std::int64_t rows, std::int64_t distance = 1) {
  using Bits = std::make_unsigned_t<Offset>;
  std::int64_t i = distance;
  std::int64_t found = 0;
#if defined(__GNUC__)
  // g++ at -O2 takes six times as long for the loop below, a tenth of a product of rows of six entries.
  if constexpr (sizeof(Offset) == 4) {
    typedef std::uint32_t Four __attribute__((vector_size(16)));
    Four unequal = {};
    for (; i + 4 <= rows; i += 4) {
      Four limits[4];
      std::memcpy(&limits[0], offsets + i - distance, sizeof(Four));
      std::memcpy(&limits[1], offsets + i - distance + 1, sizeof(Four));
      std::memcpy(&limits[2], offsets + i, sizeof(Four));
      std::memcpy(&limits[3], offsets + i + 1, sizeof(Four));
      unequal -= reinterpret_cast<Four>(((limits[1] - limits[0] + 3) >> 2) != ((limits[3] - limits[2] + 3) >> 2));
    }
    found = static_cast<std::int64_t>(unequal[0]) + unequal[1] + unequal[2] + unequal[3];
  }
#endif
  const auto vectors = [offsets](std::int64_t row) {
    return static_cast<Bits>(static_cast<Bits>(offsets[row + 1] - offsets[row]) + 3) / 4;
  };
  for (; i < rows; ++i) found += vectors(i) != vectors(i - distance) ? 1 : 0;
  return found;
}

}  // namespace detail
}  // namespace sporos
