// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of kernels. On a host Kokkos gets all of them in one type, since what it compiles for a launch would
/// otherwise be compiled for each kernel again.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "formats/common/Sporos_BeginOfPart.hpp"
#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Whether instances of a host have modes: only those of HPX do, whose launches may return before their kernels
/// have run.
template <class ExecutionSpace, class = void>
inline constexpr bool has_instance_modes = false;
template <class ExecutionSpace>
inline constexpr bool has_instance_modes<ExecutionSpace, std::void_t<typename ExecutionSpace::instance_mode>> = true;

/// \brief Whether a launch returns only after its kernel has run, so that Kokkos need not copy the kernel.
template <class ExecutionSpace>
inline constexpr bool launch_waits = is_host_execution<ExecutionSpace> && !has_instance_modes<ExecutionSpace>;

/// \brief A policy of teams. `Properties`, such as launch bounds, are for devices alone.
template <class ExecutionSpace, class... Properties>
using TeamsOf = std::conditional_t<launch_waits<ExecutionSpace>, Kokkos::TeamPolicy<ExecutionSpace>,
                                   Kokkos::TeamPolicy<ExecutionSpace, Properties...>>;

/// \brief Calls a kernel by its address.
template <class Argument>
class KernelByAddress {
 public:
  template <class Kernel>
  explicit KernelByAddress(const Kernel& kernel) : kernel_(&kernel), call_(&call<Kernel>) {}

  void operator()(Argument argument) const { call_(kernel_, argument); }

 private:
  template <class Kernel>
  static void call(const void* kernel, Argument argument) {
    (*static_cast<const Kernel*>(kernel))(argument);
  }

  const void* kernel_;
  void (*call_)(const void*, Argument);
};

/// \brief A kernel of indices, for which a thread calls it in a loop: `part` of `parts` equal ones of a range.
template <class Kernel>
struct PartOfRange {
  const Kernel& kernel;
  std::int64_t begin;
  std::int64_t size;
  std::int64_t parts;

  void operator()(std::int64_t part) const {
    const std::int64_t end = begin + begin_of_part(size, part + 1, parts);
    for (std::int64_t i = begin + begin_of_part(size, part, parts); i < end; ++i) kernel(i);
  }
};

/// \brief Kokkos::parallel_for over teams or a range of indices of type std::int64_t.
template <class Policy, class Kernel>
void launch_kernel(const std::string& label, const Policy& policy, const Kernel& kernel) {
  using ExecutionSpace = typename Policy::execution_space;
  using Member = typename Policy::member_type;
  if constexpr (!launch_waits<ExecutionSpace>) {
    Kokkos::parallel_for(label, policy, kernel);
  } else if constexpr (!std::is_integral<Member>::value) {
    Kokkos::parallel_for(label, policy, KernelByAddress<const Member&>(kernel));
  } else {
    const std::int64_t size = policy.end() - policy.begin();
    const std::int64_t threads = concurrency(policy.space());
    const std::int64_t parts = size < threads ? size : threads;
    using Parts = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for(label, Parts(policy.space(), 0, parts),
                         KernelByAddress<std::int64_t>(PartOfRange<Kernel>{kernel, policy.begin(), size, parts}));
  }
}

}  // namespace detail
}  // namespace sporos
