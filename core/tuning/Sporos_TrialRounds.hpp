// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How exhaustive search measures times, and on which vectors.
#pragma once

#include <chrono>

#include "formats/generate/Sporos_CounterRandom.hpp"
#include "policies/tuning/Sporos_TrialRounds.hpp"

namespace sporos {
namespace detail {

/// \brief The seconds of `action()`, including all work that it starts on `exec`.
template <class ExecutionSpace, class Action>
double seconds_of(const ExecutionSpace& exec, const Action& action) {
  using Clock = std::chrono::steady_clock;
  wait_for(exec, "sporos::tuning[wait]");
  const Clock::time_point begin = Clock::now();
  action();
  wait_for(exec, "sporos::tuning[wait]");
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// \brief A vector of random numbers: a GPU takes less power for zeros, and with that a higher clock.
template <class Value, class ExecutionSpace>
Kokkos::View<Value*, typename ExecutionSpace::memory_space> trial_vector(const ExecutionSpace& exec, const char* label,
                                                                         std::int64_t length) {
  const Kokkos::View<Value*, typename ExecutionSpace::memory_space> vector(
      Kokkos::view_alloc(exec, std::string(label), Kokkos::WithoutInitializing), static_cast<std::size_t>(length));
  const auto host = Kokkos::create_mirror_view(vector);
  fill_random(host.data(), host.extent(0), 1);
  Kokkos::deep_copy(exec, vector, host);
  wait_for(exec, "sporos::tuning[wait]");  // before `host` goes
  return vector;
}

}  // namespace detail
}  // namespace sporos
