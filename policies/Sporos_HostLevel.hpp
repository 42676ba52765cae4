// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The vector instructions of a host's processor.
#pragma once

#include <optional>
#include <string_view>

namespace sporos {

/// \brief Which instructions sum the rows of a matrix on a host, from the least capable to the most.
enum class HostLevel {
  portable,      ///< those that the program was compiled for
  neon,          ///< ARM of 64 bits: four numbers at a time
  avx2,          ///< x86-64 with AVX2 and FMA: four numbers at a time
  avx512_masks,  ///< as avx2, with the masks of AVX-512 F and VL; for processors that gather slowly (AMD)
  avx512         ///< x86-64 with AVX-512 F and VL: eight numbers at a time, gathered
};

/// \brief The name of the enumerator.
constexpr const char* name(HostLevel level) {
  switch (level) {
    case HostLevel::neon:
      return "neon";
    case HostLevel::avx2:
      return "avx2";
    case HostLevel::avx512_masks:
      return "avx512_masks";
    case HostLevel::avx512:
      return "avx512";
    case HostLevel::portable:
      break;
  }
  return "portable";
}

namespace detail {

/// \brief The level of that name, if there is one.
constexpr std::optional<HostLevel> host_level_of(std::string_view written) {
  for (const HostLevel level :
       {HostLevel::portable, HostLevel::neon, HostLevel::avx2, HostLevel::avx512_masks, HostLevel::avx512}) {
    if (written == name(level)) return level;
  }
  return std::nullopt;
}

/// \brief The partial sums that one vector holds; 1 for portable code.
constexpr int lanes_of(HostLevel level) {
  return level == HostLevel::avx512 ? 8 : level == HostLevel::portable ? 1 : 4;
}

/// \brief The level whose vectors hold `lanes` partial sums, if the host has it (`highest`); else portable code.
constexpr HostLevel level_of_lanes(HostLevel highest, int lanes) {
  if (lanes == lanes_of(highest)) return highest;
  const bool narrower = highest == HostLevel::avx512 && lanes == lanes_of(HostLevel::avx2);
  return narrower ? HostLevel::avx2 : HostLevel::portable;
}

}  // namespace detail
}  // namespace sporos
