// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The vector instructions of a host's processor.
#pragma once

#include "formats/common/Sporos_Enumerators.hpp"

namespace sporos {

/// \brief Which instructions sum the rows of a matrix on a host, from the least capable to the most.
enum class HostLevel {
  portable,      ///< those that the program was compiled for
  neon,          ///< ARM of 64 bits: four numbers at a time
  avx2,          ///< x86-64 with AVX2 and FMA: four numbers at a time
  avx512_masks,  ///< as avx2, with the masks of AVX-512 F and VL; for processors that gather slowly (AMD)
  avx512         ///< x86-64 with AVX-512 F and VL: eight numbers at a time, gathered
};

namespace detail {

template <>
struct Enumerators<HostLevel> {
  static constexpr const char* type = "HostLevel";
  static constexpr Enumerator<HostLevel> all[] = {{HostLevel::portable, "portable"},
                                                  {HostLevel::neon, "neon"},
                                                  {HostLevel::avx2, "avx2"},
                                                  {HostLevel::avx512_masks, "avx512_masks"},
                                                  {HostLevel::avx512, "avx512"}};
};

}  // namespace detail

/// \brief The name of the enumerator.
constexpr const char* name(HostLevel level) { return detail::enumerator_name(level); }

namespace detail {

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
