// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How exhaustive search takes its times.
#pragma once

#include <chrono>

namespace sporos {
namespace detail {

/// Once, and then, unless that was absurdly slow, in rounds of several products. The least of the rounds counts, so
/// that a disturbance spoils none.
struct TrialRounds {
  static constexpr double absurd = 5;  // times the best
  static constexpr int rounds = 5;
  static constexpr double round_seconds = 2e-4;
  static constexpr int max_products = 50;  // of a round

  /// Products of a round, where one took `seconds`.
  static int products(double seconds) {
    const double wanted = seconds > 0 ? round_seconds / seconds : max_products;
    return wanted < 1 ? 1 : wanted < max_products ? static_cast<int>(wanted) : max_products;
  }
};

/// Seconds of `action()`, with all that it started on `exec`.
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
