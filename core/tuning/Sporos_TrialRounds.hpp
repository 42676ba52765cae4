// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How exhaustive search measures times.
#pragma once

#include <chrono>

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

}  // namespace detail
}  // namespace sporos
