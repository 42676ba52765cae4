// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The best possible choice for compressed rows as they are, found by timing with the protocol.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "perf_tests/support/Compare.hpp"

namespace sporos::perf {
namespace detail {

// Every algorithm that exhaustive search tries, in every shape. Those are left out that took more than ten times as
// long as the fastest there, which flushed caches do not make up for.
inline std::vector<Options> tried_options(const Problem& problem, const Options& given) {
  Options options = given;
  options.tuning = Tuning::exhaustive;
  const std::unique_ptr<Contender> search = problem.plan_with(options, 0);
  search->prepare();
  search->describe();
  constexpr double hopeless = 10;
  double least = std::numeric_limits<double>::infinity();
  for (const TriedDecision& one : search->tuning->tried) least = std::min(least, one.seconds);
  std::vector<Options> tried;
  for (const TriedDecision& one : search->tuning->tried) {
    if (!std::isfinite(one.seconds) || one.seconds > hopeless * least) continue;
    options = given;
    options.algorithm = one.decision.algorithm;
    options.rule = RowRule::sporos;  // only the search begins with another
    if (sporos::detail::uses_coop(options.algorithm)) options.shape = one.decision.shape;
    const bool is_known = std::any_of(tried.begin(), tried.end(), [&](const Options& other) {
      return other.algorithm == options.algorithm && other.shape == options.shape;
    });
    if (!is_known) tried.push_back(options);
  }
  return tried;
}

// What a search could try may still be refused by name.
inline bool is_right(Problem& problem, Contender& plan) {
  try {
    plan.prepare();
    return problem.error_in_bounds(plan) <= 1;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace detail

/// \brief A result `optimum`. Exhaustive search in a plan times products one after the other, which for a small matrix
/// means from the cache. Here all choices are timed from memory, that is, in the last state of the caches; those that
/// take twice as long as the fastest in three samples have no more. The fastest choice is then timed again together
/// with the plan of the problem, so that luck in its first samples does not count.
///
/// \pre the first contender of the problem is prepared
inline Result find_optimum(Problem& problem, const Settings& settings, double copy_gbs) {
  const Cache cache = cache_states(problem.bytes).back();
  std::vector<std::unique_ptr<Contender>> plans;
  std::vector<Contender*> right;
  for (const Options& options : detail::tried_options(problem, settings.options)) {
    plans.push_back(problem.plan_with(options, 0));
    if (detail::is_right(problem, *plans.back())) right.push_back(plans.back().get());
  }
  constexpr int samples_of_each = 10;
  Protocol protocol = settings.protocol;
  protocol.samples = std::min(samples_of_each, protocol.samples);
  protocol.slow = 2;
  const std::vector<Timing> timings = measure(Execution(), right, protocol, cache);
  const auto least = std::min_element(timings.begin(), timings.end(),
                                      [](const Timing& a, const Timing& b) { return a.median_s < b.median_s; });
  Contender* const best = right.at(static_cast<std::size_t>(least - timings.begin()));
  Contender* const plan = problem.contenders.front().get();
  const std::vector<Timing> both = measure(Execution(), {plan, best}, settings.protocol, cache);

  Result result = examine(problem, *best, copy_gbs);
  result.runs = best->algorithm;
  result.algorithm = "optimum";
  result.cache = cache_name(cache);
  result.timing = both.back();
  result.speed_up = both.back().median_s / both.front().median_s;
  result.why =
      sporos::detail::concat("the fastest of ", right.size(), " algorithms and shapes, beside the plan once more");
  return result;
}

}  // namespace sporos::perf
