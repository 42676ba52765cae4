// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The one place that knows how Kokkos 3.4 to 5.x differ. Everything else includes this instead of Kokkos.
#pragma once

#include <Kokkos_Core.hpp>
#include <string>
#include <type_traits>

static_assert(KOKKOS_VERSION >= 30400, "Sporos needs Kokkos 3.4 or newer.");

namespace sporos {
namespace detail {

/// \brief How many threads `exec` can run at once (3.x and 4.x: static, 5.x: a member).
template <class ExecutionSpace>
int concurrency(const ExecutionSpace& exec) {
  return static_cast<int>(exec.concurrency());
}

/// \brief A named region in Kokkos Tools, popped when it goes out of scope (`ScopedRegion` came with 4.1).
class ProfilingRegion {
 public:
  explicit ProfilingRegion(const std::string& name) { Kokkos::Profiling::pushRegion(name); }
  ~ProfilingRegion() { Kokkos::Profiling::popRegion(); }
  ProfilingRegion(const ProfilingRegion&) = delete;
  ProfilingRegion& operator=(const ProfilingRegion&) = delete;
};

/// \brief Waits for all work on `exec`. `what` names the fence for tools (from Kokkos 3.5 on).
template <class ExecutionSpace>
void wait_for(const ExecutionSpace& exec, [[maybe_unused]] const char* what) {
#if KOKKOS_VERSION >= 30500
  exec.fence(what);
#else
  exec.fence();
#endif
}

/// \brief Waits for all work of all instances.
inline void wait_for_all([[maybe_unused]] const char* what) {
#if KOKKOS_VERSION >= 30500
  Kokkos::fence(what);
#else
  Kokkos::fence();
#endif
}

/// \brief The host copy of a View: the View itself where the host can read it (`HostMirror` left in 5.x).
template <class View>
auto host_copy(const View& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
}

/// \brief Whether the kernels of `ExecutionSpace` run on the host.
template <class ExecutionSpace>
inline constexpr bool is_host_execution =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename ExecutionSpace::memory_space>::accessible&&
        std::is_same<typename ExecutionSpace::memory_space, Kokkos::HostSpace>::value;

/// \brief Scratch of a team, for `set_scratch_size`, rounded up to whole words: before Kokkos 4.0 a team always takes
/// whole words, and gets nullptr if the policy has less.
inline auto scratch_of_team(std::size_t bytes) { return Kokkos::PerTeam(static_cast<int>((bytes + 7) / 8 * 8)); }

/// \brief The name of Kokkos' half_t and bhalf_t where they are distinct types. It is null for all other types, and
/// where Kokkos defines them as `float`, as it does without a GPU.
template <class T>
inline constexpr const char* name_of_narrow = nullptr;
#if defined(KOKKOS_HALF_T_IS_FLOAT) && KOKKOS_VERSION >= 30500
#if !KOKKOS_HALF_T_IS_FLOAT
template <>
inline constexpr const char* name_of_narrow<Kokkos::Experimental::half_t> = "float16";
#endif
#endif
#if defined(KOKKOS_BHALF_T_IS_FLOAT)
#if !KOKKOS_BHALF_T_IS_FLOAT
template <>
inline constexpr const char* name_of_narrow<Kokkos::Experimental::bhalf_t> = "bfloat16";
#endif
#endif

/// \brief Whether kernels of `ExecutionSpace` can dereference pointers into `MemorySpace`.
template <class ExecutionSpace, class MemorySpace>
inline constexpr bool is_accessible = Kokkos::SpaceAccessibility<ExecutionSpace, MemorySpace>::accessible;

}  // namespace detail
}  // namespace sporos
