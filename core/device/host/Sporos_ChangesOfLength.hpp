// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How often the length of a row differs from that of the row before, as far as leaves notice.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace sporos {
namespace detail {

/// \brief How many of `rows` rows but the first fill another number of vectors of four than the row before.
/// \param offsets  `rows + 1` of them
template <class Offset>
std::int64_t changes_of_length(const Offset* offsets, std::int64_t rows) {
  using Bits = std::make_unsigned_t<Offset>;
  std::int64_t i = 1;
  std::int64_t found = 0;
#if defined(__GNUC__)
  // g++ at -O2 takes six times as long for the loop below, a tenth of a product of rows of six entries.
  if constexpr (sizeof(Offset) == 4) {
    typedef std::uint32_t Four __attribute__((vector_size(16)));
    Four unequal = {};
    for (; i + 4 <= rows; i += 4) {
      Four begin;
      Four middle;
      Four end;
      std::memcpy(&begin, offsets + i - 1, sizeof(begin));
      std::memcpy(&middle, offsets + i, sizeof(middle));
      std::memcpy(&end, offsets + i + 1, sizeof(end));
      unequal -= reinterpret_cast<Four>(((middle - begin + 3) >> 2) != ((end - middle + 3) >> 2));
    }
    found = static_cast<std::int64_t>(unequal[0]) + unequal[1] + unequal[2] + unequal[3];
  }
#endif
  const auto vectors = [offsets](std::int64_t row) {
    return static_cast<Bits>(static_cast<Bits>(offsets[row + 1] - offsets[row]) + 3) / 4;
  };
  for (; i < rows; ++i) found += vectors(i) != vectors(i - 1) ? 1 : 0;
  return found;
}

}  // namespace detail
}  // namespace sporos
