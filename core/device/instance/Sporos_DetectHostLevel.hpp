// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The vector instructions of the processor that the program runs on.
#pragma once

#include <cstdlib>

#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_HostLevel.hpp"

namespace sporos {
namespace detail {

/// \brief The widest vectors that the processor and the system support.
inline HostLevel widest_host_level() {
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && (defined(__clang__) || __GNUC__ >= 12) && \
    !defined(__HIP_DEVICE_COMPILE__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return HostLevel::portable;
  const bool has_512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
  return has_512 ? HostLevel::avx512 : HostLevel::avx2;
#else
  return HostLevel::portable;
#endif
}

/// \brief The fastest level on this processor: AMD's gather slowly, so they use vectors of four, and AVX-512 for masks.
inline HostLevel usual_host_level() {
  const HostLevel widest = widest_host_level();
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__HIP_DEVICE_COMPILE__)
  if (widest == HostLevel::avx512 && __builtin_cpu_is("amd")) return HostLevel::avx512_masks;
#endif
  return widest;
}

/// \brief The level that `asked` names, or the widest one if the processor does not have it; for nullptr the usual one.
/// \throws std::invalid_argument where no level has that name
inline HostLevel host_level_for(const char* asked) {
  if (asked == nullptr) return usual_host_level();
  const std::optional<HostLevel> level = find_enumerator<HostLevel>(asked);
  require(level.has_value(), "Plan", "the environment variable SPOROS_HOST_LEVEL is \"", asked,
          "\", but must be portable, avx2, avx512_masks or avx512");
  const HostLevel widest = widest_host_level();
  return *level < widest ? *level : widest;
}

/// \brief The level that the environment variable names, which is read only once.
inline HostLevel host_level() {
  static const HostLevel level = host_level_for(std::getenv("SPOROS_HOST_LEVEL"));
  return level;
}

}  // namespace detail
}  // namespace sporos
