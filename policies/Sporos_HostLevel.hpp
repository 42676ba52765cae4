// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What the vectors of a host's processor are.
#pragma once

#include <optional>
#include <string_view>

namespace sporos {

/// \brief Which instructions sum the rows of compressed rows on a host, the least first.
enum class HostLevel {
  portable,  ///< what the program was compiled for
  avx2,      ///< x86-64 with AVX2 and FMA: four numbers at a time
  avx512     ///< x86-64 with AVX-512 F and VL: eight numbers at a time
};

/// \brief The name of the enumerator.
constexpr const char* name(HostLevel level) {
  switch (level) {
    case HostLevel::avx2:
      return "avx2";
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
  for (const HostLevel level : {HostLevel::portable, HostLevel::avx2, HostLevel::avx512}) {
    if (written == name(level)) return level;
  }
  return std::nullopt;
}

/// \brief The partial sums that a vector holds; 1 where the compiler says.
constexpr int lanes_of(HostLevel level) { return level == HostLevel::avx512 ? 8 : level == HostLevel::avx2 ? 4 : 1; }

/// \brief The level whose vectors hold so many partial sums, up to the highest that a host has; else portable code.
constexpr HostLevel level_of_lanes(HostLevel highest, int lanes) {
  if (lanes == lanes_of(highest)) return highest;
  const bool narrower = highest == HostLevel::avx512 && lanes == lanes_of(HostLevel::avx2);
  return narrower ? HostLevel::avx2 : HostLevel::portable;
}

}  // namespace detail
}  // namespace sporos
