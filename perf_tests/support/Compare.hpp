// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Prepares and checks all contenders of a problem, and only then times them together.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "perf_tests/support/Measure.hpp"
#include "perf_tests/support/Problem.hpp"
#include "perf_tests/support/Result.hpp"

namespace sporos::perf {

/// \brief Set-up, update and answer of one contender. The result has no times of products yet.
/// \throws std::invalid_argument if the contender is a Sporos plan and refuses what the caller requested by name
inline Result examine(Problem& problem, Contender& contender, double copy_gbs) {
  Result result;
  try {
    result.setup_s = measure_setup(Execution(), contender);
    result.update_s = measure_update(Execution(), contender);
    result.error_in_bounds = problem.error_in_bounds(contender);
    result.checked = true;
    if (!(result.error_in_bounds <= 1)) result.fault = "wrong";
  } catch (const std::invalid_argument& error) {
    if (contender.library == "Sporos" && !contender.may_refuse) throw;
    result.fault = std::string("cannot: ") + error.what();
  } catch (const std::exception& error) {
    if (contender.library == "Sporos" && !contender.may_refuse) throw;
    result.fault = std::string("cannot: ") + error.what();
  }
  if (!result.fault.empty()) contender.release();  // its memory is for the others
  result.library = contender.library;
  result.format = contender.format;
  result.algorithm = contender.algorithm;
  result.runs = contender.runs;
  result.scalar = problem.scalar;
  result.offset = contender.offset;
  result.shape = contender.shape;
  result.rows_per_team = contender.rows_per_team;
  result.why = contender.why;
  result.tuning = contender.tuning;
  result.kind = problem.kind;
  result.bytes = problem.bytes;
  if (contender.one_column) result.kind.columns = result.bytes.vectors = 1;
  result.copy_gbs = copy_gbs;
  return result;
}

/// \brief The states of the caches in which a problem is timed: on a GPU, small matrices are timed in two.
inline std::vector<Cache> cache_states(const ByteModel& bytes) {
  if (!is_small(bytes)) return {Cache::as_left};
  if (sporos::detail::is_host_execution<Execution>) return {Cache::warm};
  return {Cache::warm, Cache::flushed};
}

inline const char* cache_name(Cache cache) {
  if (cache == Cache::as_left) return "as left";
  return cache == Cache::warm ? "warm" : "flushed";
}

/// \brief Results of all contenders, in their order. Those with a fault have one result, the others one for each state
/// of the caches.
/// \param prepared  called once, after all contenders have been prepared and checked and before any is timed
template <class Prepared>
std::vector<Result> compare(Problem& problem, const Protocol& protocol, double copy_gbs, const Prepared& prepared) {
  std::vector<Result> examined;
  std::vector<Contender*> right;
  for (const auto& contender : problem.contenders) {
    examined.push_back(examine(problem, *contender, copy_gbs));
    if (examined.back().fault.empty()) right.push_back(contender.get());
  }
  prepared();

  std::vector<Result> results;
  for (const Cache cache : cache_states(problem.bytes)) {
    const std::vector<Timing> timings = measure(Execution(), right, protocol, cache);
    auto timing = timings.begin();
    const bool plan_is_right = examined.front().fault.empty();
    for (Result result : examined) {
      result.cache = cache_name(cache);
      if (result.fault.empty()) {
        result.timing = *timing++;
        if (plan_is_right) result.speed_up = result.timing->median_s / timings.front().median_s;
      } else if (cache != cache_states(problem.bytes).front()) {
        continue;
      }
      results.push_back(result);
    }
  }
  return results;
}

}  // namespace sporos::perf
