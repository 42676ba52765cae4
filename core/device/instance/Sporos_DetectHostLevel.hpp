// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The vector instructions of the processor that the program runs on.
#pragma once

#include <cstdlib>

#include "core/device/instance/Sporos_VectorsOfFour.hpp"
#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_HostLevel.hpp"

namespace sporos {
namespace detail {

/// \brief The widest vectors that the processor and the system support.
inline HostLevel widest_host_level() {
#if defined(SPOROS_VECTORS_OF_EIGHT) && !defined(__HIP_DEVICE_COMPILE__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return HostLevel::portable;
  const bool has_512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
  return has_512 ? HostLevel::avx512 : HostLevel::avx2;
#elif defined(SPOROS_VECTORS_OF_FOUR) && defined(__aarch64__)
  return HostLevel::neon;
#else
  return HostLevel::portable;
#endif
}

/// \brief The fastest level on this processor: AMD's gather slowly, so they use vectors of four, and AVX-512 for masks.
inline HostLevel usual_host_level() {
  const HostLevel widest = widest_host_level();
#if defined(SPOROS_VECTORS_OF_EIGHT) && !defined(__HIP_DEVICE_COMPILE__)
  if (widest == HostLevel::avx512 && __builtin_cpu_is("amd")) return HostLevel::avx512_masks;
#endif
  return widest;
}

/// \brief The level that `asked` names, or the next narrower one that the processor has; for nullptr the usual one.
/// \throws std::invalid_argument where no level has that name
inline HostLevel host_level_for(const char* asked) {
  if (asked == nullptr) return usual_host_level();
  const std::optional<HostLevel> level = find_enumerator<HostLevel>(asked);
  require(level.has_value(), "Plan", "the environment variable SPOROS_HOST_LEVEL is \"", asked,
          "\", but must be portable, neon, avx2, avx512_masks or avx512");
  const HostLevel widest = widest_host_level();
  if (*level == HostLevel::neon && widest != HostLevel::neon) return HostLevel::portable;
  return *level < widest ? *level : widest;
}

/// \brief The level that the environment variable names, which is read only once.
inline HostLevel host_level() {
  static const HostLevel level = host_level_for(std::getenv("SPOROS_HOST_LEVEL"));
  return level;
}

}  // namespace detail
}  // namespace sporos
